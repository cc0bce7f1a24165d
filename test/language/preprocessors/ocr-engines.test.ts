import { describe, expect, it } from 'vitest';
import { ConfigError, createExtractor, extract, validateConfig } from '../../../src/index.js';
import { fakeEngine, word } from '../../reading/ocr/fakes.js';
import { png } from '../../reading/picture-files.js';
import { codedPicturePdf } from '../../support/coded-pictures.js';
import { makePdf } from '../../support/make-pdf.js';

const pdf = () => makePdf({ content: 'BT /F1 12 Tf 72 700 Td (see picture) Tj ET' });
const reading = (text: string) =>
  fakeEngine(({ dpi }) => ({
    words: [word(text, { left: 1, top: 1, right: 1.5, bottom: 1.2 }, 0.9, dpi)],
  }));
const config = (engine: string) =>
  JSON.stringify({
    preprocessors: [{ type: 'ocr', match: { type: 'first' }, engine }],
    fields: [{ id: 'text', anchor: { match: { type: 'first' } }, method: { id: 'passthrough' } }],
  });
const value = (text: string) => ({ text: { type: 'string', value: text } });

describe('an engine that only the host knows', () => {
  const ocrEngines = { inhouse: reading('own'), tesseract: reading('embedded') };

  it('an engine that only the host knows may be named by the configs of an extractor that has it', async () => {
    const extractor = createExtractor({ ocrEngines });
    const { parsed_document, warnings } = await extractor.extract(pdf(), config('inhouse'));
    expect([parsed_document, warnings]).toEqual([value('own'), []]);
    expect(extractor.validateConfig(JSON.parse(config('inhouse')))).toEqual([]);
    expect(
      (await extractor.extract(pdf(), extractor.parseConfig(config('inhouse')))).parsed_document,
    ).toEqual(value('own'));
  });

  it('an engine that only the host knows cannot come with a call: the language of an extractor does not depend on it', async () => {
    const extractor = createExtractor({ ocrEngines });
    const refusal = /"ocrEngines" is one of createExtractor/;
    // @ts-expect-error: there is no such option
    await expect(extract(pdf(), config('inhouse'), undefined, { ocrEngines })).rejects.toThrow(refusal);
    // @ts-expect-error: there is no such option
    await expect(extractor.load(pdf(), { ocrEngines })).rejects.toThrow(refusal);
  });

  it('an engine that only the host knows is an error elsewhere, which names the engines there are', async () => {
    await expect(extract(pdf(), config('inhouse'))).rejects.toThrow(ConfigError);
    const extractor = createExtractor({ ocrEngines });
    expect(extractor.validateConfig(JSON.parse(config('inhous')))).toMatchObject([
      {
        path: ['preprocessors', 0, 'engine'],
        message: expect.stringMatching(/did you mean "inhouse".*google.*paddle, tesseract, inhouse$/),
      },
    ]);
  });

  it('an engine that only the host knows is distinguished by letter case, unlike those that everybody knows', () => {
    const extractor = createExtractor({ ocrEngines });
    expect(extractor.validateConfig(JSON.parse(config('InHouse')))).toHaveLength(1);
    expect(extractor.validateConfig(JSON.parse(config('Google')))).toEqual([]);
  });
});

describe('OCR that is switched off', () => {
  const ocrEngines = { inhouse: reading('own'), tesseract: reading('embedded') };

  it('OCR that is switched off reads no page for a preprocessor', async () => {
    const extractor = createExtractor({ ocrEngines, ocr: 'never' });
    const { parsed_document, warnings } = await extractor.extract(pdf(), config('inhouse'));
    expect(parsed_document).toEqual(value('see picture'));
    expect(warnings).toMatchObject([
      { code: 'OCR_UNAVAILABLE', page: 0, message: expect.stringContaining("ocr: 'never'") },
    ]);
  });

  it('OCR that is switched off leaves pictures, and parts of scans, unread, with a warning', async () => {
    const extractor = createExtractor({ ocrEngines, ocr: 'never' });
    const picture = png({ width: 8, height: 8, depth: 8, colour: 0, rows: new Uint8Array(8 * 9) });
    const scan = codedPicturePdf('CCITT', '');
    for (const bytes of [picture, scan]) {
      const whole = await extractor.extract(bytes, {
        fields: [{ id: 'text', anchor: 'own', method: { id: 'row' } }],
      });
      const part = await extractor.extract(bytes, {
        preprocessors: [{ type: 'pageRange', startPage: 0, endPage: 1 }],
        fields: [],
      });
      for (const { warnings, errors } of [whole, part]) {
        expect(warnings).toMatchObject([{ code: 'OCR_OFF', page: 0 }, { code: 'EMPTY_DOCUMENT' }]);
        expect(errors).toEqual([]);
      }
    }
    expect(ocrEngines.tesseract.seen).toEqual([]);
  });
});

it('knows the embedded engine by itself', () => {
  expect(validateConfig(JSON.parse(config('tesseract')))).toEqual([]);
});

it('reads with the default engine where a known one is not registered, and says so with its place', async () => {
  const extractor = createExtractor({
    ocrEngine: 'inhouse',
    ocrEngines: { inhouse: reading('own') },
  });
  const { parsed_document, errors, warnings } = await extractor.extract(pdf(), config('lazarus'));
  expect(parsed_document).toEqual(value('own'));
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    {
      code: 'OCR_UNAVAILABLE',
      message: expect.stringContaining('"lazarus"'),
      path: 'preprocessors[0].engine',
    },
  ]);
});

it('reads with the engine of a name where the config names a version of it', async () => {
  const named = createExtractor({ ocrEngines: { microsoft: reading('own'), microsoft4: reading('old') } });
  expect((await named.extract(pdf(), config('Microsoft5'))).parsed_document).toEqual(value('own'));
  expect((await named.extract(pdf(), config('Microsoft4'))).parsed_document).toEqual(value('old'));
  expect(validateConfig(JSON.parse(config('microsoft5')))).toEqual([]);
  expect(validateConfig(JSON.parse(config('tesseract5')))).toHaveLength(1);
});

it('reads a page that was moved once, however many configs move it so', async () => {
  const engine = reading('own');
  const extractor = createExtractor({ ocrEngines: { tesseract: engine } });
  const document = await extractor.load(pdf());
  const scaled = (targetHeight: number) =>
    JSON.stringify({
      preprocessors: [
        { type: 'scale', samples: [{ match: 'see', targetHeight }] },
        { type: 'scale', samples: [{ match: 'see', targetHeight: 0.3 }] },
        { type: 'ocr', match: 'see' },
      ],
      fields: JSON.parse(config('tesseract')).fields,
    });
  for (const height of [0.2, 0.2, 0.25, 0.2]) {
    expect((await extractor.extract(document, scaled(height))).parsed_document).toEqual(value('own'));
  }
  expect(engine.seen).toHaveLength(2);
  await document.close();
});
