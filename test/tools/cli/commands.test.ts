import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INVOICE = fixture('invoice.pdf');

describe('anchorline lines', () => {
  it('prints pages as aligned text', async () => {
    const { code, stdout, stderr } = await cli(['lines', INVOICE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [page, head, ...lines] = stdout.split('\n');
    expect(page).toMatch(/^page 0: 8\.50 x 11\.00 inches, \d+ lines$/u);
    expect(head).toBe('    left     top   right  bottom  height   angle  text');
    const row = lines.find((line) => line.endsWith('  FJ-20418'));
    expect(row).toMatch(/^( {3}\d\.\d{3}){5} {5}0\.0 {2}FJ-20418$/u);
  });

  it('prints JSON, of one page on request', async () => {
    const { stdout } = await cli(['lines', INVOICE, '--json', '--page', '0']);
    const { page_count, content_type, pages } = JSON.parse(stdout);
    expect({ page_count, content_type }).toEqual({ page_count: 1, content_type: 'application/pdf' });
    expect(pages).toHaveLength(1);
    const line = pages[0].lines.find(({ text }: { text: string }) => text === 'FJ-20418');
    expect(line).toMatchObject({ angle: 0, source: 'text', lineHeight: expect.any(Number) });
    expect(line.boundingPolygon).toHaveLength(4);
  });

  it('anchorline lines reads standard input', async () => {
    const { stdout } = await cli(['lines', '-'], { stdin: readFileSync(INVOICE) });
    expect(stdout).toContain('FJ-20418');
  });

  it('anchorline lines says which pages there are', async () => {
    const { code, stderr } = await cli(['lines', INVOICE, '--page', '4']);
    expect(code).toBe(1);
    expect(stderr).toBe(`${INVOICE}: error: there is no page 4; its pages are 0 to 0\n`);
    expect((await cli(['lines', INVOICE, '--page', '-1'])).code).toBe(2);
  });

  it('names a document that cannot be read', async () => {
    const { code, stderr } = await cli(['lines', fixture('no-pages.pdf')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no-pages\.pdf: error: .*\(empty_document\)\n$/u);
  });
});

describe('anchorline lint', () => {
  const good = write(folder, 'good.json', '{"fields": []}');
  const doubtful = write(folder, 'doubtful.json', '{"fields": [],\n "verbosity": 1,\n "verbosity": 3}');
  const bad = write(folder, 'bad.json', '{"fields": [{\n  "id": "a",\n  "method": {"id": "labl"}\n}]}');
  const broken = write(folder, 'broken.json', '{"fields": [}');

  it('anchorline lint is content with configs without errors', async () => {
    expect(await cli(['lint', good])).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 errors and 0 warnings in 1 config\n',
    });
    const { code, stdout, stderr } = await cli(['lint', good, doubtful]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `${doubtful}:3:2: warning: verbosity: this member is given twice; the last one counts\n`,
    );
    expect(stderr).toBe('0 errors and 1 warning in 2 configs\n');
  });

  it('prints every issue of every config with its place', async () => {
    const { code, stdout, stderr } = await cli(['lint', bad, doubtful, broken]);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /bad\.json:3:14: error: fields\[0\]\.method\.id: unknown method "labl".*"label"/u,
    );
    expect(lines.some((line) => line.startsWith(`${doubtful}:3:2: warning: `))).toBe(true);
    expect(stdout).toMatch(/broken\.json:1:13: error: config: the \[ of line 1, column 12 is not closed$/mu);
    expect(stderr).toMatch(/^\d errors and 1 warning in 3 configs\n$/u);
  });

  it('goes on after a file that cannot be read', async () => {
    const missing = join(folder, 'missing.json');
    const { code, stdout, stderr } = await cli(['lint', missing, doubtful]);
    expect(code).toBe(1);
    expect(stdout).toContain('doubtful.json');
    expect(stderr).toBe(
      `${missing}: error: there is no such file\n0 errors and 1 warning in 1 config; 1 file could not be read\n`,
    );
  });

  it('counts nothing where no config could be read', async () => {
    const missing = join(folder, 'missing.json');
    expect(await cli(['lint', missing])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${missing}: error: there is no such file\nno config was checked; 1 file could not be read\n`,
    });
  });

  it('leaves no control character of a config on the terminal', async () => {
    const hostile = write(folder, 'hostile.json', '{"fields": [], "a\\u001b[31m\\n\\u009bb": 1}');
    const { stdout } = await cli(['lint', hostile]);
    expect(stdout).toMatch(/^[^\u0000-\u0009\u000B-\u001F\u007F-\u009F]+\n$/u);
    expect(stdout.match(/\n/gu)).toHaveLength(1);
    expect(stdout).toContain('\\u001b');
  });

  it('anchorline lint needs a config', async () => {
    expect((await cli(['lint'])).code).toBe(2);
  });
});

it('prints the JSON Schema of configs', async () => {
  const { code, stdout } = await cli(['schema']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Anchorline config', type: 'object' });
});

it('anchorline schema takes no arguments', async () => {
  expect((await cli(['schema', 'more'])).code).toBe(2);
});
