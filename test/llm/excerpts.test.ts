import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../src/llm/chunks.js';
import { excerptsOf, merged, pageBoxes, wholeExcerpt } from '../../src/llm/excerpts.js';
import { modelScope, onePerPage } from './scopes.js';

const countTokens = (text: string) => text.length;
const scope = onePerPage('alpha', 'beta', 'gamma', 'delta');
const pages = chunksOf(scope, { size: 1, overlap: 0 });
const pick = (...which: readonly number[]) => which.map((i) => pages[i]!);

describe('excerptsOf', () => {
  it('joins chunks that touch, in document order', () => {
    const { excerpts, isCut } = excerptsOf(scope, pick(3, 1, 0), {
      pageHinting: true,
      maxTokens: 1000,
      countTokens,
    });
    expect(excerpts.map(({ text, hint }) => ({ text, hint }))).toEqual([
      { text: 'alpha\n\n[page 2]\nbeta', hint: 'from the top of page 1 to the bottom of page 2' },
      { text: 'delta', hint: 'from the top of page 4 to the bottom of page 4' },
    ]);
    expect(isCut).toBe(false);
  });

  it('prints what chunks share once', () => {
    const halves = chunksOf(scope, { size: 0.5, overlap: 0.5 });
    const { excerpts } = excerptsOf(scope, halves.slice(0, 2), {
      pageHinting: false,
      maxTokens: 1000,
      countTokens,
    });
    expect(excerpts.map(({ text }) => text)).toEqual(['alpha']);
  });

  it('says quarters of pages in words, and nothing of pages where they are not named', () => {
    const chunk = { start: 0.25, end: 1.75, lines: [0, 1] };
    const hintOf = (pageHinting: boolean) =>
      excerptsOf(scope, [chunk], { pageHinting, maxTokens: 1000, countTokens }).excerpts[0]!;
    expect(hintOf(true).hint).toBe(
      'from the one quarter down of page 1 to the three quarters down of page 2',
    );
    expect(hintOf(false)).toMatchObject({ hint: undefined, text: 'alpha\n\nbeta' });
  });

  it('leaves out the worst chunks when it is too much', () => {
    const { excerpts, isCut } = excerptsOf(scope, pick(2, 0), {
      pageHinting: false,
      maxTokens: 8,
      countTokens,
    });
    expect(excerpts.map(({ text }) => text)).toEqual(['gamma']);
    expect(isCut).toBe(true);
  });

  it('cuts the last chunk at its end', () => {
    const long = modelScope(['one', 'two', 'three'].map((text, i) => ({ text, left: 1, top: 1 + i * 0.2 })));
    const chunks = chunksOf(long, { size: 1, overlap: 0 });
    const { excerpts, isCut } = excerptsOf(long, chunks, { pageHinting: false, maxTokens: 8, countTokens });
    expect(excerpts[0]).toMatchObject({ text: 'one\ntwo' });
    expect(excerpts[0]!.rows).toHaveLength(2);
    expect(isCut).toBe(true);
  });

  it('cuts a row that is too long by itself', () => {
    const { excerpts } = excerptsOf(scope, pick(2), { pageHinting: false, maxTokens: 3, countTokens });
    expect(excerpts[0]!.text).toBe('gam');
    expect(excerpts[0]!.rows[0]!.lines).toEqual([0]);
  });

  it('knows which lines its rows are made of', () => {
    const { excerpts } = excerptsOf(scope, pick(2, 3), { pageHinting: true, maxTokens: 1000, countTokens });
    const [excerpt] = excerpts;
    const texts = excerpt!.rows.map((row) => row.lines.map((i) => scope.lines[excerpt!.lines[i]!]!.text));
    expect(texts).toEqual([['gamma'], [], [], ['delta']]);
  });
});

describe('merged', () => {
  it('keeps chunks apart that do not touch', () => {
    expect(merged(pick(0, 2))).toHaveLength(2);
    expect(merged(pick(2, 1, 0))).toEqual([{ start: 0, end: 3, lines: [0, 1, 2] }]);
  });
});

describe('wholeExcerpt', () => {
  it('holds all pages', () => {
    expect(wholeExcerpt(scope, true)).toMatchObject({
      start: 0,
      end: 4,
      hint: 'from the top of page 1 to the bottom of page 4',
    });
  });
});

describe('pageBoxes', () => {
  it('gives the stretch of each page that a span covers', () => {
    expect(pageBoxes(scope, [{ start: 0.5, end: 1.25 }])).toEqual([
      { page: 0, box: { left: 0, right: 8.5, top: 5.5, bottom: 11 } },
      { page: 1, box: { left: 0, right: 8.5, top: 0, bottom: 2.75 } },
    ]);
  });
});
