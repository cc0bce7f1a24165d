import { afterAll, describe, expect, it } from 'vitest';
import { buildHiddenText } from '../../../fixtures/build/hidden-text.js';
import { createExtractor } from '../../../src/extractor.js';
import { parseConfig } from '../../../src/index.js';
import type { PdfEngine } from '../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../src/reading/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';

/** Captions of rows whose values nobody sees, with why. */
const HIDDEN = {
  'White on paper': 'the colour of what is under it',
  'Nearly white': 'the colour of what is under it',
  'Black on black': 'the colour of what is under it',
  'Under white': 'a filled area is painted over it',
  'Blacked out': 'a filled area is painted over it',
  'Under a picture': 'a picture is painted over it',
  'Without paint': 'paints nothing',
  'Without opacity': 'it is transparent',
  'Cut away': 'outside the area that is painted',
};

/** Captions of rows whose values are seen, though the file paints them in a like way. */
const SEEN = [
  'Plain',
  'Light grey',
  'White on a band',
  'Red on green',
  'Marked',
  'Under glass',
  'Under a stamp',
  'On a picture',
  'White on a shading',
];

const row = (caption: string, type = 'string') => ({
  id: caption,
  anchor: { match: { type: 'equals', text: caption } },
  type,
  method: { id: 'row' },
});

describe.each([
  ['pdfium', pdfium()],
  ['pdfjs', pdfjs()],
])('values of text that cannot be seen, with %s', (_name, pdf: PdfEngine) => {
  const extractor = createExtractor({ pdf });
  afterAll(() => extractor.close());

  const run = async (fields: object[], preprocessors: object[] = []) => {
    const config = parseConfig(JSON.stringify({ preprocessors, fields }));
    const { parsed_document, warnings } = await extractor.extract(await buildHiddenText(), config);
    return {
      values: Object.values(parsed_document).map((value) => (value as { value: unknown } | null)?.value),
      warnings: warnings.map(({ code, field_id, page, message }) => ({ code, field_id, page, message })),
    };
  };
  const hiddenText = (field_id: string, text: string, why: string) => ({
    code: 'HIDDEN_TEXT',
    field_id,
    page: 0,
    message: expect.stringMatching(new RegExp(`"${text}" of the value cannot be seen on the page: .*${why}`)),
  });

  it('values that nobody can see are given, with a warning that names field, page and text', async () => {
    const { values, warnings } = await run(Object.keys(HIDDEN).map((caption) => row(caption)));
    expect(values).toEqual(['02', '03', '06', '08', '09', '12', '16', '17', '18'].map((n) => `10${n}.00`));
    expect(warnings).toEqual(
      Object.entries(HIDDEN).map(([caption, why], i) => hiddenText(caption, String(values[i]), why)),
    );
  });

  it('values that can be seen on the page have no warning', async () => {
    const { values, warnings } = await run(SEEN.map((caption) => row(caption)));
    expect(values).not.toContain(null);
    expect(warnings).toEqual([]);
  });

  it('values have no warning for other words of their line', async () => {
    const { values, warnings } = await run([
      { ...row('Ends in white', 'number'), id: 'seen' },
      { ...row('Ends in white'), id: 'both' },
      row('Ends under white'),
    ]);
    expect(values).toEqual([1020, '1020.00 and 9120.00', '1021.00 and 9121.00']);
    expect(warnings).toEqual([
      hiddenText('both', '9120.00', 'the colour'),
      hiddenText('Ends under white', '9121.00', 'a filled area'),
    ]);
  });

  it('values that are too small to read have a warning', async () => {
    const { warnings } = await run([{ id: 'tiny', anchor: '1019', method: { id: 'passthrough' } }]);
    expect(warnings).toEqual([hiddenText('tiny', '1019.00', 'too small')]);
  });

  it('values on pages that are pictures with what OCR read from them have no warning', async () => {
    const { values, warnings } = await run([
      { id: 'under', anchor: 'read before', type: 'number', method: { id: 'passthrough' } },
      { id: 'over', anchor: 'read after', type: 'number', method: { id: 'passthrough' } },
    ]);
    expect(values).toEqual([1101, 1102]);
    expect(warnings).toEqual([]);
  });

  it('values that nobody can see are known as such after preprocessors have changed the lines', async () => {
    const preprocessors = [{ type: 'scale', samples: [{ match: 'hidden text', targetHeight: 0.3 }] }];
    const { warnings } = await run([row('White on paper'), row('Marked'), row('Plain')], preprocessors);
    expect(warnings).toEqual([hiddenText('White on paper', '1002.00', 'the colour')]);
  });

  it('values are reported as without characters where the file maps their glyphs to none', async () => {
    const { warnings } = await run([row('Without characters')]);
    expect(warnings).toMatchObject([{ code: 'GARBLED_TEXT', field_id: 'Without characters', page: 0 }]);
  });
});
