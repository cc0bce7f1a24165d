import { afterEach, describe, expect, it } from 'vitest';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import { checkedReading } from '../../../../src/reading/ocr/answer.js';
import type { OcrEngine } from '../../../../src/reading/ocr/engine.js';
import { ocrLines } from '../../../../src/reading/ocr/lines.js';
import { onnxNetwork } from '../../../../src/reading/ocr/paddle/onnx.js';
import { paddle } from '../../../../src/reading/ocr/paddle/paddle.js';
import { labelledPicture, written } from '../pictures.js';

let engine: OcrEngine;
afterEach(() => engine.close());

async function linesOf(image: Bitmap) {
  return ocrLines(checkedReading(await engine.recognise(image, {}), image, engine.id, 1000), 0);
}

describe('paddle', { timeout: 240_000 }, () => {
  it.each([0, 3, 8])('reads a picture that hangs by %d degrees', async (degrees) => {
    engine = paddle({ createNetwork: onnxNetwork });
    const lines = await linesOf(labelledPicture(degrees));
    const texts = ['Policy number', '1234 5678', 'Premium due', '27 March'].sort();
    expect(lines.map(({ text }) => text).sort()).toEqual(texts);
    for (const { angle, confidence = 0 } of lines) {
      expect(Math.abs(angle - degrees)).toBeLessThan(1);
      expect(confidence).toBeGreaterThan(0.8);
    }
  });

  it('reads text that runs up or down the page, and light letters on dark bands', async () => {
    engine = paddle({ createNetwork: onnxNetwork });
    const lines = await linesOf(
      written((context) => {
        context.fillText('27 March', 400, 80);
        for (const [text, x, y, degrees] of [
          ['Balance', 60, 40, 90],
          ['Deposit', 160, 250, -90],
        ] as const) {
          context.save();
          context.translate(x, y);
          context.rotate((degrees * Math.PI) / 180);
          context.fillText(text, 0, 0);
          context.restore();
        }
        context.fillRect(250, 180, 300, 50);
        context.fillStyle = '#ffffff';
        context.fillText('Loss history', 280, 213);
      }),
    );
    expect(lines.map(({ text, angle }) => [text, Math.round(angle)]).sort()).toEqual([
      ['27 March', 0],
      ['Balance', 90],
      ['Deposit', -90],
      ['Loss history', 0],
    ]);
  });

  it('paddle stops reading when asked, and reads the next page', async () => {
    engine = paddle({ threads: 1 });
    await engine.recognise(labelledPicture(), {});
    const abort = new AbortController();
    const reading = engine.recognise(labelledPicture(), { signal: abort.signal });
    setTimeout(() => abort.abort(), 10);
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    expect((await linesOf(labelledPicture())).map(({ text }) => text)).toContain('27 March');
  });

  it.each([0, 200])('paddle ends its work when closed after %d ms', async (milliseconds) => {
    engine = paddle({});
    const reading = engine.recognise(labelledPicture(), {});
    setTimeout(() => void engine.close(), milliseconds);
    await expect(reading).rejects.toMatchObject({ name: 'ProviderError', code: 'closed' });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({ code: 'closed' });
  });

  it('reports what is missing: a file, a model', async () => {
    const files = { detection: 'no-such.onnx', recognition: 'no-such.onnx', dictionary: 'no-such.txt' };
    engine = paddle({ models: files });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/no-such/),
    });
    const bytes = new TextEncoder().encode('no model');
    engine = paddle({ models: { detection: bytes, recognition: bytes, dictionary: bytes } });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('refuses numbers of processes that are none', () => {
    for (const threads of [0, -1, 1.5, Number.NaN]) expect(() => paddle({ threads })).toThrow(RangeError);
  });
});
