/** What every OCR engine promises (src/reading/ocr/engine.ts), as tests that each of them runs. */
import { afterAll, describe, expect, it } from 'vitest';
import { type Box, boundingBox } from '../../../src/page/document/geometry.js';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { checkedReading } from '../../../src/reading/ocr/answer.js';
import type { OcrEngine, OcrResult } from '../../../src/reading/ocr/engine.js';
import { blank } from './fakes.js';
import { DPI, written } from './pictures.js';

/** The word on the pictures, of capitals only, so that its ink is as high as its letters. */
export const WORD = 'PREMIUM';

/** How far from the ink the edge of a word may lie, in pixels at 150 dpi. */
const EDGE = 8;

const paper = (x: number, y: number, dpi?: number): Bitmap =>
  written((context) => context.fillText(WORD, x, y), dpi);

/** The box of what is dark on a picture, in pixels; undefined on white paper. */
export function inkOf({ width, height, data }: Bitmap): Box | undefined {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4]! > 127) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box.right > 0 ? box : undefined;
}

/** Runs the cases with an engine; it is closed at the end. */
export function describeOcrEngine(name: string, engine: OcrEngine): void {
  describe(`the OCR engine ${name}`, { timeout: 240_000 }, () => {
    afterAll(() => engine.close());

    const read = async (picture: Bitmap) => {
      const result = await engine.recognise(picture, {});
      const texts = textsOf(result);
      const { words, lines } = checkedReading(result, picture, engine.id, 1000);
      expect(words.length + lines.length).toBe(texts.length);
      return texts;
    };

    it('has an id, and reads at least one page at a time', () => {
      expect(engine.id).toMatch(/\S/u);
      expect(engine.concurrency ?? 1).toBeGreaterThanOrEqual(1);
    });

    it.each([DPI, 2 * DPI])('tells in pixels of the bitmap where a word stands: %i dpi', async (dpi) => {
      const picture = paper(60, 90, dpi);
      const [word, ...others] = await read(picture);
      expect(others).toEqual([]);
      expect(word?.text).toBe(WORD);
      const box = boundingBox(word!.polygon);
      const ink = inkOf(picture)!;
      for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
        expect(Math.abs(box[edge] - ink[edge])).toBeLessThan((EDGE * dpi) / DPI);
      }
      expect(word!.confidence ?? 1).toBeGreaterThan(0);
      expect(word!.confidence ?? 1).toBeLessThanOrEqual(1);
    });

    it('finds nothing on white paper', async () => {
      expect(await read(blank())).toEqual([]);
    });

    it('reads pages at the same time, each for itself, and keeps nothing of their pictures', async () => {
      const pictures = [paper(60, 90), paper(300, 200), blank()];
      const readings = await Promise.all(pictures.map(read));
      expect(readings.map((words) => words.map(({ text }) => text))).toEqual([[WORD], [WORD], []]);
      const [first, second] = readings.map(([word]) => word && boundingBox(word.polygon).left);
      expect(second! - first!).toBeGreaterThan(200);
      for (const { data } of pictures) data.fill(0);
      expect((await read(paper(60, 90))).map(({ text }) => text)).toEqual([WORD]);
    });

    it('leaves the bitmap as it is', async () => {
      const picture = paper(60, 90);
      const copy = picture.data.slice();
      await read(picture);
      expect(Buffer.from(picture.data.buffer).equals(Buffer.from(copy.buffer))).toBe(true);
    });

    it('reads nothing for a caller that has given up', async () => {
      const reading = engine.recognise(paper(60, 90), { signal: AbortSignal.abort() });
      await expect(reading).rejects.toThrow();
    });

    it('may be closed twice', async () => {
      await engine.close();
      await expect(engine.close()).resolves.toBeUndefined();
    });
  });
}

/** The lines of an answer, or its words where it has none. */
function textsOf({ lines = [], words = [] }: OcrResult) {
  return lines.length > 0 ? lines : words;
}
