import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LABELS = fixture('labels.pdf');
const CONFIG = fileURLToPath(new URL('../../../fixtures/configs/labels.json', import.meta.url));

describe('anchorline why', () => {
  it('shows every field in a line, and null ones in full', async () => {
    const { code, stdout, stderr } = await cli(['why', LABELS, CONFIG]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines).toContain('broker: "Ines Falk" (string)');
    const at = lines.findIndex((line) => line.startsWith('spring_weekend: null'));
    expect(lines.slice(at + 1, at + 7)).toEqual([
      '  field       fields[16]',
      '  looked for  "spring"',
      expect.stringMatching(/^ {2}anchor {6}"Spring" on page 0, x .*passed over$/u),
      expect.stringMatching(/^ {2}method {6}intersection: .*"verticalAnchor":"weekend"/u),
      expect.stringMatching(/^ {2}searched {4}from the point 4\.90, 6\.38 on page 0$/u),
      '',
    ]);
  });

  it('shows one field in full, with its fallbacks', async () => {
    const { stdout } = await cli(['why', LABELS, CONFIG, 'parcel_number']);
    expect(stdout).toMatch(/^parcel_number: "P-118" \(string\)\n {2}field {7}fields\[2\]/u);
    expect(stdout).toMatch(/ {2}fallback {4}fields\[3\][\s\S]*captured {4}"P-118" on page 0/u);
  });

  it('shows lines that are like an anchor that is not there', async () => {
    const config = write(
      folder,
      'a.json',
      '{"fields": [{"id": "a", "anchor": "lnvoice N0.", "method": {"id": "row"}}]}',
    );
    const { stdout } = await cli(['why', fixture('invoice.pdf'), config]);
    expect(stdout).toContain('similar     "Invoice no." on page 0: 2 of 11 characters differ');
  });

  it('takes the config by its place or with --config, and not twice', async () => {
    const byPlace = await cli(['why', LABELS, CONFIG, 'broker']);
    expect(await cli(['why', LABELS, 'broker', '--config', CONFIG])).toEqual(byPlace);
    const none = await cli(['why', LABELS]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('give a config: anchorline why <document> <config>');
    expect((await cli(['why', LABELS, CONFIG, 'broker', '--config', CONFIG])).code).toBe(2);
  });

  it('begins with the try that came closest, and says which condition kept a field from running', async () => {
    const document = write(folder, 'date.txt', 'Invoice date: 03/04/2025\nIssued on: later\n');
    const date = {
      id: 'date',
      anchor: 'invoice date',
      type: 'number',
      method: { id: 'label', position: 'right' },
    };
    const config = write(
      folder,
      'date.json',
      JSON.stringify({
        fields: [
          { id: 'total', anchor: 'total', method: { id: 'row' } },
          { ...date, anchor: 'dated' },
          { ...date, type: { id: 'date', format: '%Y-%m-%d' } },
          {
            method: {
              id: 'conditional',
              condition: { '==': [{ var: 'total.unit' }, '$'] },
              fieldsOnPass: [date],
            },
          },
        ],
      }),
    );
    const { stdout } = await cli(['why', document, config, 'date']);
    expect(stdout).toMatch(/^date: null: text was found, but no date in it: ": 03\/04\/2025"/u);
    expect(stdout).toContain('not run     fields[3] where {"==":[{"var":"total.unit"},"$"]}; total is null');
  });

  it('says of sections which run is which', async () => {
    const document = write(folder, 'claims.txt', 'Claim 1\npaid 5\nClaim 2\nClaim 3\npaid 7\n');
    const config = write(
      folder,
      'claims.json',
      `{"fields": [{"id": "claims", "type": "sections", "range": {"anchor": "claim"}, "requiredFields": ["paid"],
        "fields": [{"id": "paid", "anchor": "paid", "type": "number", "method": {"id": "label", "position": "right"}}]}]}`,
    );
    const { stdout, stderr } = await cli(['why', document, config, 'paid']);
    expect(stderr).toBe('');
    expect(stdout).toContain('fields[0].fields[0], claims[1]');
    expect(stdout).toContain('no line matches "paid"');
    const all = await cli(['why', document, config, 'claims']);
    expect(all.stdout).toContain('2 in the result, 1 dropped because a required field has no value');
  });

  it('says why cells are null and rows left out, of tables that are joined and taken out, too', async () => {
    const document = write(folder, 'stock.csv', 'Stock\nItem,In store\nnuts,12\nbolts,many\n,7\nscrews,\n');
    const method = {
      id: 'textTable',
      stop: 'none',
      columns: [
        { id: 'item', minX: 0, maxX: 1, isRequired: true },
        { id: 'amount', minX: 1, maxX: 2.5, type: 'number' },
      ],
    };
    const fields = [{ id: 'stock', anchor: 'in store', type: 'table', method }];
    const computed_fields = [
      { id: 'rows', method: { id: 'zip', source_ids: ['stock'] } },
      { id: 'out', method: { id: 'suppressOutput', source_ids: ['stock'] } },
    ];
    const config = write(folder, 'stock.json', JSON.stringify({ fields, computed_fields }));
    const told = [
      '  rows        3 in the result, 1 left out',
      expect.stringMatching(/^ {2}left out {4}"7" on page 0, y \S+: the required column "item" is empty$/u),
      '  null cell   [1].amount: "many" on page 0: no number in the text',
      '  null cell   [2].amount: the cell is empty',
    ];
    const { stdout } = await cli(['why', document, config, 'stock']);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['stock: not part of the result', ...told]));
    const joined = await cli(['why', document, config, 'rows[1].amount']);
    expect(joined.stdout.split('\n')).toEqual(expect.arrayContaining(['  source      stock', ...told]));
  });

  it('takes the names that tables of results print', async () => {
    const document = write(folder, 'named.txt', 'Claim 1\npaid 5\nClaim 2\nClaim 3\npaid 7\n');
    const fields = `{"fields": [{"id": "claims", "type": "sections", "range": {"anchor": "claim"}, "requiredFields": ["paid"],
      "fields": [{"id": "paid", "anchor": "paid", "type": "number", "method": {"id": "label", "position": "right"}}]}]}`;
    const config = write(folder, 'named.json', fields);
    const why = async (name: string) => (await cli(['why', document, config, name])).stdout;
    // The section without an amount is not in the result, so that its second is the third that was cut.
    const second = await why('claims[1].paid');
    expect(second).toContain('fields[0].fields[0], claims[2]');
    expect(second).not.toContain('claims[0]');
    expect((await why('claims.paid')).match(/^ {2}field /gmu)).toHaveLength(3);
    expect(await why('claims[0].paid.value')).toMatch(/^paid: [\s\S]*claims\[0\]/u);
    expect((await cli(['why', document, config, 'nobody.paid'])).stderr).toContain(
      'has no field "nobody.paid"',
    );
  });

  it('names the fields where one is not known', async () => {
    const { code, stderr } = await cli(['why', LABELS, CONFIG, 'nobody']);
    expect(code).toBe(1);
    expect(stderr).toContain('has no field "nobody"; those that ran: broker, ');
    expect((await cli(['why', '-', '-'])).code).toBe(2);
    expect((await cli(['why', join(folder, 'none.pdf'), CONFIG])).stderr).toContain('there is no such file');
  });
});
