import { describe, expect, it } from 'vitest';
import type { GreyBitmap } from '../../../../src/page/ink/grey.js';
import { levelRows } from '../../../../src/reading/ocr/tesseract/level-text.js';
import type { TesseractLine } from '../../../../src/reading/ocr/tesseract/thread.js';
import { paper } from '../../../support/scans.js';

/** Where something that has not been read is, and what was read beside it. */
const AREA = { left: 100, top: 200, right: 400, bottom: 230 };
const READ = { left: 300, top: 190, right: 420, bottom: 240 };

/** A row of a part of 330 by 48 pixels that is read 1.5 times as large. */
function larger(...words: readonly (readonly [text: string, confidence: number])[]): TesseractLine {
  const box = { x0: 22.5, y0: 13.5, x1: 472.5, y1: 58.5 };
  return {
    bbox: box,
    baseline: { ...box, y0: 49.5, y1: 49.5 },
    rowAttributes: { rowHeight: 45, ascenders: 9, descenders: 9 },
    words: words.map(([text, confidence]) => ({ text, confidence, bbox: box })),
  };
}

async function read(answer: readonly TesseractLine[], areas = [AREA]) {
  const image = paper(900, 900, [[90, 190, 420, 240]]);
  const seen: GreyBitmap[] = [];
  const rows = await levelRows({ image, back: (point) => point }, areas, [READ], async (part) => {
    seen.push(part);
    return answer;
  });
  return { seen, rows, texts: rows.map(({ words }) => words.map(({ text }) => text).join(' ')) };
}

describe('level text that was left out', () => {
  it('level text that was left out is read larger and is where it was', async () => {
    const { seen, rows, texts } = await read([larger(['CONTACT', 95])]);
    expect(texts).toEqual(['CONTACT']);
    expect(seen.map(({ width, height, dpi }) => [width, height, dpi])).toEqual([[495, 72, 450]]);
    expect(rows[0]!.words[0]!.bbox).toEqual({ x0: 100, y0: 200, x1: 400, y1: 230 });
  });

  it('level text that was left out is read without what was read before', async () => {
    const { seen } = await read([]);
    const { width, data } = seen[0]!;
    const dark = [...data.entries()].filter(([, luma]) => luma < 128).map(([at]) => at % width);
    expect(Math.max(...dark)).toBeLessThan((300 - 85 + 1) * 1.5);
    expect(Math.min(...dark)).toBeLessThan(10);
  });

  it('level text that was left out is what is known for certain', async () => {
    const { texts } = await read([
      larger(['PHONE', 96], ['(AIC.', 68], ['x', 97]),
      larger(['ay', 50]),
      larger(['—.', 99]),
    ]);
    expect(texts).toEqual(['PHONE']);
  });

  it('costs nothing where nothing was left out', async () => {
    const { seen, rows } = await read([larger(['CONTACT', 95])], []);
    expect(seen).toEqual([]);
    expect(rows).toEqual([]);
  });
});
