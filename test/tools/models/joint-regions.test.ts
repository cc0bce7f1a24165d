import { describe, expect, test } from 'vitest';
import { documentFromLines } from '../../../src/index.js';
import { jointRegions } from '../../../src/tools/models/joint-regions.js';

/** Blocks with an amount that ends 4 inches from the left, in a row with its caption. */
const AMOUNTS = ['$0', '$88', '$12,406'] as const;
const leftOf = (amount: string) => 4 - 0.08 * amount.length;
const blocks = AMOUNTS.map((text) =>
  documentFromLines([
    { text: 'Reserved', left: 1, top: 2 },
    { text, left: leftOf(text), top: 2 },
  ]),
);
const reads = blocks.map(({ pages: [page] }) => {
  const { text, boundingPolygon } = page!.lines[1]!;
  return { value: text, lines: [{ text, page: 0, boundingPolygon }] };
});
const region = (offsetX: number, width: number) => ({
  anchor: 'Reserved',
  method: { id: 'region', start: 'left', offsetX, offsetY: -0.1, width, height: 0.2, tiebreaker: 'first' },
});
const row = { anchor: 'Reserved', method: { id: 'row' } };
const fields = [
  { field: region(2.8, 0.24), given: [reads[0], undefined, undefined] },
  { field: row, given: reads },
];

describe('jointRegions', () => {
  test('a region reaches over the value of each block', () => {
    const [joint, ...others] = jointRegions(fields, blocks, reads);
    expect(others).toEqual([]);
    const { offsetX, width } = joint!.method as unknown as { offsetX: number; width: number };
    const first = blocks[2]!.pages[0]!.lines[1]!;
    expect(offsetX + 1).toBeLessThan(first.left);
    expect(offsetX + 1 + width).toBeGreaterThan(blocks[0]!.pages[0]!.lines[1]!.right);
    expect(joint).toMatchObject({ anchor: 'Reserved', method: { id: 'region', start: 'left' } });
    expect(joint!.method).not.toHaveProperty('tiebreaker');
  });

  test('what the model has mistaken in one block does not widen it', () => {
    const elsewhere = documentFromLines([
      { text: 'Reserved', left: 1, top: 2 },
      { text: '$7', left: 7, top: 5 },
    ]);
    const { text, boundingPolygon } = elsewhere.pages[0]!.lines[1]!;
    const wrong = { value: text, lines: [{ text, page: 0, boundingPolygon }] };
    const model = [...reads, wrong];
    const all = fields.map(({ field, given }) => ({ field, given: [...given, wrong] }));
    expect(jointRegions(all, [...blocks, elsewhere], model)).toEqual(jointRegions(fields, blocks, reads));
  });

  test('fields that measure nothing are left as they are', () => {
    expect(jointRegions(fields.slice(1), blocks, reads)).toEqual([]);
  });
});
