/** Fields for places on a page: what is pointed at is what they give. */
import { afterAll, describe, expect, test } from 'vitest';
import { createExtractor } from '../../../src/extractor.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { proposeAt } from '../../../src/tools/authoring/propose.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

const letter = documentFromLines([
  { text: 'Harbour dues', left: 1, top: 0.5 },
  { text: 'Policy no.', left: 1, top: 1 },
  { text: 'P-77', left: 2.5, top: 1 },
  { text: 'Total: $45.00 due', left: 1, top: 1.5 },
  { text: 'Berth', left: 1, top: 3 },
  { text: 'Weeks', left: 3, top: 3 },
  { text: 'Fee', left: 5, top: 3 },
  { text: 'Swan', left: 1, top: 3.3 },
  { text: '4', left: 3, top: 3.3 },
  { text: '$40.00', left: 5, top: 3.3 },
  { text: 'Heron', left: 1, top: 3.6 },
  { text: '6', left: 3, top: 3.6 },
  { text: '$60.00', left: 5, top: 3.6 },
  { text: 'P-77', left: 6, top: 7 },
]);
const other = documentFromLines([
  { text: 'Policy no.', left: 1, top: 2 },
  { text: 'P-78', left: 2.5, top: 2 },
]);

async function at(area: Box, isDrawn = true) {
  return proposeAt([letter, other], { document: 0, page: 0, area, isDrawn }, { extractor });
}

/** What a field gives on the two documents. */
async function given(field: object): Promise<unknown[]> {
  const results = [];
  for (const document of [letter, other]) {
    const { parsed_document } = await extractor.extract(
      document,
      JSON.stringify({ fields: [{ id: 'a', ...field }] }),
    );
    results.push((parsed_document['a'] as { readonly value?: unknown } | null)?.value ?? null);
  }
  return results;
}

describe('fields for a place', () => {
  test('give the value that is printed there, and its like on other documents', async () => {
    const { text, fields } = await at({ left: 2.4, top: 0.9, right: 3.5, bottom: 1.3 });
    expect(text).toBe('P-77');
    const [first] = fields;
    expect(first).toMatchObject({ kind: 'value', id: 'policy_no' });
    expect(await given(first!.field)).toEqual(['P-77', 'P-78']);
  });

  test('lead to the place that was pointed at, not to the same value elsewhere', async () => {
    const { fields } = await at({ left: 5.9, top: 6.9, right: 7, bottom: 7.3 }, false);
    expect(fields.map(({ id }) => id)).not.toContain('policy_no');
    for (const { field } of fields) expect((await given(field))[0]).toBe('P-77');
  });

  test('fields for a place are none where nothing is printed', async () => {
    expect(await at({ left: 7, top: 9, right: 7.2, bottom: 9.2 })).toEqual({ text: '', fields: [] });
  });

  test('give a part of a line', async () => {
    const { text, fields } = await at({ left: 1.4, top: 1.4, right: 2.05, bottom: 1.8 });
    expect(text).toBe('$45.00');
    expect(await given(fields[0]!.field)).toEqual([45, null]);
  });

  test('give what is in an area that was drawn', async () => {
    const { fields } = await at({ left: 0.9, top: 1.4, right: 3, bottom: 1.8 });
    const region = fields.find(({ kind }) => kind === 'region');
    expect(region?.field.method).toMatchObject({ id: 'region', width: 2.1, height: 0.4 });
    expect((await given(region!.field))[0]).toBe('Total: $45.00 due');
  });

  test('give the table that a line is in', async () => {
    const { fields } = await at({ left: 2.9, top: 3.2, right: 3.6, bottom: 3.5 }, false);
    const table = fields.find(({ kind }) => kind === 'table');
    expect(table?.how).toBe('2 rows of Berth, Weeks, Fee');
    expect(table?.field.method).toMatchObject({
      id: 'textTable',
      columns: [{ id: 'berth' }, { id: 'weeks' }, { id: 'fee' }],
    });
  });

  test('fields for a place are refused for a document that is not there', async () => {
    const area = { left: 0, top: 0, right: 1, bottom: 1 };
    await expect(proposeAt([], { document: 0, page: 0, area, isDrawn: true }, { extractor })).rejects.toThrow(
      RangeError,
    );
  });
});
