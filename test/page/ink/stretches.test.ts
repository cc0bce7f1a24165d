import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowBands } from '../../../src/page/ink/grey.js';
import {
  eachLevelStretch,
  eachUprightStretch,
  INK,
  type VisitStretch,
} from '../../../src/page/ink/stretches.js';

type Visited = readonly [number, number, number];

/** A picture from its rows. */
function picture(rows: readonly (readonly number[])[]) {
  return { width: rows[0]?.length ?? 0, height: rows.length, dpi: 100, data: Uint8Array.from(rows.flat()) };
}

function visited(each: (visit: VisitStretch) => void): Visited[] {
  const seen: Visited[] = [];
  each((...stretch) => {
    seen.push(stretch);
    return true;
  });
  return seen;
}

/** The stretches of ink along rows, pixel by pixel. */
function stretchesOf(rows: readonly (readonly number[])[], ink = INK): Visited[] {
  return rows.flatMap((row, line) =>
    row.flatMap((luma, from) => {
      if (luma >= ink || row[from - 1]! < ink) return [];
      const length = row.slice(from).findIndex((each) => each >= ink);
      return [[line, from, length < 0 ? row.length : from + length] as const];
    }),
  );
}

/** Brightness near the thresholds of single bits, and of the ink. */
const luma = fc.constantFrom(0, 31, 96, 127, 128, INK - 1, INK, 191, 192, 254, 255);
/** Rows that are longer than a word of bits, and end within four pixels of one. */
const rowsOfLuma = fc
  .integer({ min: 1, max: 70 })
  .chain((width) =>
    fc.array(fc.array(luma, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 9 }),
  );

describe('stretches of ink', () => {
  it('level ones come from the top, and in a row from the left', () => {
    fc.assert(
      fc.property(rowsOfLuma, (rows) => {
        expect(visited((visit) => eachLevelStretch(picture(rows), visit))).toEqual(stretchesOf(rows));
      }),
    );
  });

  it('upright ones come where they end, by any brightness of ink and with or without bands', () => {
    const inks = fc.constantFrom(1, 32, 127, 128, 129, INK, 230, 255);
    fc.assert(
      fc.property(rowsOfLuma, inks, (rows, ink) => {
        const twice = rows.flatMap((row) => [row, row]);
        const columns = twice[0]!.map((_, x) => twice.map((row) => row[x]!));
        const wanted = stretchesOf(columns, ink).sort((a, b) => a[2] - b[2] || a[0] - b[0]);
        const image = picture(twice);
        const found = (bands?: Int32Array) =>
          visited((visit) => eachUprightStretch(image, visit, ink, bands));
        expect(found()).toEqual(wanted);
        expect(found(rowBands(image))).toEqual(wanted);
      }),
    );
  });

  it.each([eachLevelStretch, eachUprightStretch])('the search ends where it is told to', (each) => {
    let count = 0;
    each(picture(Array.from({ length: 3 }, () => [0, 255, 0, 255, 0])), () => ++count < 2);
    expect(count).toBe(2);
  });

  it('a picture may lie anywhere in a buffer', () => {
    const { data, ...size } = picture([[255, 0, 0, 255, 0]]);
    const shifted = new Uint8Array(data.length + 3);
    shifted.set(data, 3);
    const stretches = visited((visit) => eachLevelStretch({ ...size, data: shifted.subarray(3) }, visit));
    expect(stretches).toEqual([
      [0, 1, 3],
      [0, 4, 5],
    ]);
  });
});
