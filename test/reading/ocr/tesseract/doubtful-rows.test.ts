import { describe, expect, it } from 'vitest';
import type { GreyBitmap } from '../../../../src/page/ink/grey.js';
import { withDoubtfulRows } from '../../../../src/reading/ocr/tesseract/doubtful-rows.js';
import type { TesseractLine } from '../../../../src/reading/ocr/tesseract/thread.js';
import { paper } from '../../../support/scans.js';

const SCAN = { image: paper(900, 900, []), back: (point: { x: number; y: number }) => point };

/** A row of words of one confidence each, 30 pixels high from some height. */
function row(y: number, ...words: readonly (readonly [text: string, confidence: number])[]): TesseractLine {
  return {
    bbox: { x0: 100, y0: y, x1: 400, y1: y + 30 },
    baseline: { x0: 100, y0: y + 24, x1: 400, y1: y + 24 },
    rowAttributes: { rowHeight: 30, ascenders: 6, descenders: 6 },
    words: words.map(([text, confidence], index) => ({
      text,
      confidence,
      bbox: { x0: 100 + 60 * index, y0: y, x1: 150 + 60 * index, y1: y + 30 },
    })),
  };
}

/** What a second reading of a part of 330 by 48 pixels gives: the row in pixels of the larger picture. */
function larger(text: string, confidence: number): TesseractLine {
  const box = { x0: 22.5, y0: 13.5, x1: 472.5, y1: 58.5 };
  return {
    bbox: box,
    baseline: { ...box, y0: 49.5, y1: 49.5 },
    rowAttributes: { rowHeight: 45, ascenders: 9, descenders: 9 },
    words: [{ text, confidence, bbox: box }],
  };
}

async function read(rows: readonly TesseractLine[], answer: readonly TesseractLine[]) {
  const seen: GreyBitmap[] = [];
  const found = await withDoubtfulRows(rows, SCAN, async (image) => {
    seen.push(image);
    return answer;
  });
  return { seen, texts: found.map(({ words }) => words.map(({ text }) => text).join(' ')), found };
}

describe('doubtful rows', () => {
  it('doubtful rows are read again, larger, and are where they were', async () => {
    const { seen, texts, found } = await read(
      [row(200, ['(hot', 56], ['your', 96])],
      [larger('(not your', 95)],
    );
    expect(texts).toEqual(['(not your']);
    expect(seen.map(({ width, height, dpi }) => [width, height, dpi])).toEqual([[495, 72, 450]]);
    expect(found[0]).toMatchObject({
      bbox: { x0: 100, y0: 200, x1: 400, y1: 230 },
      baseline: { x0: 100, y0: 224 },
      rowAttributes: { rowHeight: 30, descenders: 6 },
    });
  });

  it('doubtful rows are read without the half of a letter that is beside them', async () => {
    const again = larger('5, Limit', 95);
    const sign = (text: string, x0: number, x1: number) => ({ text, bbox: { x0, y0: 13.5, x1, y1: 58.5 } });
    const words = [
      { text: '5,', confidence: 95, bbox: { ...again.bbox, x0: 0, x1: 45 } },
      { text: 'Limit', confidence: 95, bbox: { ...again.bbox, x0: 60 } },
    ];
    const symbols = [sign('5', 0, 12), sign(',', 24, 45)];
    const half = { ...again, words: [{ ...words[0]!, symbols }, words[1]!] };
    const { found } = await read([row(200, [',', 60], ['Limit', 96])], [half]);
    expect(found[0]?.words.map(({ text, bbox }) => [text, bbox.x0])).toEqual([
      [',', 101],
      ['Limit', 125],
    ]);
  });

  it.each<[string, readonly TesseractLine[]]>([
    ['is no surer', [larger('(hot your', 76)]],
    ['has lost a word', [larger('your', 96)]],
    ['is of two rows', [larger('(not your', 95), larger('name', 95)]],
    ['found nothing', []],
  ])('stay where the second reading %s', async (_, answer) => {
    expect((await read([row(200, ['(hot', 56], ['your', 96])], answer)).texts).toEqual(['(hot your']);
  });

  it('doubtful rows are not those that are sure, nor drawings, nor more than 30', async () => {
    expect((await read([row(200, ['Name', 96])], [])).seen).toHaveLength(0);
    expect((await read([row(200, ['EE', 20])], [])).seen).toHaveLength(0);
    const many = Array.from({ length: 40 }, (_, index) => row(20 * index, ['Name', 60]));
    expect((await read(many, [])).seen).toHaveLength(30);
  });
});
