import { describe, expect, test } from 'vitest';
import { button, type DrawnPage, runOn } from '../../support/drawn.js';
import { cross, frame, stroke } from '../../support/paths.js';

const CAPTION = { text: 'caption', left: 2, top: 2 };

async function resultOn(drawn: DrawnPage, method: object = {}) {
  const anchored = { lines: [CAPTION], ...drawn };
  return (
    await runOn(anchored, {
      anchor: 'caption',
      method: { id: 'nearestCheckbox', position: 'right', ...method },
    })
  ).value;
}

const box = (left: number, top: number, ticked = false) => [
  frame(left, top, left + 0.15, top + 0.15),
  ...(ticked ? cross(left + 0.03, top + 0.03, left + 0.12, top + 0.12) : []),
];

describe('nearestCheckbox', () => {
  test('takes the nearest box in any direction', async () => {
    expect(await resultOn({ paths: [...box(2.5, 2.5, true), ...box(3.5, 2)] })).toBe(true);
    expect(await resultOn({ paths: [...box(2.5, 5), ...box(2.6, 2.1, true)] })).toBe(true);
    expect(await resultOn({ paths: [...box(2.5, 2.5), ...box(3.5, 2, true)] })).toBe(false);
  });

  test('sees a box under a cross that goes over its border, before an empty one beside it', async () => {
    const crossed = [frame(2.6, 2, 2.75, 2.15), ...cross(2.57, 1.97, 2.78, 2.18)];
    expect(await resultOn({ paths: [...crossed, ...box(3.2, 2)] })).toBe(true);
    expect(await resultOn({ paths: [...crossed, ...box(2.6, 2.4)] })).toBe(true);
  });

  test('measures from the point moved by the offsets', async () => {
    const paths = [...box(1, 2, true), ...box(2.6, 2)];
    expect(await resultOn({ paths })).toBe(false);
    expect(await resultOn({ paths }, { offsetX: -1.4 })).toBe(true);
  });

  test('looks no further up or down than maxYDistance', async () => {
    // The middle of the caption is at 2.07 in, those of the boxes are at 2.475 and 3.575.
    const paths = [...box(2.6, 2.4), ...box(2.6, 3.5, true)];
    expect(await resultOn({ paths })).toBe(false);
    expect(await resultOn({ paths }, { maxYDistance: 0.41 })).toBe(false);
    expect(await resultOn({ paths }, { maxYDistance: 0.4 })).toBeNull();
    expect(await resultOn({ paths: box(2.6, 3.5, true) })).toBeNull();
    expect(await resultOn({ paths: box(2.6, 3.5, true) }, { maxYDistance: 1.6 })).toBe(true);
  });

  test('says how far boxes may be', async () => {
    const { reason } = await runOn(
      { lines: [CAPTION], paths: box(2.6, 2.4) },
      { anchor: 'caption', method: { id: 'nearestCheckbox', position: 'right', maxYDistance: 0.1 } },
    );
    expect(reason).toMatch(/it may be 1 in away, 3 in along the row, and 0\.1 in above or below$/u);
  });

  test('prefers the side asked for among boxes as near', async () => {
    // The right end of the caption is at 2.49 in.
    const fields = [
      button({ left: 2.19, top: 2, right: 2.29, bottom: 2.14 }, false),
      button({ left: 2.69, top: 2, right: 2.79, bottom: 2.14 }, true),
    ];
    expect(await resultOn({ fields })).toBe(true);
    expect(await resultOn({ fields }, { position: 'left', offsetX: 0.49 })).toBe(false);
  });

  test('looks at nothing but the form where there is one, unless asked to', async () => {
    const fields = [button({ left: 3, top: 2.5, right: 3.1, bottom: 2.6 }, false)];
    const paths = box(2.6, 2, true);
    expect(await resultOn({ paths, fields })).toBe(false);
    expect(await resultOn({ paths, fields }, { ignoreFormData: true })).toBe(true);
    expect(await resultOn({ paths, fields: fields.map((each) => ({ ...each, hidden: true })) })).toBe(true);
  });

  test('nearestCheckbox does not take the picture of the letter N for a mark', async () => {
    const pen = { width: 0.015 };
    const letter = stroke([2.65, 2.11, 2.65, 2.04, 2.7, 2.11, 2.7, 2.04], pen);
    expect(await resultOn({ paths: [frame(2.6, 2, 2.75, 2.15), letter] })).toBe(false);
  });

  test.each([
    ['N', false],
    ['no', false],
    ['0', false],
    ['X', true],
    ['y', true],
  ])('reads what is typed into the box: %s', async (text, expected) => {
    const lines = [CAPTION, { text, left: 2.64, top: 2.01, width: 0.07, height: 0.13 }];
    expect(await resultOn({ lines, paths: box(2.6, 2), pictured: cross(2.63, 2.03, 2.72, 2.12) })).toBe(
      expected,
    );
    expect(await resultOn({ lines, paths: box(2.6, 2), blind: true })).toBe(expected);
  });

  test.each([
    ['☐', false],
    ['☑', true],
    ['✅', true],
    ['[ ]', false],
    ['[X]', true],
    ['( x )', true],
    ['\ue085X\ue086', true],
    ['\ue085 \ue086', false],
  ])('knows boxes typed as text: %s', async (text, expected) => {
    expect(await resultOn({ lines: [CAPTION, { text, left: 2.8, top: 2 }] })).toBe(expected);
  });

  test.each(['X', '--', '..', '[Note]', 'a[x]b', '5 %'])(
    'nearestCheckbox does not take %s for a box',
    async (text) => {
      expect(await resultOn({ lines: [CAPTION, { text, left: 2.8, top: 2 }] })).toBeNull();
    },
  );

  test('nearestCheckbox does not take letters for rings', async () => {
    const pictured = [frame(3, 2, 3.12, 2.12)];
    const word = { text: 'OK', left: 2.98, top: 1.98, width: 0.3, height: 0.16 };
    expect(await resultOn({ lines: [CAPTION, word], pictured })).toBeNull();
    expect(await resultOn({ pictured })).toBe(false);
  });

  test('looks at the page where OCR read brackets and marks', async () => {
    // A tenth of an inch a character: `X]` from 3.0 to 3.2, `[` from 3.7 to 3.8.
    const line = { text: 'X] Yes [ No', left: 3, top: 2, width: 1.1, height: 0.15 };
    const pictured = [...box(3.03, 2, true), ...box(3.68, 2)];
    const lines = [CAPTION, line];
    expect(await resultOn({ lines, pictured })).toBe(true);
    expect(await resultOn({ lines, pictured }, { offsetX: 1 })).toBe(false);
    const glued = { ...line, text: 'X]Yes' };
    expect(await resultOn({ lines: [CAPTION, { ...glued, width: 0.5 }], pictured: box(3.03, 2, true) })).toBe(
      true,
    );
    // Letters look the same, but nothing shows a box.
    const other = { ...line, text: 'OK Yes D No' };
    expect(await resultOn({ lines: [CAPTION, other], pictured })).toBeNull();
  });

  test.each<[string, object]>([
    ['far away', { left: 2.6, top: 7 }],
    ['a little too far below', { left: 2.3, top: 3.2 }],
    ['too far along the row', { left: 5.6, top: 2 }],
  ])('nearestCheckbox does not take a box %s', async (_, { left, top }: { left?: number; top?: number }) => {
    const result = await runOn(
      { lines: [CAPTION], paths: box(left!, top!, true) },
      { anchor: 'caption', method: { id: 'nearestCheckbox', position: 'right' } },
    );
    expect(result.value).toBeNull();
    expect(result.reason).toMatch(
      /^the nearest box to tick is \d\.\d in away; it may be 1 in away, 3 in along the row$/,
    );
  });

  test('takes a box at the end of leaders of dots', async () => {
    expect(await resultOn({ paths: box(5.3, 2, true) })).toBe(true);
    expect(await resultOn({ paths: [...box(5.3, 2, true), ...box(3.5, 4)] })).toBe(true);
  });

  describe('where a box is in the row of the anchor', () => {
    const below = { text: 'Wind', left: 2.1, top: 2.25 };
    const paths = [...box(4, 2), ...box(2.55, 2.25, true)];

    test('leaves nearer boxes of other rows to the captions beside them', async () => {
      expect(await resultOn({ paths, lines: [CAPTION, below] })).toBe(false);
      expect(await resultOn({ paths: box(2.55, 2.25, true), lines: [CAPTION, below] })).toBe(true);
    });

    test('takes a nearer box of another row that nothing else is beside', async () => {
      expect(await resultOn({ paths, lines: [CAPTION, { ...below, left: 6.5 }] })).toBe(true);
    });

    test.each([
      ['on the other side', [...box(1, 2), ...box(2.55, 2.25, true)], []],
      ['beyond another text', paths, [{ text: 'Other', left: 3, top: 2 }]],
    ])('takes the nearest of all where that box is %s', async (_, drawn, more) => {
      expect(await resultOn({ paths: drawn, lines: [CAPTION, below, ...more] })).toBe(true);
    });

    test('takes the box in the row of the anchor that the offsets point at', async () => {
      expect(await resultOn({ paths, lines: [CAPTION, below] }, { offsetX: 0.1, offsetY: 0.25 })).toBe(true);
    });
  });

  describe('where captions follow their boxes', () => {
    const above = { text: 'Wind', left: 2, top: 1.75 };
    const left = { position: 'left' };

    test('takes no box that another caption follows more closely', async () => {
      const lines = [above, CAPTION];
      expect(await resultOn({ paths: box(1.8, 1.75, true), lines }, left)).toBeNull();
      expect(await resultOn({ paths: [...box(1.8, 1.75, true), ...box(1.8, 2)], lines }, left)).toBe(false);
    });

    test('takes the one that it heads', async () => {
      const lines = [CAPTION, { text: 'private', left: 2.2, top: 2.25 }];
      expect(await resultOn({ paths: box(2.03, 2.22, true), lines }, left)).toBe(true);
    });

    test('takes one that is free, or between the rows of its caption', async () => {
      expect(await resultOn({ paths: box(1.8, 1.75, true), lines: [CAPTION] }, left)).toBe(true);
      const second = { text: 'in two rows', left: 2, top: 2.14 };
      expect(await resultOn({ paths: box(1.8, 2.08, true), lines: [CAPTION, second] }, left)).toBe(true);
    });

    test('takes the box after its caption that the offsets point at', async () => {
      const lines = [above, CAPTION];
      const moved = { ...left, offsetY: -0.25 };
      expect(await resultOn({ paths: box(1.8, 1.75, true), lines }, moved)).toBe(true);
    });
  });

  test('nearestCheckbox is null on a page without boxes', async () => {
    expect(await resultOn({ paths: [stroke([1, 1, 2, 1])] })).toBeNull();
  });
});
