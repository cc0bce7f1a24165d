import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INVOICE = fixture('invoice.pdf');

describe('anchorline suggest', () => {
  it('ranks fields, and writes a config that extract runs', async () => {
    const file = join(folder, 'suggested.json');
    const values = ['--value', 'total=2601', '--value', 'number:string=FJ-20418', '--value', '2024-04-03'];
    const { code, stdout } = await cli(['suggest', INVOICE, ...values, '--limit', '2', '--output', file]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'total = 2601, printed in 2 places\n  1. {"anchor":"Total due","type":"currency","method":{"id":"row"}}\n',
    );
    expect(stdout).toContain('due_date = 2024-04-03\n  1. ');
    const run = await cli(['extract', INVOICE, '--config', file]);
    expect(JSON.parse(run.stdout).parsed_document).toMatchObject({
      total: { value: 2601 },
      number: { value: 'FJ-20418' },
      due_date: { value: '2024-04-03T00:00:00.000Z' },
    });
    expect((await cli(['suggest', INVOICE, ...values, '--output', file])).stderr).toContain(
      '--force writes over it',
    );
  });

  it('reports the values that it finds no field for', async () => {
    const { code, stdout, stderr } = await cli(['suggest', INVOICE, '--value', 'x=no such text', '--json']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'x: no field: it is not on the document as text; "anchorline lines" shows what does\n',
    });
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'x', proposals: [] }]);
  });

  it('takes one value for each document', async () => {
    const one = write(folder, 'one.txt', 'Total: $1.00');
    const two = write(folder, 'two.txt', 'Total: $2.00');
    const values = ['--value', 'total=1', '--value', 'total=2'];
    expect((await cli(['suggest', one, two, ...values])).stdout).toContain('right on 2 of 2 documents');
    const { code, stderr } = await cli(['suggest', one, ...values]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('total has 2 values'),
    });
  });

  it('sees what the preprocessors of a config leave', async () => {
    const document = write(folder, 'pages.txt', 'Total: $1.00');
    const config = write(
      folder,
      'none.json',
      '{"fields": [], "preprocessors": [{"type": "removeLines", "match": "total"}]}',
    );
    const without = await cli(['suggest', document, '--value', 'total=1']);
    const removed = await cli(['suggest', document, '--value', 'total=1', '--config', config]);
    expect([without.code, removed.code, removed.stderr]).toEqual([0, 1, expect.stringContaining('no field')]);
  });

  it('refuses values without a text and types that do not exist', async () => {
    expect((await cli(['suggest', INVOICE])).stderr).toContain('give at least one --value');
    expect((await cli(['suggest', INVOICE, '--value', ' '])).code).toBe(2);
    expect((await cli(['suggest', INVOICE, '--value', 'a:nothing=1'])).stderr).toContain(
      'there is no type "nothing"',
    );
  });
});

describe('anchorline init', () => {
  it('writes a config for what is beside captions', async () => {
    const { code, stdout, stderr } = await cli(['init', INVOICE]);
    expect(stdout).toMatch(/FJ-20418\n.*"invoice_no", "anchor": "Invoice no"/u);
    expect(stdout).toMatch(/\(\$127\.00\)\n[^/]*"discount"/u);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d fields\n$/u) });
    expect(stdout).toContain('// Proposed from invoice.pdf.');
    expect(stdout).toContain('"id": "due_date"');
    const file = write(folder, 'init.json', stdout);
    expect((await cli(['lint', file])).stderr).toBe('0 errors and 0 warnings in 1 config\n');
  });

  it('writes a config for the largest table with --table', async () => {
    const { code, stdout, stderr } = await cli(['init', INVOICE, '--table']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 field\n' });
    expect(stdout).toContain('// 5 rows of Item, Description, Qty, Unit price, Amount');
    const file = write(folder, 'table.json', stdout);
    const { stdout: result } = await cli(['extract', INVOICE, '--config', file]);
    expect(JSON.parse(result).parsed_document.item.columns).toHaveLength(5);
  });

  it('says where there is no table for --table', async () => {
    const note = write(folder, 'note.txt', 'one line\n');
    const { code, stderr } = await cli(['init', note, '--table']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('no table with headings was found'),
    });
    expect((await cli(['init', INVOICE, '--table', '--value', 'total=1'])).code).toBe(2);
  });

  it('names in the config what it found no field for', async () => {
    const file = join(folder, 'partial.json');
    const { code, stderr } = await cli([
      'init',
      INVOICE,
      '--value',
      'x=nowhere',
      '--value',
      'total=2601',
      '--output',
      file,
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 value without a field'),
    });
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('// No field for x, nowhere: it is not on');
  });

  it('writes a starter without a document', async () => {
    const file = join(folder, 'starter.json');
    const { code, stderr } = await cli(['init', '--starter', 'invoice', '--output', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `the starter for invoice in ${file}\n` });
    const { stdout } = await cli(['extract', INVOICE, '--config', file]);
    expect(JSON.parse(stdout).parsed_document).toMatchObject({ total: { value: 2601 } });
    expect((await cli(['init', '--starter', 'receipt'])).stdout).toContain('// Receipts of');
    const again = await cli(['init', '--starter', 'invoice', '--output', file]);
    expect(again.stderr).toContain('--force writes over it');
  });

  it.each([
    [['init'], 'name a document, or a kind of document with --starter'],
    [['init', INVOICE, '--starter', 'invoice'], '--starter takes no document'],
    [['init', '--starter', 'passport'], 'Allowed choices are invoice, receipt, bank-statement, pay-stub'],
  ])('says what is wrong with %j', async (given, message) => {
    const { code, stderr } = await cli(given);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
