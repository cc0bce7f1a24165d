import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { greyOf } from '../../../src/page/ink/grey.js';
import { checkedReading } from '../../../src/reading/ocr/answer.js';
import { readDocument } from '../../../src/reading/ocr/document.js';
import type { OcrResult } from '../../../src/reading/ocr/engine.js';
import type { EmbeddedEngines } from '../../../src/reading/ocr/reader.js';
import { isOfUnknownScript, withoutScraps } from '../../../src/reading/ocr/unknown-script.js';
import { documentOf, fakeEngine, page, word } from './fakes.js';

const DPI = 150;
const [WIDTH, HEIGHT] = [900, 600];
const ROWS = 6;
const IN_ROW = 20;
const SIGN = 24;

/** Rows of signs that are no letters: a bar that stands on a cross, each in its own square. */
function signs(rows = ROWS) {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000000';
  for (let row = 0; row < rows; row++) {
    for (let sign = 0; sign < IN_ROW; sign++) {
      const [x, y] = [60 + sign * 36, 60 + row * 80];
      context.fillRect(x, y + SIGN / 3, SIGN, 3);
      context.fillRect(x + SIGN / 2, y, 3, SIGN);
      context.fillRect(x + 3, y + SIGN - 3, SIGN - 6, 3);
    }
  }
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  return { width: WIDTH, height: HEIGHT, data, dpi: DPI };
}

const rowBox = (row: number): Box => ({
  left: 50 / DPI,
  top: (55 + row * 80) / DPI,
  right: 800 / DPI,
  bottom: (95 + row * 80) / DPI,
});

const rows = (count: number, confidence?: number, from = 0) =>
  Array.from({ length: count }, (_, i) => word('text', rowBox(from + i), confidence, DPI));

function read(answer: OcrResult, picture = signs()) {
  const reading = checkedReading(answer, picture, 'fake', 1_000);
  return { reading, unknown: isOfUnknownScript(reading, greyOf(picture)) };
}

it('print of which nothing was read is in an unknown script', () => {
  expect(read({ words: [] }).unknown).toBe(true);
});

it('print of which scraps alone were read is in an unknown script, and the scraps go', () => {
  const short = word('oN', { left: 0.4, top: 0.9, right: 0.6, bottom: 1.1 }, 0.97, DPI);
  const { reading, unknown } = read({ words: [...rows(5, 0.6), short, ...rows(1, 0.96, 5)] });
  expect(unknown).toBe(true);
  expect(withoutScraps(reading).words.map(({ confidence }) => confidence)).toEqual([0.96]);
});

it('print that was read surely is in a script that the engine knows', () => {
  expect(read({ words: rows(6, 0.9) }).unknown).toBe(false);
  expect(read({ words: rows(2, 0.9) }).unknown).toBe(false);
  expect(read({ lines: rows(6, 0.9) }).unknown).toBe(false);
});

it('an engine that does not say how sure it is knows its script', () => {
  expect(read({ words: rows(1) }).unknown).toBe(false);
});

it('a document says which of its pages are in a script that the engine does not know, and keeps no scraps of them', async () => {
  const engine = fakeEngine(() => ({ words: rows(6, 0.6) }));
  const embedded = (async () => engine) as EmbeddedEngines;
  const pages = [page(0), page(1, { raster: async () => signs() })];
  const read = await readDocument(documentOf(pages), { embedded, limits: DEFAULT_LIMITS }, {});
  expect(read.warnings).toEqual([
    { code: 'OCR_UNKNOWN_SCRIPT', message: expect.stringContaining('engine fake'), page: 1 },
  ]);
  expect(read.pages[1]!.lines).toEqual([]);
});

it('a few signs show no script', () => {
  expect(read({ words: [] }, signs(2)).unknown).toBe(false);
});
