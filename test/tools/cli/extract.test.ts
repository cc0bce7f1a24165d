import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INVOICE = fixture('invoice.pdf');
const CONFIG = write(
  folder,
  'config.json',
  `{
  // the number, and a field that is nowhere
  "fields": [
    { "id": "number", "anchor": "invoice no.", "method": { "id": "row", "position": "right", "tiebreaker": "first" } },
    { "id": "absent", "anchor": "no such text", "method": { "id": "label", "position": "right" } },
  ],
}`,
);
const VALUES = { number: { type: 'string', value: 'FJ-20418' }, absent: null };

/** What is left on a terminal when the progress is cleared. */
function lastLine({ stderr }: { readonly stderr: string }): string | undefined {
  return stderr.trimEnd().split('\n').at(-1)?.split('\u001B[K').at(-1);
}

describe('anchorline extract', () => {
  it('prints the result on one line, and nothing else', async () => {
    const { code, stdout, stderr } = await cli(['extract', INVOICE, '--config', CONFIG]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.trimEnd()).not.toContain('\n');
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ parsed_document: VALUES, errors: [], page_count: expect.any(Number) });
    expect(result.trace).toBeUndefined();
  });

  it('indents on request, and takes the verbosity over that of the config', async () => {
    const { stdout } = await cli(['extract', INVOICE, '-c', CONFIG, '--pretty', '--verbosity', '1']);
    expect(stdout).toContain('\n  "parsed_document": {\n');
    expect(JSON.parse(stdout).parsed_document.number.lines).toHaveLength(1);
  });

  it('prints ids in the order of the config, also those that look like whole numbers', async () => {
    const ids = ['total', '10', '__proto__', '2'];
    const fields = ids.map((id) => ({ id, anchor: 'invoice no.', method: { id: 'passthrough' } }));
    const config = write(folder, 'numbers.json', JSON.stringify({ fields }));
    for (const flags of [['--trace'], ['--trace', '--pretty']]) {
      const { stdout } = await cli(['extract', INVOICE, '-c', config, ...flags]);
      const printed = [...stdout.matchAll(/"(total|10|2|__proto__)": ?[{[]/gu)].map(([, id]) => id);
      expect(printed).toEqual([...ids, ...ids]);
    }
  });

  it('gives extra data back as it was given', async () => {
    const given = '{"2":9007199254740993,"1":0.50}';
    const data = write(folder, 'given.json', given);
    const args = ['extract', INVOICE, '-c', CONFIG, '--extra-data', data, '--workers', '0'];
    expect((await cli(args)).stdout).toContain(`"extra_data":${given}`);
  });

  it('anchorline extract reads the document from standard input', async () => {
    const { stdout } = await cli(['extract', '-', '--config', CONFIG], { stdin: readFileSync(INVOICE) });
    expect(JSON.parse(stdout).parsed_document).toEqual(VALUES);
  });

  it('checks the finished document against validations', async () => {
    const checks = write(
      folder,
      'checks.json',
      '[{"description": "One is two", "severity": "error", "condition": {"==": [1, 2]}}]',
    );
    const args = ['extract', INVOICE, '-c', CONFIG, '--validations'];
    const { code, stdout, stderr } = await cli([...args, checks]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      validations: [{ description: 'One is two', severity: 'error' }],
      validation_summary: { fields: 2, fields_present: 1, errors: 1, warnings: 0 },
      coverage: 0,
    });
    expect(stderr).toMatch(/1 failed validation in the result\n {2}error: validation: One is two\n$/u);
    const bad = write(folder, 'bad-checks.json', '[{"description": "x", "condition": {"no": []}}]');
    const refused = await cli([...args, bad]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^.*bad-checks\.json: error: validations\[0\]\.condition\.no: unknown operator/u,
    );
    const none = write(folder, 'no-checks.json', '{}');
    expect((await cli([...args, none])).stderr).toMatch(/no-checks\.json: error: validations: /u);
    expect((await cli(['extract', '-', '-c', CONFIG, '--validations', '-'])).code).toBe(2);
  });

  it('writes the result to a file', async () => {
    const output = join(folder, 'result.json');
    const { code, stdout } = await cli(['extract', INVOICE, '--config', CONFIG, '--output', output]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(output, 'utf8')).parsed_document).toEqual(VALUES);
  });

  it('echoes extra data, and refuses what is not flat', async () => {
    const good = write(folder, 'extra.json', '{"branch": 7}');
    const { stdout } = await cli(['extract', INVOICE, '-c', CONFIG, '--extra-data', good]);
    expect(JSON.parse(stdout).extra_data).toEqual({ branch: 7 });
    const bad = write(folder, 'nested.json', '{"branch": {"id": 7}}');
    const { code, stderr } = await cli(['extract', INVOICE, '-c', CONFIG, '--extra-data', bad]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/nested\.json: error: .*branch/u);
    const broken = write(folder, 'broken.json', '{');
    expect((await cli(['extract', INVOICE, '-c', CONFIG, '--extra-data', broken])).stderr).toMatch(
      /broken\.json: error: is not JSON/u,
    );
  });

  it('shows reasons of null fields on a terminal, else only in the JSON', async () => {
    const args = ['extract', INVOICE, '--config', CONFIG, '--trace'];
    const shown = await cli(args, { isTTY: true });
    expect(shown.stderr).toMatch(/^absent is null: .+ \(fields\[1\]\)$/mu);
    expect(shown.stderr).not.toMatch(/^number/mu);
    const piped = await cli(args);
    expect(piped.stderr).toBe('');
    expect(JSON.parse(piped.stdout).trace.absent[0].reason).toEqual(expect.any(String));
  });

  it('shows on a terminal where values came from in a line each, and the JSON without the trace', async () => {
    const args = ['extract', INVOICE, '--config', CONFIG, '--trace'];
    const shown = await cli(args, { isTTY: true, isShown: true });
    expect(Object.keys(JSON.parse(shown.stdout))).not.toContain('trace');
    expect(shown.stdout.length).toBeLessThan((await cli(args)).stdout.length / 2);
    expect(shown.stderr).toMatch(/^number is from "[^"]+" on page 1 \(fields\[0\]\)$/mu);
    expect(shown.stderr).toMatch(/^absent is null: .+ \(fields\[1\]\)$/mu);
    expect(shown.stderr).toContain('--trace --output result.json\n');
    const output = join(folder, 'traced.json');
    await cli([...args, '--output', output], { isTTY: true, isShown: true });
    expect(JSON.parse(readFileSync(output, 'utf8')).trace.number).toHaveLength(1);
  });

  it('sums up errors and warnings of the result', async () => {
    const config = write(
      folder,
      'unknown-ref.json',
      '{"fields": [{"id": "a", "anchor": {"ref": "nowhere"}, "method": {"id": "passthrough"}}]}',
    );
    const { code, stdout, stderr } = await cli(['extract', INVOICE, '--config', config]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).errors).toHaveLength(1);
    expect(stderr).toMatch(
      /invoice\.pdf: 0 of 1 field found\n.*invoice\.pdf: 1 error in the result\n {2}error: a \(configuration\): .*nowhere/u,
    );
  });

  it('opens encrypted documents with the password only', async () => {
    const document = fixture('encrypted.pdf');
    const { code, stderr } = await cli(['extract', document, '--config', CONFIG]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/encrypted\.pdf: error: .*\(password_required\)\n$/u);
    const wrong = await cli(['extract', document, '--config', CONFIG, '--password', 'not this']);
    expect(wrong.stderr).toContain('(password_wrong)');
  });

  it.each([
    ['truncated.pdf', 'invalid_document'],
    ['not-a-pdf.bin', 'unsupported_type'],
    ['zero-bytes.pdf', 'empty_document'],
  ])('says in one line why %s cannot be read', async (name, code) => {
    const result = await cli(['extract', fixture(name), '--config', CONFIG]);
    expect(result.code).toBe(1);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(new RegExp(`^.*${name}: error: [^\\n]*\\(${code}\\)\\n$`, 'u'));
  });

  it('prints issues of the config with their places', async () => {
    const config = write(folder, 'bad.json', '{\n  "fields": [],\n  "verbose": 1\n}');
    const { code, stdout, stderr } = await cli(['extract', INVOICE, '--config', config]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/bad\.json:3:3: error: verbose: unknown member/u);
  });

  it('names files that cannot be opened', async () => {
    const missing = join(folder, 'missing');
    expect(await cli(['extract', missing, '--config', CONFIG])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${missing}: error: there is no such file\n`,
    });
    expect((await cli(['extract', INVOICE, '--config', folder])).stderr).toContain('is a folder, not a file');
    const binary = write(folder, 'latin1.json', new Uint8Array([0x7b, 0xe9, 0x7d]));
    expect((await cli(['extract', INVOICE, '--config', binary])).stderr).toContain('is not UTF-8 text');
  });

  it.each([
    [
      'a folder that is not there',
      join(folder, 'nowhere', 'out.json'),
      /there is no folder ".*nowhere" to write to/u,
    ],
    ['a folder', folder, /is a folder, not a file/u],
    ['a file for a folder', join(CONFIG, 'out.json'), /has a file where a folder should be in its path/u],
  ])('finds before the work that it cannot write to %s', async (_, output, message) => {
    // The document is not there either: who works first and writes then would say so.
    const { code, stdout, stderr } = await cli(['extract', 'missing.pdf', '-c', CONFIG, '-o', output]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.startsWith(`${output}: error: `)).toBe(true);
    expect(stderr).not.toContain('missing.pdf');
  });

  it('leaves no file, and the file that was there, when the work fails', async () => {
    const output = write(folder, 'before.json', 'before');
    await cli(['extract', 'missing.pdf', '-c', CONFIG, '-o', output]);
    expect(readFileSync(output, 'utf8')).toBe('before');
    const fresh = join(folder, 'fresh.json');
    await cli(['extract', 'missing.pdf', '-c', CONFIG, '-o', fresh]);
    expect(existsSync(fresh)).toBe(false);
  });

  it('says that a kind of file is not supported, and which kinds are', async () => {
    const data = write(folder, 'data.json', '{"total": 7}');
    const { code, stdout, stderr } = await cli(['extract', data, '--config', CONFIG]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /data\.json: error: This kind of file is not supported\. Supported are \.pdf, .*\.docx, .*\.xlsx/u,
    );
    expect(stderr).toMatch(/\(unsupported_type\)\n$/u);
  });

  it('says on a terminal how many fields were found, else only when none was', async () => {
    const args = ['extract', INVOICE, '--config', CONFIG];
    expect(lastLine(await cli(args, { isTTY: true }))).toBe(`${INVOICE}: 1 of 2 fields found`);
    // A list of three is one field, as it is in the coverage.
    const paper = write(folder, 'list.txt', 'A-1\nA-2\nA-3\n');
    const list = write(
      folder,
      'list.json',
      '{"fields": [{"id": "items", "anchor": {"match": {"type": "startsWith", "text": "A-"}}, "match": "all", "method": {"id": "passthrough"}}]}',
    );
    const counted = await cli(['extract', paper, '-c', list], { isTTY: true });
    expect(lastLine(counted)).toBe(`${paper}: 1 of 1 field found`);
    expect(JSON.parse(counted.stdout)).toMatchObject({ coverage: 1, validation_summary: { fields: 3 } });
    expect((await cli(args)).stderr).toBe('');
    const nothing = write(
      folder,
      'nothing.json',
      '{"fields": [{"id": "a", "anchor": "no such text", "method": {"id": "passthrough"}}]}',
    );
    const found = await cli(['extract', INVOICE, '--config', nothing]);
    expect({ code: found.code, stderr: found.stderr }).toEqual({
      code: 0,
      stderr: `${INVOICE}: 0 of 1 field found\n`,
    });
    expect(JSON.parse(found.stdout).parsed_document).toEqual({ a: null });
  });

  it('ends with 2 when used wrongly', async () => {
    const codes = [
      await cli(['extract', INVOICE]),
      await cli(['extract', '--config', CONFIG]),
      await cli(['extract', INVOICE, '--config', CONFIG, '--verbosity', '7']),
      await cli(['extract', INVOICE, '--config', CONFIG, '--verbosity', 'loud']),
      await cli(['extract', INVOICE, '--config', CONFIG, '--frob']),
      await cli(['extract', '-', '--config', '-']),
    ];
    for (const { code, stdout, stderr } of codes) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: /u);
    }
  });
});
