import { describe, expect, it } from 'vitest';
import { runType, type Tiebreaker } from '../../../src/language/types/select.js';
import { type LineSpec, testLine } from './lines.js';
import { registry, run, strict } from './support.js';

const H = 0.2;

function paragraph(specs: readonly LineSpec[], options: object = {}, tiebreaker?: Tiebreaker) {
  const lines = specs.map(testLine).map((line) => ({ text: line.text, line }));
  return runType(registry.compile({ id: 'paragraph', ...options }), lines, tiebreaker, strict);
}

/** Rows at multiples of a pitch. */
const stack = (texts: readonly string[], gaps: readonly number[]): LineSpec[] => {
  let top = 1;
  return texts.map((text, i) => {
    top += i === 0 ? 0 : H + (gaps[i - 1] ?? 0);
    return { text, left: 1, top, size: H };
  });
};

describe('paragraph', () => {
  const lines = stack(['Ice forms', 'in the lock.', 'Boats wait.'], [0.05, 0.15]);

  it('breaks where the gap is wide for the lower row', () => {
    expect(paragraph(lines).value).toEqual({ type: 'string', value: 'Ice forms in the lock.\nBoats wait.' });
    expect(paragraph(lines, { paragraphBreakThreshold: 2 }).value?.value).toBe(
      'Ice forms in the lock. Boats wait.',
    );
    expect(paragraph(lines, { paragraphBreakThreshold: 0 }).value?.value).toBe(
      'Ice forms\nin the lock.\nBoats wait.',
    );
  });

  it('keeps all line breaks', () => {
    expect(paragraph(lines, { allNewlines: true }).value?.value).toBe(
      'Ice forms\nin the lock.\n\nBoats wait.',
    );
  });

  it('gives one paragraph to a tiebreaker', () => {
    expect(paragraph(lines, {}, 'last')).toEqual({
      value: { type: 'string', value: 'Boats wait.' },
      lines: [2],
    });
    expect(paragraph(lines, {}, 'third').value).toBeNull();
    expect(paragraph(lines, {}, 'join').value?.value).toBe('Ice forms in the lock. Boats wait.');
  });

  it('measures in the font size of the lower row', () => {
    const small = [
      { text: 'HEADING', left: 1, top: 1, size: 0.4 },
      { text: 'small', left: 1, top: 1.45, size: 0.1 },
    ];
    expect(paragraph(small).value?.value).toBe('HEADING\nsmall');
    expect(paragraph([small[1]!, { text: 'LARGE', left: 1, top: 1.6, size: 0.4 }]).value?.value).toBe(
      'small LARGE',
    );
  });

  it('paragraph does not break at the top of the next column or page', () => {
    const columns = [
      { text: 'the end of', left: 1, top: 9, size: H },
      { text: 'a column', left: 4, top: 1, size: H },
      { text: 'and a page', left: 1, top: 5, size: H, page: 1 },
    ];
    expect(paragraph(columns).value?.value).toBe('the end of a column and a page');
    expect(paragraph(columns, { annotateSuperscriptAndSubscript: true }).value?.value).toBe(
      'the end of a column [EOP] and a page',
    );
  });

  it('joins lines beside each other to one row', () => {
    const row = [
      { text: 'Depth', left: 1, top: 1, size: H },
      { text: '4 m', left: 4, top: 1.05, size: H },
      { text: 'Width', left: 1, top: 1.27, size: H },
    ];
    expect(paragraph(row, { allNewlines: true }).value?.value).toBe('Depth 4 m\nWidth');
  });

  it('marks scripts, which then leave no gap', () => {
    const noted = [
      { text: 'Closed in May', left: 1, top: 1, size: H },
      { text: '2', left: 2.35, top: 0.97, size: 0.1 },
      { text: 'and June', left: 1, top: 1.25, size: H },
    ];
    const found = paragraph(noted, { annotateSuperscriptAndSubscript: true });
    expect(found).toEqual({
      value: { type: 'string', value: 'Closed in May [^2] and June' },
      lines: [0, 1, 2],
    });
  });

  it('leaves parts of lines unmarked', () => {
    const [base, mark] = [
      testLine({ text: 'Closed', left: 1, top: 1, size: H }),
      testLine({ text: '2', left: 2, top: 0.97, size: 0.1 }),
    ];
    const result = runType(
      registry.compile({ id: 'paragraph', annotateSuperscriptAndSubscript: true }),
      [
        { text: 'lose', line: base },
        { text: '2', line: mark },
      ],
      undefined,
      strict,
    );
    expect(result.value?.value).toBe('lose 2');
  });

  it('paragraph is null without text, and a plain row without geometry', () => {
    expect(run('paragraph', [' '])).toBeNull();
    expect(run('paragraph', ['a ', ' b'])).toEqual({ type: 'string', value: 'a b' });
  });
});
