import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { read as readWorkbook, utils } from '@e965/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { lockOutput } from '../../../src/tools/cli/output-lock.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = write(
  folder,
  'total.json',
  `{"fields": [
    {"id": "total", "anchor": "total", "type": "currency", "method": {"id": "label", "position": "right"}},
    {"id": "tax", "anchor": "tax", "type": "currency", "method": {"id": "label", "position": "right"}},
    {"id": "parts", "type": "sections", "range": {"anchor": "part"}, "fields": [
      {"id": "name", "anchor": "part:", "method": {"id": "label", "position": "right"}}]}]}`,
);
const DOCUMENT = write(folder, 'a.txt', 'Total: $12.00\nPart: bolt\nPart: nut\n');

const extract = (...more: readonly string[]) => cli(['extract', DOCUMENT, '--config', CONFIG, ...more]);

describe('anchorline extract --format', () => {
  it('table shows a line for each value', async () => {
    expect((await extract('--format', 'table')).stdout).toBe(
      [
        'total          12 (currency, $, printed "$12.00")',
        'tax            null',
        'parts[0].name  "bolt" (string)',
        'parts[1].name  "nut" (string)',
        '',
      ].join('\n'),
    );
  });

  it('table shows tables row by row', async () => {
    const column = (id: string, minX: number, maxX: number) => ({ id, minX, maxX });
    const method = { id: 'textTable', columns: [column('part', 0, 1.2), column('count', 1.3, 9)] };
    const config = write(
      folder,
      'rows.json',
      JSON.stringify({ fields: [{ id: 'rows', anchor: 'parts', method }] }),
    );
    const document = write(folder, 'rows.txt', 'Parts\nbolt          4\nnut           7\n');
    const { stdout } = await cli(['extract', document, '--config', config, '--format', 'table']);
    expect(stdout.split('\n').map((each) => each.split(' ')[0])).toEqual([
      'rows',
      'rows[0].part',
      'rows[0].count',
      'rows[1].part',
      'rows[1].count',
      '',
    ]);
  });

  it('jsonl names the document', async () => {
    const { stdout } = await extract('--format', 'jsonl');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({
      document: DOCUMENT,
      result: { parsed_document: { total: { value: 12 } } },
    });
  });

  it('csv and xlsx are spreadsheets', async () => {
    const { stdout } = await extract('--format', 'csv');
    expect(stdout).toContain('total ($),tax');
    expect(stdout).toContain('12,');
    const file = join(folder, 'a.xlsx');
    expect((await extract('--format', 'xlsx', '--output', file)).code).toBe(0);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  });

  it('csv of a folder has a row for each document', async () => {
    const inbox = join(folder, 'inbox');
    mkdirSync(inbox);
    for (const n of [3, 1, 2]) write(inbox, `${n}.txt`, `Total: $${n}.00`);
    const file = join(folder, 'inbox.csv');
    const run = (...more: readonly string[]) =>
      cli(['extract', inbox, '--config', CONFIG, '--workers', '0', ...more]);
    expect((await run('--format', 'csv', '--output', file)).stderr).toBe(
      'fields found: 33%\n3 documents, 0 failed\n',
    );
    const rows = readFileSync(file, 'utf8').split('\r\n');
    expect(rows.filter((row) => /[123]/u.test(row))).toEqual([
      expect.stringContaining('1'),
      expect.stringContaining('2'),
      expect.stringContaining('3'),
    ]);
    expect(rows[0]).toBe('document,total ($),tax,parts,error');
    expect((await run('--limit', '2')).stdout.trim().split('\n')).toHaveLength(2);
    expect((await run('--format', 'table')).code).toBe(2);
  });

  it('csv and xlsx of a folder name each document and its error, in columns of their own', async () => {
    const inbox = join(folder, 'mixed');
    mkdirSync(inbox);
    write(inbox, 'a.txt', 'Total: $1.00');
    write(inbox, 'b.pdf', 'not a PDF');
    write(inbox, 'c.txt', 'Total: $3.00');
    const field = (id: string) => ({ id, anchor: 'total:', method: { id: 'label', position: 'right' } });
    const config = write(
      folder,
      'names.json',
      JSON.stringify({ fields: [field('document'), field('error')] }),
    );
    const run = (...more: readonly string[]) =>
      cli(['extract', inbox, '--config', config, '--workers', '0', ...more]);
    const { code, stdout } = await run('--format', 'csv');
    expect(code).toBe(1);
    const [headings, ...rows] = stdout.trimEnd().split('\r\n');
    expect(headings).toBe('document,document,error,error');
    expect(rows).toEqual([
      'a.txt,$1.00,$1.00,',
      expect.stringMatching(/^b\.pdf,,,"?.*\(invalid_document\)"?$/u),
      'c.txt,$3.00,$3.00,',
    ]);
    const file = join(folder, 'mixed.xlsx');
    await run('--format', 'xlsx', '--output', file);
    const { Sheets } = readWorkbook(readFileSync(file));
    const cells = utils.sheet_to_json<string[]>(Sheets['fields']!, { header: 1, defval: null });
    expect(cells.map((row) => [row[0], row.at(-1) === null])).toEqual([
      ['document', false],
      ['a.txt', true],
      ['b.pdf', false],
      ['c.txt', true],
    ]);
  });

  it('a folder is not written to a file that another run writes, until that is over', async () => {
    const inbox = join(folder, 'locked');
    mkdirSync(inbox);
    write(inbox, 'a.txt', 'Total: $1.00');
    const output = join(folder, 'locked.jsonl');
    const run = () => cli(['extract', inbox, '--config', CONFIG, '--workers', '0', '--output', output]);
    const unlock = await lockOutput(output);
    const refused = await run();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`another run writes to it (process ${process.pid} on ${hostname()})`);
    await unlock();
    expect((await run()).code).toBe(0);
    // The lock of a run that was killed: no process has so high a number.
    const left = write(folder, '.locked.jsonl.lock', `${2 ** 30} ${hostname()}`);
    expect((await run()).stderr).toContain('1 done before');
    expect(existsSync(left)).toBe(false);
    expect(readFileSync(output, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  });

  it('refuses what does not go together', async () => {
    expect((await extract('--format', 'csv', '--pretty')).code).toBe(2);
    expect((await extract('--format', 'pdf')).code).toBe(2);
    expect((await extract('--ocr-level', '3')).code).toBe(2);
    expect((await extract('--pages', '3-1')).code).toBe(2);
  });
});

describe('anchorline extract --pages', () => {
  it('looks at these pages only', async () => {
    const config = write(folder, 'pages.json', '{"fields": [], "verbosity": 3}');
    const { stdout } = await cli([
      'extract',
      fixture('bank-statement.pdf'),
      '--config',
      config,
      '--pages',
      '1-2',
    ]);
    expect(JSON.parse(stdout).text.pages).toHaveLength(2);
  });
});

describe('anchorline lines', () => {
  it('shows what the fields of a config see, with spaces', async () => {
    const config = write(
      folder,
      'footer.json',
      '{"fields": [], "preprocessors": [{"type": "pageRange", "startPage": 1}]}',
    );
    const { stdout } = await cli(['lines', fixture('bank-statement.pdf'), '--config', config, '--spaces']);
    expect(stdout).toMatch(/^page 1: /u);
    expect(stdout).toContain('·');
    expect((await cli(['lines', fixture('bank-statement.pdf'), '--pages', '2-3'])).stdout).toMatch(
      /^page 2: [\s\S]*\npage 3: /u,
    );
  });

  it('draws a picture in which text is text', async () => {
    const document = write(folder, 'odd.txt', '<script>&amp; "quoted"');
    const { stdout } = await cli(['lines', document, '--svg']);
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="/u);
    expect(stdout).toContain('&lt;script&gt;&amp;amp; &quot;quoted&quot;');
    expect(stdout).not.toContain('<script>');
    expect(stdout.match(/<polygon/gu)).toHaveLength(1);
    expect((await cli(['lines', document, '--svg', '--json'])).code).toBe(2);
  });

  it('reports a config that is wrong', async () => {
    const config = write(folder, 'bad.json', '{"fields": 1}');
    const { code, stderr } = await cli([
      'lines',
      fileURLToPath(new URL('run-cli.ts', import.meta.url)),
      '--config',
      config,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('bad.json:1:2: error: fields');
  });
});
