import { describe, expect, test } from 'vitest';
import { extract } from '../../../src/index.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

/** Rows of text, 0.15 high and 0.17 apart; `null` for an empty row. */
function stack(rows: readonly (string | null)[], left: number, width: number, top = 1): LineSketch[] {
  return rows.flatMap((text, i) =>
    text === null
      ? []
      : [{ text, left, top: top + i * 0.17, width: width * (text.endsWith('.') ? 0.6 : 1), height: 0.15 }],
  );
}

async function value(lines: readonly LineSketch[], field: object): Promise<unknown> {
  const { parsed_document } = await extract(
    documentFromLines(lines),
    JSON.stringify({ fields: [{ id: 'value', ...field }] }),
  );
  const found = parsed_document['value'] as { value?: unknown } | null;
  return found?.value ?? null;
}

const LEFT = [
  'The berth is let for the',
  'summer of the coming year',
  'to the owner of the Swan.',
  null,
  'The rent is to be paid in',
  'advance, and no later than',
  '05/01/2024 at the office.',
];
const RIGHT = [
  'The crane of the harbour is',
  'closed for repairs until the',
  'new chain has come, which is',
  'said to be on its way, and',
  'will be open again from the',
  'morning of 09/15/2024 on for',
  'all vessels that lie here.',
];
const FIRST = 'The berth is let for the summer of the coming year to the owner of the Swan.';
const SECOND = 'The rent is to be paid in advance, and no later than 05/01/2024 at the office.';

describe('two columns with a gutter of a tenth of an inch', () => {
  const lines = [...stack(LEFT, 1, 2.4), ...stack(RIGHT, 3.5, 2.4)];

  test('two columns with a gutter of a tenth of an inch are not one paragraph', async () => {
    const method = { id: 'paragraph' };
    expect(await value(lines, { anchor: 'rent', method })).toBe(SECOND);
    expect(await value(lines, { anchor: 'rent', type: 'date', method })).toMatch(/^2024-05-01/);
    expect(await value(lines, { anchor: 'crane', type: 'date', method })).toMatch(/^2024-09-15/);
    expect(await value(lines, { anchor: 'crane', method })).toBe(RIGHT.join(' '));
  });

  test('two columns with a gutter of a tenth of an inch are read one after the other by the type', async () => {
    const field = { type: 'paragraph', method: { id: 'documentRange' } };
    expect(await value(lines, field)).toBe(`${FIRST}\n${SECOND}\n${RIGHT.join(' ')}`);
  });

  test('a title above them is a paragraph of its own', async () => {
    const title = { text: 'Rules of the harbour for guests', left: 1, top: 0.7, width: 4.9, height: 0.15 };
    expect(await value([title, ...lines], { anchor: 'berth', method: { id: 'paragraph' } })).toBe(FIRST);
    const field = { type: 'paragraph', method: { id: 'documentRange' } };
    expect(await value([title, ...lines], field)).toBe(
      `${title.text}\n${FIRST}\n${SECOND}\n${RIGHT.join(' ')}`,
    );
  });

  test('a paragraph reaches past the end of the other column', async () => {
    const longer = [...stack(LEFT, 1, 2.4), ...stack(RIGHT.slice(3), 3.5, 2.4, 1.17)];
    expect(await value(longer, { anchor: 'berth', method: { id: 'paragraph' } })).toBe(FIRST);
    expect(await value(longer, { anchor: 'office', method: { id: 'paragraph' } })).toBe(SECOND);
  });
});

test('an address on the right bridges no two paragraphs', async () => {
  const address = [
    'Harbour office',
    'Quay 3',
    '26721 Emden',
    'Lower Saxony',
    'Germany',
    'Room 12',
    'First floor',
  ];
  const lines = [...stack(LEFT, 1, 2.4), ...stack(address, 4, 1)];
  expect(await value(lines, { anchor: 'berth', method: { id: 'paragraph' } })).toBe(FIRST);
  expect(await value(lines, { anchor: 'rent', method: { id: 'paragraph' } })).toBe(SECOND);
});

test.each<[string, (readonly [string, string])[]]>([
  [
    'captions and their values',
    [
      ['Name of the vessel', 'Swan of Emden'],
      ['Owner', 'Harbour trust of the town'],
      ['Length in feet', '31'],
    ],
  ],
  [
    'a list of prices',
    [
      ['Berth for the night, small boats', '12.00'],
      ['Berth for the night, large boats', '18.00'],
      ['Water and power for one day only', '4.50'],
    ],
  ],
])('%s stay in their rows', async (_, rows) => {
  const lines = rows.flatMap(([caption, text], i) => [
    { text: caption, left: 1, top: 1 + i * 0.17, height: 0.15, width: caption.length * 0.07 },
    { text, left: 3.6, top: 1 + i * 0.17, height: 0.15, width: text.length * 0.07 },
  ]);
  const all = rows.map((row) => row.join(' ')).join(' ');
  expect(await value(lines, { anchor: rows[0]![0], method: { id: 'paragraph' } })).toBe(all);
  expect(await value(lines, { type: 'paragraph', method: { id: 'documentRange' } })).toBe(all);
});
