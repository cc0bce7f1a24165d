import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { createExtractor } from '../../../src/extractor.js';
import type { OcrEngine } from '../../../src/reading/ocr/engine.js';
import { makePdf } from '../../support/make-pdf.js';
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

  it('gives values of a part of a line the confidence of their own words, and warns of them', async () => {
    const row =
      (text: string, at: number, confidence: number) =>
      ({ dpi }: { dpi: number }) =>
        word(text, { left: at, top: 1, right: at + 0.3, bottom: 1.2 }, confidence, dpi);
    const words = [
      row('2015', 1, 0.98),
      row('rate', 1.4, 0.96),
      row('15', 1.8, 0.5),
      row('percent', 2.2, 0.96),
    ];
    const engine = () => fakeEngine((page) => ({ words: words.map((make) => make(page)) }));
    const config = {
      verbosity: 3,
      fields: [
        { id: 'year', anchor: 'rate', type: 'number', method: { id: 'passthrough' } },
        { id: 'rate', anchor: 'rate', type: 'number', method: { id: 'passthrough', tiebreaker: 'second' } },
        { id: 'text', anchor: 'rate', method: { id: 'passthrough' } },
      ],
    };
    const { parsed_document, warnings } = await withEngine(engine()).extract(png(), JSON.stringify(config));
    expect(parsed_document).toMatchObject({
      year: { value: 2015, valueConfidence: 0.98 },
      rate: { value: 15, valueConfidence: 0.5 },
      text: { value: '2015 rate 15 percent', valueConfidence: expect.closeTo(0.85) },
    });
    expect(warnings).toMatchObject([{ code: 'OCR_LOW_CONFIDENCE', field_id: 'rate', page: 0 }]);
  });

  it('says which pages were read, by which engine, and how sure it was', async () => {
    const extractor = withEngine(invoice());
    const { ocr, warnings } = await extractor.extract(png(), JSON.stringify(total));
    expect(ocr).toEqual({
      pages: [{ page: 0, engine: 'fake', part: 'page', words: 2, confidence: expect.closeTo(0.8) }],
    });
    expect(warnings).toEqual([]);
  });

  it('shows the confidence of words at verbosity 3 and in the trace', async () => {
    const words = [{ text: '42', boundingPolygon: expect.anything(), confidence: 0.7 }];
    const extractor = withEngine(invoice());
    const shown = await extractor.extract(png(), JSON.stringify(total), undefined, { trace: true });
    expect(shown.parsed_document['total']).toMatchObject({ lines: [{ text: '42', words }] });
    expect(shown.text?.pages[0]?.lines[1]).toMatchObject({ text: '42', words });
    const [trace] = shown.trace?.['total'] ?? [];
    expect(trace?.lines).toMatchObject([{ text: '42', words }]);
    expect(trace?.captured).toMatchObject([{ text: '42', words }]);
    expect(trace?.anchors[0]?.words?.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['Total', 0.9],
    ]);
    const plain = await extractor.extract(png(), JSON.stringify({ ...total, verbosity: 1 }));
    expect(JSON.stringify(plain)).not.toContain('"words":[');
  });

  it('warns of values that the engine was not sure of, once a field and page', async () => {
    const rows = fakeEngine(({ dpi }) => ({
      words: [1, 2, 3].flatMap((top) => [
        word('Total', { left: 1, top, right: 1.5, bottom: top + 0.2 }, 1, dpi),
        word('42', { left: 3, top, right: 3.3, bottom: top + 0.2 }, 0.59, dpi),
      ]),
    }));
    const config = {
      fields: [
        { ...total.fields[0], match: 'all' },
        { ...total.fields[0], id: 'first' },
      ],
    };
    const { warnings } = await withEngine(rows).extract(png(), JSON.stringify(config));
    const doubt = { code: 'OCR_LOW_CONFIDENCE', message: expect.stringContaining('0.59'), page: 0 };
    expect(warnings).toEqual([
      { ...doubt, field_id: 'total', path: 'fields[0]' },
      { ...doubt, field_id: 'first', path: 'fields[1]' },
    ]);
  });

  it('warns of a page that the engine was not sure of, and of none that preprocessors took away', async () => {
    const unsure = fakeEngine(({ dpi }) => ({
      words: [word('Smudge', { left: 1, top: 1, right: 1.5, bottom: 1.2 }, 0.4, dpi)],
    }));
    const read = (config: object) => withEngine(unsure).extract(png(), JSON.stringify(config));
    const seen = await read({ fields: [] });
    expect(seen.warnings).toMatchObject([{ code: 'OCR_LOW_CONFIDENCE', page: 0 }]);
    const removed = await read({ fields: [], preprocessors: [{ type: 'removePage', match: 'Smudge' }] });
    expect(removed.warnings.filter(({ code }) => code === 'OCR_LOW_CONFIDENCE')).toEqual([]);
    expect(removed.ocr?.pages).toMatchObject([{ page: 0, confidence: 0.4 }]);
  });

  it('says nothing of confidence where the engine gives none', async () => {
    const mute = fakeEngine(({ dpi }) => ({
      words: [
        word('Total', { left: 1, top: 1, right: 1.5, bottom: 1.2 }, undefined, dpi),
        word('42', { left: 3, top: 1, right: 3.3, bottom: 1.2 }, undefined, dpi),
      ],
    }));
    const { ocr, warnings, text } = await withEngine(mute).extract(png(), JSON.stringify(total));
    expect(ocr).toEqual({ pages: [{ page: 0, engine: 'fake', part: 'page', words: 2 }] });
    expect(warnings).toEqual([]);
    expect(text?.pages[0]?.lines[0]).not.toHaveProperty('words');
  });

  it('reports text that is missing because nothing was read', async () => {
    const broken = fakeEngine(() => Promise.reject(new Error('down')));
    const { parsed_document, errors } = await withEngine(broken).extract(png(), JSON.stringify(total));
    expect(parsed_document['total']).toBeNull();
    expect(errors).toMatchObject([{ type: 'ocr', code: 'OCR_FAILED', page: 0 }]);
  });
});

describe('OCR in an extraction', () => {
  it('OCR in an extraction is not asked for where a page has readable text', async () => {
    const engine = fakeEngine();
    const pdf = makePdf({ content: 'BT /F1 12 Tf 72 700 Td (Total) Tj 200 0 Td (7) Tj ET' });
    const { parsed_document, ocr } = await withEngine(engine).extract(pdf, JSON.stringify(total));
    expect(parsed_document['total']).toMatchObject({ value: '7' });
    expect(engine.seen).toHaveLength(0);
    expect(ocr).toBeUndefined();
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
      const { parsed_document, warnings, ocr } = await extractor.extract(document, config);
      expect(parsed_document['total']).toMatchObject({ value: '42' });
      expect(warnings).toEqual([]);
      expect(ocr?.pages).toMatchObject([{ page: 0, engine: 'fake', part: 'page' }]);
    }
    expect(engine.seen).toHaveLength(1);
    await document.close();
  });

  it('reports an engine that a config names and that is not registered', async () => {
    const extractor = withEngine(invoice());
    const pdf = makePdf({ content: 'BT /F1 12 Tf 72 700 Td (see picture) Tj ET' });
    const config = { ...total, preprocessors: [{ type: 'ocr', match: 'see picture', engine: 'amazon' }] };
    const { parsed_document, warnings } = await extractor.extract(pdf, JSON.stringify(config));
    expect(parsed_document['total']).toMatchObject({ value: '42' });
    expect(warnings).toMatchObject([{ code: 'OCR_UNAVAILABLE' }]);
  });

  it('OCR in an extraction has its options checked at once', () => {
    expect(() => createExtractor({ ocrEngine: 'abbyy' })).toThrow(RangeError);
    expect(() => createExtractor({ ocrLevel: 3 as 2 })).toThrow(RangeError);
    expect(() => createExtractor({ ocrEngine: 'abbyy', ocrEngines: { abbyy: fakeEngine() } })).not.toThrow();
  });

  it('OCR in an extraction does not close engines that it was given', async () => {
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

  it('says how far it is', async () => {
    const stages: string[] = [];
    await withEngine(invoice()).extract(png(), JSON.stringify(total), undefined, {
      onProgress: ({ stage, done, total: all }) => stages.push(`${stage} ${done}/${all}`),
    });
    expect(stages[0]).toBe('ocr 1/1');
  });
});
