import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

/** Workers run TypeScript here, and the machine may be busy. */
const PATIENCE = 240_000;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inbox = join(folder, 'inbox');
const config = write(
  folder,
  'config.json',
  JSON.stringify({ fields: [{ id: 'line', anchor: 'invoice', method: { id: 'passthrough' } }] }),
);

beforeAll(() => {
  mkdirSync(join(inbox, 'more'), { recursive: true });
  mkdirSync(join(inbox, '.hidden'));
  copyFileSync(fixture('invoice.pdf'), join(inbox, 'b.pdf'));
  write(inbox, 'a.txt', 'an invoice\n');
  write(join(inbox, 'more'), 'c.txt', 'no such word\n');
  write(join(inbox, 'more'), 'd.pdf', 'not a PDF\n');
  write(join(inbox, '.hidden'), 'e.txt', 'an invoice\n');
});

interface Line {
  readonly document: string;
  readonly result?: { readonly parsed_document: Record<string, unknown> };
  readonly error?: { readonly code: string };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('anchorline extract <folder>', { timeout: PATIENCE }, () => {
  it.each([['0'], ['1']])('prints a line for each document, by their names: %s workers', async (workers) => {
    const { code, stdout, stderr } = await cli(['extract', inbox, '-c', config, '--workers', workers]);
    const lines = linesOf(stdout);
    expect(lines.map(({ document }) => document)).toEqual(['a.txt', 'b.pdf', 'more/c.txt', 'more/d.pdf']);
    expect(lines[0]?.result?.parsed_document['line']).toMatchObject({ value: 'an invoice' });
    expect(lines[3]?.error).toMatchObject({ name: 'DocumentError', code: 'invalid_document' });
    expect(stderr).toMatch(/^more\/d\.pdf: error: .* \(invalid_document\)$/mu);
    expect(stderr).toMatch(/^4 documents, 1 failed\n$/mu);
    expect(code).toBe(1);
  });

  it('leaves configs in the folder out, and says so', async () => {
    const samples = join(folder, 'samples');
    mkdirSync(samples);
    write(samples, 'a.txt', 'an invoice\n');
    write(samples, 'config.json', readFileSync(config, 'utf8'));
    write(samples, 'a.expected.JSON', '{}');
    const { code, stdout, stderr } = await cli(['extract', samples, '-c', config, '--workers', '0']);
    expect(linesOf(stdout).map(({ document }) => document)).toEqual(['a.txt']);
    expect(stderr).toContain('skipped 2 files of JSON, which is for configs: a.expected.JSON, config.json\n');
    expect(stderr).toContain('1 document, 0 failed\n');
    expect(code).toBe(0);
  });

  it('goes on where it was ended', async () => {
    const output = join(folder, 'results.jsonl');
    const args = ['extract', inbox, '-c', config, '-o', output, '--workers', '2'];
    await cli(args);
    const whole = readFileSync(output, 'utf8').trimEnd().split('\n').sort();
    const kept = whole.slice(0, 2);
    const half = write(folder, 'half.jsonl', `${kept.join('\n')}\n`);
    appendFileSync(half, '{"document": "more');
    const { code, stdout, stderr } = await cli([...args.slice(0, 4), '-o', half, '--workers', '2']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('2 documents, 1 failed, 2 done before');
    expect(readFileSync(half, 'utf8').trimEnd().split('\n').sort()).toEqual(whole);
    const again = await cli([...args.slice(0, 4), '-o', half]);
    expect(again.code).toBe(1);
    expect(again.stderr).toBe('0 documents, 0 failed, 4 done before, 1 of these failed then\n');
  });

  it('adds no results of another config, or of other options, to a file', async () => {
    const output = join(folder, 'one-config.jsonl');
    const run = (...args: string[]) => cli(['extract', inbox, '-o', output, '--workers', '0', ...args]);
    await run('-c', config);
    const written = readFileSync(output, 'utf8');
    const changed = write(folder, 'changed.json', `${readFileSync(config, 'utf8')} // another`);
    for (const args of [
      ['-c', changed],
      ['-c', config, '--trace'],
    ]) {
      const { code, stderr } = await run(...args);
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/one-config\.jsonl: error: has results of another config/u),
      });
      expect(readFileSync(output, 'utf8')).toBe(written);
    }
    const copy = write(folder, 'copy.json', readFileSync(config, 'utf8'));
    expect((await run('-c', copy)).stderr).toContain('4 done before');
  });

  it('leaves files of other things as they are', async () => {
    const other = write(folder, 'other.txt', 'a letter\n');
    const { code, stderr } = await cli(['extract', inbox, '-c', config, '-o', other]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/other\.txt: error: holds other things/u);
    expect(readFileSync(other, 'utf8')).toBe('a letter\n');
  });

  it('takes documents of several configs, and no config or result for a document', async () => {
    const mixed = join(folder, 'mixed');
    mkdirSync(mixed);
    write(mixed, 'a.txt', 'an invoice\n');
    const inside = write(mixed, 'config.json', readFileSync(config, 'utf8'));
    const output = join(mixed, 'results.jsonl');
    await cli(['extract', mixed, '-c', inside, '-o', output]);
    expect(linesOf(readFileSync(output, 'utf8'))).toHaveLength(1);
    const configs = join(folder, 'configs');
    mkdirSync(configs);
    copyFileSync(config, join(configs, 'only.json'));
    const { stdout } = await cli(['extract', inbox, '--configs', configs]);
    expect(linesOf(stdout)[0]?.result).toMatchObject({ configuration: 'only' });
  });

  it('anchorline extract <folder> is ended before it begins by a wrong config, or wrong use', async () => {
    const wrong = write(folder, 'wrong.json', '{"fields": 1}');
    const refused = await cli(['extract', inbox, '-c', wrong]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/wrong\.json:1:\d+: error/u);
    expect((await cli(['extract', inbox, '-c', config, '--pretty'])).code).toBe(2);
  });
});
