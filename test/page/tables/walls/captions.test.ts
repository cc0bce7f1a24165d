import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { footerOf, titleOf } from '../../../../src/page/tables/walls/captions.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';

const TABLE = { left: 1, right: 6, top: 3, bottom: 5 };

function lines(...sketches: readonly LineSketch[]) {
  return documentFromLines(sketches).pages[0]!.lines;
}

function title(...sketches: readonly LineSketch[]) {
  return titleOf(TABLE, lines(...sketches), [])?.text;
}

function footer(...sketches: readonly LineSketch[]) {
  return footerOf(TABLE, lines(...sketches), [])?.text;
}

describe('titleOf', () => {
  test('the nearest row above, within half an inch', () => {
    expect(title({ text: 'Fees', left: 2, top: 2.5 })).toBe('Fees');
    expect(title({ text: 'Fees', left: 2, top: 2.3 })).toBeUndefined();
    expect(title({ text: 'Fees', left: 6.5, top: 2.7 })).toBeUndefined();
  });

  test('rows that are close, at most three', () => {
    const stack = ['one', 'two', 'three', 'four'].map((text, i) => ({ text, left: 2, top: 2.2 + i * 0.17 }));
    expect(title(...stack)).toBe('two three four');
    expect(title({ text: 'Report', left: 2, top: 2.3 }, { text: 'Fees', left: 2, top: 2.6 })).toBe('Fees');
  });

  test('labels are no titles', () => {
    expect(title({ text: 'Fees:', left: 2, top: 2.7 })).toBeUndefined();
    expect(title({ text: 'Year: 2024', left: 2, top: 2.7 })).toBeUndefined();
  });

  test('texts side by side are no title, but for one that is numbered', () => {
    const addresses = ['Hill Farm', '3 Mill Lane', 'Ely'].flatMap((text, i) => [
      { text, left: 1, top: 2.3 + i * 0.17 },
      { text: `${text} two`, left: 4, top: 2.3 + i * 0.17 },
    ]);
    expect(title(...addresses)).toBeUndefined();
    expect(title(...addresses.slice(0, -1))).toBeUndefined();
    expect(title({ text: 'Table 3', left: 1, top: 2.7 }, { text: 'Fees', left: 3, top: 2.7 })).toBe(
      'Table 3 Fees',
    );
    expect(title({ text: 'Fees', left: 1, top: 2.7 }, { text: 'of 2024', left: 1.5, top: 2.7 })).toBe(
      'Fees of 2024',
    );
  });

  test('text of another table is no title', () => {
    const above = lines({ text: 'Fees', left: 2, top: 2.7 });
    expect(titleOf(TABLE, above, [{ left: 1, right: 6, top: 2, bottom: 2.95 }])).toBeUndefined();
  });
});

describe('footerOf', () => {
  test('a sentence or a note within half an inch below', () => {
    expect(footer({ text: 'All fees are due at once.', left: 1, top: 5.2 })).toBe(
      'All fees are due at once.',
    );
    expect(footer({ text: '* per night', left: 1, top: 5.2 })).toBe('* per night');
    expect(footer({ text: 'End of table', left: 1, top: 5.2 })).toBeUndefined();
    expect(footer({ text: 'Too far away.', left: 1, top: 5.6 })).toBeUndefined();
  });

  test('rows that are close belong to it', () => {
    const rows = ['All fees are due', 'at once.'].map((text, i) => ({ text, left: 1, top: 5.2 + i * 0.17 }));
    expect(footer(...rows, { text: 'Next chapter.', left: 1, top: 6 })).toBe('All fees are due at once.');
  });
});
