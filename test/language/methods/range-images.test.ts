import { describe, expect, test } from 'vitest';
import { extract, validateConfig } from '../../../src/index.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { drawnDocument } from '../../support/drawn.js';

const LINES = [
  { text: 'Start', left: 1, top: 2 },
  { text: 'Second', left: 1, top: 4 },
  { text: 'Stop', left: 1, top: 6 },
];

function box(left: number, top: number, right: number, bottom: number): Box {
  return { left, top, right, bottom };
}

/** The top left corners and sizes of the images that a field gives. */
async function images(given: readonly Box[], method: object = {}, field: object = { anchor: 'start' }) {
  const { document } = drawnDocument({ lines: LINES, images: given });
  const config = {
    fields: [
      {
        id: 'value',
        type: 'images',
        ...field,
        method: { id: 'documentRange', includeImages: true, ...method },
      },
    ],
  };
  const result = await extract(document, JSON.stringify(config), undefined, { trace: true });
  expect(result.errors).toEqual([]);
  const value = result.parsed_document['value'] as {
    images: { page: number; boundingPolygon: { x: number; y: number }[] }[];
  } | null;
  return value?.images.map(({ boundingPolygon: [a, , c] }) => [a!.x, a!.y, c!.x, c!.y]) ?? null;
}

describe('documentRange with images', () => {
  test('those whose middle lies between anchor and stop, from the top', async () => {
    const given = [
      box(1, 5.5, 2, 6.2),
      box(1, 3, 2, 3.5),
      box(1, 1, 2, 1.5),
      box(4, 3, 5, 4),
      box(1, 7, 2, 8),
    ];
    expect(await images(given, { stop: 'stop' })).toEqual([
      [1, 3, 2, 3.5],
      [4, 3, 5, 4],
      [1, 5.5, 2, 6.2],
    ]);
    expect(await images(given, { stop: { type: 'equals', text: 'second' } })).toEqual([
      [1, 3, 2, 3.5],
      [4, 3, 5, 4],
    ]);
  });

  test('offsets, a number of lines, no anchor', async () => {
    const given = [box(1, 1, 2, 1.5), box(1, 3, 2, 3.5), box(1, 7, 2, 8)];
    expect(await images(given, { offsetY: -1, stop: 'stop', stopOffsetY: 2 })).toHaveLength(3);
    expect(await images(given, { numLines: 1 })).toEqual([[1, 3, 2, 3.5]]);
    expect(await images(given, {}, {})).toHaveLength(3);
    expect(await images([given[0]!])).toBeNull();
  });

  test('strips of one picture are one image; specks and scans are none', async () => {
    const strips = [box(1, 3, 3, 3.4), box(1, 3.4, 3, 3.8), box(1, 3.805, 3, 4)];
    expect(await images(strips)).toEqual([[1, 3, 3, 4]]);
    expect(await images([box(1, 3, 2, 4), box(2, 3, 3, 4), box(3, 3, 3.5, 4)])).toEqual([[1, 3, 3.5, 4]]);
    expect(await images([box(1, 3, 1.05, 3.05), box(0, 0, 8.5, 10.9)])).toBeNull();
  });

  test('documentRange gives the images inside an x range', async () => {
    const xRangeFilter = { start: 'left', offsetX: 0, width: 2 };
    expect(await images([box(1, 3, 2, 4), box(2.5, 3, 3.5, 4)], { xRangeFilter })).toEqual([[1, 3, 2, 4]]);
  });

  test('the type images is allowed with it alone', () => {
    const check = (field: object) =>
      validateConfig({ fields: [{ id: 'a', anchor: 'x', ...field }] }).map(
        ({ path, severity }) => `${severity} ${path.join('.')}`,
      );
    expect(check({ type: 'images', method: { id: 'row' } })).toEqual(['error fields.0.type']);
    expect(check({ type: 'images', method: { id: 'documentRange' } })).toEqual(['error fields.0.type']);
    expect(check({ method: { id: 'documentRange', includeImages: true } })).toEqual(['warning fields.0']);
    expect(check({ type: 'images', method: { id: 'documentRange', includeImages: true } })).toEqual([]);
    expect(check({ method: { id: 'documentRange', stopOffsetY: 1 } })).toEqual([
      'warning fields.0.method.stopOffsetY',
    ]);
  });
});
