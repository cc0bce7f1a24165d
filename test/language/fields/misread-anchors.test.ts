import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { createExtractor } from '../../../src/extractor.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { fakeEngine, word } from '../../reading/ocr/fakes.js';

const box = (left: number, top: number, text: string): Box => ({
  left,
  top,
  right: left + 0.08 * text.length,
  bottom: top + 0.16,
});

const WORDS = [
  ['LoanTerm', 1, 1],
  ['30 years', 3, 1],
  ['Loan Type', 1, 2],
  ['Conventional', 3, 2],
] as const;

/** What a row beside an anchor gives on a page that is read so. */
async function extracted(match: string, forgivingAnchors?: boolean) {
  const engine = fakeEngine(({ dpi }) => ({
    words: WORDS.map(([text, left, top]) => word(text, box(left, top, text), 0.9, dpi)),
  }));
  const extractor = createExtractor({ ocrEngines: { tesseract: engine } });
  const picture = createCanvas(850, 1100).toBuffer('image/png');
  const config = JSON.stringify({ fields: [{ id: 'x', anchor: match, method: { id: 'row' } }] });
  const options = { trace: true, ...(forgivingAnchors !== undefined && { forgivingAnchors }) };
  const { parsed_document, trace } = await extractor.extract(picture, config, undefined, options);
  const { anchors, reason } = trace!['x']![0]!;
  return { value: parsed_document['x'], notes: anchors.map(({ note }) => note), reason };
}

test('an anchor is found that OCR misread, and the trace says so', async () => {
  expect(await extracted('loan term')).toEqual({
    value: { value: '30 years', type: 'string' },
    notes: ['matched in spite of OCR: "LoanTerm"'],
    reason: undefined,
  });
});

test('an anchor that is as it should be has no note', async () => {
  expect((await extracted('loan type')).notes).toEqual([undefined]);
});

test('an anchor that OCR misread is missing where that is switched off', async () => {
  const { value, reason } = await extracted('loan term', false);
  expect(value).toBeNull();
  expect(reason).toContain('anchor not found: no line matches "loan term"');
});
