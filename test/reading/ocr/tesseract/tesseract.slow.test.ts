import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import { checkedReading } from '../../../../src/reading/ocr/answer.js';
import type { OcrEngine } from '../../../../src/reading/ocr/engine.js';
import { ocrLines } from '../../../../src/reading/ocr/lines.js';
import { tesseract } from '../../../../src/reading/ocr/tesseract/tesseract.js';
import { testFont } from '../../../support/scans.js';
import { blank } from '../fakes.js';
import { DPI, labelledPicture, written } from '../pictures.js';

let engine: OcrEngine;
afterEach(() => engine.close());

async function linesOf(image: Bitmap) {
  return ocrLines(checkedReading(await engine.recognise(image, {}), image, engine.id, 1000), 0);
}

describe('tesseract', () => {
  it('reads a picture, level or hanging, and leaves no file behind', async () => {
    const before = readdirSync('.');
    engine = tesseract({ pagesPerThread: 1 });
    const level = await linesOf(labelledPicture());
    const texts = ['Policy number', '1234 5678', 'Premium due', '27 March'].sort();
    expect(level.map((line) => line.text).sort()).toEqual(texts);
    expect(level.every(({ confidence = 0, angle }) => confidence > 0.8 && angle === 0)).toBe(true);
    const label = level.find((line) => line.text === 'Policy number')!;
    expect(label.left).toBeCloseTo(40 / DPI, 1);
    expect(label.bottom - label.top).toBeCloseTo(24 / DPI, 1);
    const hanging = await linesOf(labelledPicture(3));
    expect(hanging.map((line) => line.text).sort()).toEqual(texts);
    for (const { angle } of hanging) expect(Math.abs(angle - 3)).toBeLessThan(0.5);
    expect(readdirSync('.')).toEqual(before);
  });

  it('reads the colons of labels, and light letters on dark bands', async () => {
    engine = tesseract();
    const lines = await linesOf(
      written((context) => {
        context.fillText('Premium due:', 40, 80);
        context.fillText('27 March', 380, 80);
        context.fillRect(40, 150, 300, 50);
        context.fillStyle = '#ffffff';
        context.fillText('Loss history', 70, 183);
      }),
    );
    expect(lines.map(({ text }) => text).sort()).toEqual(['27 March', 'Loss history', 'Premium due:']);
  });

  it('reads captions of tight lines, once', async () => {
    engine = tesseract();
    const captions = ['CONTACT', 'NAME:', 'PHONE', 'E-MAIL', 'ADDRESS:'];
    const image = written((context) => {
      context.font = `11px ${testFont()}`;
      for (const [index, text] of captions.entries()) context.fillText(text, 40, 60 + 9.9 * index);
      context.font = `20px ${testFont()}`;
      context.fillText('Tiffany Edison', 110, 65);
      context.fillText('Policy number 1234 5678 of the company', 40, 200);
    }, 300);
    const { words = [] } = await engine.recognise(image, {});
    const others = 'Tiffany Edison Policy number 1234 5678 of the company'.split(' ');
    expect(words.map(({ text }) => text).sort()).toEqual([...captions, ...others].sort());
  });

  it('reads digits that are alone, in boxes or not', async () => {
    engine = tesseract();
    const lines = await linesOf(
      written((context) => {
        context.fillText('Number of employees', 40, 80);
        for (const [digit, x, y] of [
          ['7', 400, 80],
          ['4', 100, 183],
          ['9', 200, 183],
        ] as const) {
          context.fillText(digit, x, y);
          context.strokeRect(x - 12.5, y - 32.5, 38, 45);
        }
      }),
    );
    const texts = lines.map(({ text }) => text);
    expect(texts).toContain('Number of employees');
    expect(texts.join(' ').match(/\d/g)?.sort()).toEqual(['4', '7', '9']);
  });

  it('starts nothing for an empty page', async () => {
    engine = tesseract({ language: 'xyz' });
    expect(await engine.recognise(blank(), {})).toEqual({ words: [] });
  });

  it('says what is missing for a language', async () => {
    engine = tesseract({ language: 'eng+deu' });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/"deu".*trainedData/),
    });
  });

  it('says when the data of a language are none, and reads on with good data', async () => {
    engine = tesseract({ language: 'deu', trainedData: { deu: new TextEncoder().encode('no data') } });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({
      name: 'ProviderError',
      code: 'unavailable',
    });
  });

  it('tesseract stops reading when asked, and reads the next page', async () => {
    engine = tesseract();
    const abort = new AbortController();
    const reading = engine.recognise(labelledPicture(), { signal: abort.signal });
    setTimeout(() => abort.abort(), 30);
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    expect((await linesOf(labelledPicture())).map((line) => line.text)).toContain('27 March');
  });

  it('tesseract does not keep the process from ending', async () => {
    engine = tesseract();
    const ports = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const before = ports();
    await engine.recognise(labelledPicture(), {});
    expect(ports()).toBe(before);
  });

  it.each([0, 30, 150])('tesseract ends its work when closed after %d ms', async (milliseconds) => {
    engine = tesseract();
    const reading = engine.recognise(labelledPicture(), {});
    setTimeout(() => void engine.close(), milliseconds);
    await expect(reading).rejects.toMatchObject({ name: 'ProviderError', code: 'closed' });
    await expect(engine.recognise(labelledPicture(), {})).rejects.toMatchObject({ code: 'closed' });
  });
});
