import { describe, expect, it } from 'vitest';
import type { Line } from '../../../src/page/document/model.js';
import { annotateScripts } from '../../../src/page/layout/scripts.js';
import { lineOfRuns, ocrLine, testLine } from '../../language/types/lines.js';
import { processorTime } from '../../support/processor-time.js';

const texts = (lines: readonly Line[]) => annotateScripts(lines).map(({ text }) => text);

/** A line of 14 point text at a baseline of 2 inches. */
const SIZE = 0.194;
const base = (text: string, left = 1, right?: number) =>
  lineOfRuns([{ text, left, baseline: 2, size: SIZE, ...(right !== undefined && { right }) }]);
const mark = (text: string, left: number, raised: number, size = 0.117) =>
  lineOfRuns([{ text, left, baseline: 2 - raised, size, right: left + 0.06 }]);

describe('annotateScripts', () => {
  it('moves a superscript into the line before it', () => {
    const lines = [base('Due in May', 1, 2), mark('1', 2.02, 0.096)];
    expect(annotateScripts(lines)).toEqual([{ text: 'Due in May [^1]', line: lines[0], positions: [0, 1] }]);
  });

  it('puts it between the runs of its line', () => {
    const split = lineOfRuns([
      { text: 'Due in May', left: 1, right: 2, baseline: 2, size: SIZE },
      { text: '. Later', left: 2.1, right: 3, baseline: 2, size: SIZE },
    ]);
    expect(texts([split, mark('1', 2.02, 0.096)])).toEqual(['Due in May [^1] . Later']);
    expect(texts([mark('1', 2.02, 0.096), split])).toEqual(['Due in May [^1] . Later']);
  });

  it('puts it at a space inside a run that spans it', () => {
    expect(texts([base('Due in May x Later', 1, 3), mark('1', 2.25, 0.096)])).toEqual([
      'Due in May x [^1] Later',
    ]);
  });

  it('marks at the start of a line', () => {
    expect(texts([mark('*', 0.9, 0.1), base('Note')])).toEqual(['[^*] Note']);
  });

  it('replaces runs of the same line', () => {
    const line = lineOfRuns([
      { text: 'H', left: 1, right: 1.1, baseline: 2, size: SIZE },
      { text: '2', left: 1.1, right: 1.15, baseline: 2.03, size: 0.1 },
      { text: 'O', left: 1.15, right: 1.3, baseline: 2, size: SIZE },
    ]);
    expect(texts([line])).toEqual(['H [_2] O']);
  });

  it('takes several marks from left to right', () => {
    expect(texts([base('May', 1, 1.5), mark('b', 1.7, 0.1), mark('a', 1.55, 0.1)])).toEqual([
      'May [^a] [^b]',
    ]);
  });

  it.each([
    ['small text on the same baseline', mark('KM', 2, 0)],
    ['text that is not much smaller', mark('1', 2, 0.1, 0.16)],
    ['text raised too little', mark('1', 2, 0.02)],
    ['text of another row', mark('1', 2, 0.35)],
  ])('annotateScripts leaves %s', (_, small) => {
    expect(texts([base('May', 1, 1.9), small])).toEqual(['May', small.text]);
  });

  it('keeps pages apart', () => {
    const other = testLine({ text: '1', left: 2, top: 1.78, size: 0.117, page: 1 });
    expect(texts([base('May', 1, 1.9), other])).toEqual(['May', '1']);
  });

  it('goes by boxes where there are no baselines', () => {
    const word = ocrLine({ text: 'May', left: 1, top: 1.8, size: 0.2 });
    expect(texts([word, ocrLine({ text: '1', left: 1.5, top: 1.8, size: 0.1 })])).toEqual(['May [^1]']);
    expect(texts([word, ocrLine({ text: '1', left: 1.5, top: 1.92, size: 0.1 })])).toEqual(['May [_1]']);
    expect(texts([word, ocrLine({ text: '1', left: 1.5, top: 1.8, size: 0.04 })])).toEqual(['May', '1']);
  });

  it('handles pages crowded with marks in bounded time', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => mark('1', i * 0.0005, 0.096));
    const begin = processorTime();
    expect(annotateScripts([base('May', 20, 21), ...lines])).not.toHaveLength(0);
    expect(processorTime() - begin).toBeLessThan(3000);
  });
});
