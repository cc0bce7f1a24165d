import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { createExtractor } from '../../src/extractor.js';
import type { OcrEngine } from '../../src/ocr/engine.js';
import { makePdf } from '../support/make-pdf.js';
import { fakeEngine, word } from './fakes.js';

function png(width = 850, height = 1100): Uint8Array {
  return createCanvas(width, height).toBuffer('image/png');
}

const invoice = () =>
  fakeEngine(({ dpi }) => ({
    words: [
      word('Total', { left: 1, top: 1, right: 1.5, bottom: 1.2 }, 0.9, dpi),
      word('42', { left: 3, top: 1, right: 3.3, bottom: 1.2 }, 0.7, dpi),
    ],
  }));
const total = {
  verbosity: 3,
  fields: [{ id: 'total', anchor: 'total', method: { id: 'row' as const } }],
} as const;
const withEngine = (tesseract: OcrEngine) => createExtractor({ ocrEngines: { tesseract } });

describe('an extraction from a picture', () => {
  it('gives values with the confidence of their words', async () => {
    const { parsed_document, errors, page_count, content_type } = await withEngine(invoice()).extract(
      png(),
      JSON.stringify(total),
    );
    expect(parsed_document['total']).toMatchObject({
      value: '42',
      anchorConfidence: 0.9,
      valueConfidence: 0.7,
    });
    expect([errors, page_count, content_type]).toEqual([[], 1, 'image/png']);
  });

  it('tells of text that is missing because nothing was read', async () => {
    const broken = fakeEngine(() => Promise.reject(new Error('down')));
    const { parsed_document, errors } = await withEngine(broken).extract(png(), JSON.stringify(total));
    expect(parsed_document['total']).toBeNull();
    expect(errors).toMatchObject([{ type: 'ocr', code: 'OCR_FAILED', page: 0 }]);
  });
});

describe('OCR in an extraction', () => {
  it('is not asked for where a page has readable text', async () => {
    const engine = fakeEngine();
    const pdf = makePdf({ content: 'BT /F1 12 Tf 72 700 Td (Total) Tj 200 0 Td (7) Tj ET' });
    const { parsed_document } = await withEngine(engine).extract(pdf, JSON.stringify(total));
    expect(parsed_document['total']).toMatchObject({ value: '7' });
    expect(engine.seen).toHaveLength(0);
  });

  it('reads the pages that a config names, once a document', async () => {
    const engine = invoice();
    const extractor = createExtractor({ ocrEngines: { google: engine } });
    const pdf = makePdf({ content: 'BT /F1 12 Tf 72 700 Td (see picture) Tj ET' });
    const document = await extractor.load(pdf);
    const config = JSON.stringify({
      ...total,
      preprocessors: [{ type: 'ocr', match: 'see picture', engine: 'Google' }],
    });
    for (let i = 0; i < 2; i++) {
      const { parsed_document, warnings } = await extractor.extract(document, config);
      expect(parsed_document['total']).toMatchObject({ value: '42' });
      expect(warnings).toEqual([]);
    }
    expect(engine.seen).toHaveLength(1);
    await document.close();
  });

  it('tells when an engine that a config names is not registered', async () => {
    const extractor = withEngine(invoice());
    const pdf = makePdf({ content: 'BT /F1 12 Tf 72 700 Td (see picture) Tj ET' });
    const config = { ...total, preprocessors: [{ type: 'ocr', match: 'see picture', engine: 'amazon' }] };
    const { parsed_document, warnings } = await extractor.extract(pdf, JSON.stringify(config));
    expect(parsed_document['total']).toMatchObject({ value: '42' });
    expect(warnings).toMatchObject([{ code: 'OCR_UNAVAILABLE' }]);
  });

  it('has its options checked at once', () => {
    expect(() => createExtractor({ ocrEngine: 'abbyy' })).toThrow(RangeError);
    expect(() => createExtractor({ ocrLevel: 3 as 2 })).toThrow(RangeError);
    expect(() => createExtractor({ ocrEngine: 'abbyy', ocrEngines: { abbyy: fakeEngine() } })).not.toThrow();
  });

  it('does not close engines that it was given', async () => {
    const engine = invoice();
    const extractor = withEngine(engine);
    await extractor.extract(png(), JSON.stringify(total));
    await extractor.close();
    expect(engine.closed).toBe(false);
  });

  it('reads with the embedded engine only until the extractor is closed', async () => {
    const extractor = createExtractor();
    await extractor.close();
    const { errors } = await extractor.extract(png(), JSON.stringify(total));
    expect(errors).toMatchObject([{ type: 'ocr', message: expect.stringMatching(/extractor was closed/) }]);
  });

  it('tells how far it is', async () => {
    const stages: string[] = [];
    await withEngine(invoice()).extract(png(), JSON.stringify(total), undefined, {
      onProgress: ({ stage, done, total: all }) => stages.push(`${stage} ${done}/${all}`),
    });
    expect(stages[0]).toBe('ocr 1/1');
  });
});
