import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../../src/index.js';
import { readTypes } from '../../../src/tools/cli/configs.js';
import { replay, scripted } from '../../../src/tools/models/index.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/configs/${name}.json`, import.meta.url)), 'utf8');
const expected = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/expected/${name}.json`, import.meta.url), 'utf8'))
    .parsed_document;

/** A folder with a folder for each type, with its configs in it. @returns its path */
function types(name: string, configs: Readonly<Record<string, readonly string[]>>): string {
  for (const [type, names] of Object.entries(configs)) {
    mkdirSync(join(folder, name, type), { recursive: true });
    for (const each of names) write(join(folder, name, type), `${each}.json`, config(each));
  }
  return join(folder, name);
}

const NESTED = types('nested', { bills: ['invoice'], mail: ['letter'], bank: ['bank-statement'] });
types('.', { papers: ['invoice', 'letter', 'bank-statement'] });
const FLAT = join(folder, 'papers');

describe('anchorline classify', () => {
  it('shows type and config, and how all configs of the type do', async () => {
    const { code, stdout, stderr } = await cli(['classify', fixture('letter.pdf'), '--configs', NESTED]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^type: mail \(by fingerprints\)\nconfig: letter\n\nconfig +score +found +penalties +fingerprint\nletter +\d+ +\d+ +0 +2 of 2\n$/u,
    );
  });

  it('takes a folder of configs for one type', async () => {
    const { stdout } = await cli(['classify', fixture('invoice.pdf'), '--configs', FLAT]);
    expect(stdout).not.toContain('type:');
    expect(stdout).toMatch(/^config: invoice$/mu);
    expect(stdout).toMatch(/^bank-statement +- +- +- +0 of 3$/mu);
  });

  it('shows where fingerprints are on request', async () => {
    const { stdout } = await cli(['classify', fixture('invoice.pdf'), '--configs', FLAT, '--verbose']);
    expect(stdout).toContain(
      'invoice: fingerprint.tests[1], match 0: page 0, line 1: "Fernhill Joinery LLC"\n',
    );
    expect(stdout).toContain('letter: fingerprint.tests[1], match 0: is nowhere\n');
  });

  it('asks a model by its recordings', async () => {
    const recordings = join(folder, 'recordings');
    const papers = types('undecided', { bills: ['invoice'], bank: ['bank-statement'] });
    const args = ['classify', fixture('letter.pdf'), '--configs', papers, '--llm-replay', recordings];
    mkdirSync(recordings);
    const missing = await cli(args);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/letter\.pdf: error: .*no recording of this request.*\n/u);
    expect(missing.stderr).toContain('1: bank\n2: bills\n');

    const model = scripted(() => ({ object: { choice: 2 } }));
    const extractor = createExtractor({
      llm: { providers: { 'open-ai': replay(recordings, { record: model }) } },
    });
    const document = await extractor.load(readFileSync(fixture('letter.pdf')), { filename: 'letter.pdf' });
    await extractor.classify(document, await readTypes(papers, Readable.from([]), extractor.parseConfig));
    await document.close();
    await extractor.close();
    const { code, stdout } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^type: bills \(by .+\)\n/u) });
  });

  it('warns where the fingerprint of no config passes, and refuses that on request', async () => {
    const configs = join(folder, 'nested', 'bills');
    const args = ['classify', fixture('letter.pdf'), '--configs', configs];
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^warning: the config "invoice" was used .*: 0 of 3 tests pass .*\(FINGERPRINT_NOT_PASSED\)\n$/u,
      ),
    });
    expect(stdout).toMatch(/^config: invoice$/mu);
    const json = await cli([...args, '--json']);
    expect(JSON.parse(json.stdout).configuration_fingerprint).toEqual({ passed: 0, tests: 3 });
    const strict = await cli([...args, '--strict']);
    expect(strict).toMatchObject({ code: 1, stdout: '' });
    expect(strict.stderr).toContain('(no_fingerprint_match)');
  });

  it('prints JSON on request', async () => {
    const args = ['classify', fixture('invoice.pdf'), '--configs', NESTED, '--json', '--verbose'];
    const found = JSON.parse((await cli(args)).stdout);
    expect(found).toMatchObject({
      document_type: { name: 'bills', score: 1 },
      method: 'fingerprints',
      configuration: 'invoice',
      classification_summary: [{ configuration: 'invoice', fingerprints: 3, fingerprints_present: 3 }],
      fingerprint_hits: { invoice: { present: 3, missing: [] } },
    });
  });

  it('anchorline classify reads documents as the other commands do', async () => {
    const args = ['classify', fixture('letter.pdf'), '--configs', FLAT];
    expect(await cli([...args, '--ocr-level', '3'])).toMatchObject({ code: 2 });
    expect(await cli([...args, '--ocr-cache', ''])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--ocr-cache needs the name of a folder'),
    });
    expect(await cli([...args, '--ocr-models', ''])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--ocr-models needs the name of a folder'),
    });
  });

  it('anchorline classify reads the document from standard input', async () => {
    const stdin = readFileSync(fixture('letter.pdf'));
    expect((await cli(['classify', '-', '--configs', FLAT], { stdin })).stdout).toMatch(/^config: letter$/mu);
  });

  it('says that no type fits', async () => {
    const { code, stderr } = await cli(['classify', fixture('boxed-form.pdf'), '--configs', NESTED]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /boxed-form\.pdf: error: The document matches none of .*: 0 of 3 tests pass .*\(no_matching_type\)$/mu,
    );
  });

  it.each<[string, () => string, RegExp]>([
    ['a folder that is not there', () => join(folder, 'nowhere'), /nowhere: error: there is no such file/u],
    ['a file', () => fixture('letter.pdf'), /letter\.pdf: error: is a file, not a folder/u],
    [
      'a folder without configs',
      () => types('empty', { none: [] }),
      /empty: error: has no configs \(\.json/u,
    ],
    [
      'a folder with a config that is wrong',
      () => {
        const path = types('wrong', { bad: [] });
        write(join(path, 'bad'), 'c.json', '{\n  "fields": 7\n}');
        return path;
      },
      /bad\/c\.json:2:3: error: fields: must be an array/u,
    ],
  ])('anchorline classify refuses %s', async (_name, path, message) => {
    const { code, stderr } = await cli(['classify', fixture('letter.pdf'), '--configs', path()]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('anchorline extract --configs', () => {
  it.each([
    ['one type', FLAT],
    ['several types', NESTED],
  ])('extracts with the config that fits best, of %s', async (_name, configs) => {
    const { code, stdout, stderr } = await cli(['extract', fixture('letter.pdf'), '--configs', configs]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout);
    expect(result.configuration).toBe('letter');
    expect(result.parsed_document).toEqual(expected('letter'));
    expect(result.classification_summary[0].configuration).toBe('letter');
  });

  it('shows the config on a terminal', async () => {
    const args = ['extract', fixture('letter.pdf'), '--configs', NESTED];
    expect((await cli(args, { isTTY: true })).stderr).toMatch(/letter\.pdf: config letter$/mu);
  });

  it('takes the verbosity over that of the configs', async () => {
    const { stdout } = await cli(['extract', fixture('letter.pdf'), '--configs', FLAT, '--verbosity', '1']);
    expect(JSON.parse(stdout).parsed_document.reference.lines).toHaveLength(1);
  });

  it('extracts from all documents in a file', async () => {
    const args = ['extract', fixture('portfolio.pdf'), '--configs', NESTED, '--portfolio'];
    const { code, stdout, stderr } = await cli(args, { isTTY: true });
    expect(code).toBe(0);
    const { documents, unmatched_pages: unmatched } = JSON.parse(stdout);
    const told = documents.map(
      ({ documentType, startPage }: { documentType: string; startPage: number }) =>
        `${documentType} ${startPage}`,
    );
    expect(told).toEqual(['bills 1', 'mail 2', 'bank 4', 'bills 8']);
    expect(unmatched).toEqual([[0, 0]]);
    expect(documents[1].output.parsed_document).toEqual(expected('letter'));
    expect(stderr).toMatch(/portfolio\.pdf: pages 2 to 3: mail by config letter, \d+ of \d+ fields found$/mu);
    expect(stderr).toMatch(/portfolio\.pdf: pages 0 to 0: no document$/mu);
  });

  it.each<[string, string[], RegExp]>([
    ['neither a config nor a folder', [], /give either --config <file> or --configs <folder>/u],
    ['both', ['--config', 'a.json', '--configs', FLAT], /give either/u],
    [
      'a file of several documents with one config',
      ['--config', 'a.json', '--portfolio'],
      /--portfolio needs --configs/u,
    ],
  ])('anchorline extract --configs refuses %s', async (_name, flags, message) => {
    const { code, stderr } = await cli(['extract', fixture('letter.pdf'), ...flags]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
