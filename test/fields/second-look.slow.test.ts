import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { Box } from '../../src/document/geometry.js';
import { createExtractor } from '../../src/extractor.js';
import type { OcrEngine, OcrText } from '../../src/ocr/engine.js';
import type { ExtractOptions } from '../../src/options.js';
import { type FakeEngine, fakeEngine, word } from '../ocr/fakes.js';
import { testFont } from '../support/scans.js';

const DPI = 100;

/** Something written on a page of Letter. */
interface Print {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

/** A page with print on it. */
function scan(...prints: readonly Print[]): Uint8Array {
  const context = createCanvas(8.5 * DPI, 11 * DPI).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 8.5 * DPI, 11 * DPI);
  context.fillStyle = '#000000';
  context.font = `14px ${testFont()}`;
  for (const { text, left, top } of prints) context.fillText(text, left * DPI, top * DPI + 14);
  return context.canvas.toBuffer('image/png');
}

const at = ({ text, left, top }: Print): Box => ({
  left,
  top,
  right: left + 0.08 * text.length,
  bottom: top + 0.16,
});

/** What of a block is read, and how sure the engine is of it. */
type BlockAnswer = (characters: string | undefined) => readonly [text: string, confidence: number];

/** An engine that reads pages and blocks as told. */
function reading(prints: readonly Print[], block: BlockAnswer) {
  const asked: (string | undefined)[] = [];
  const engine: FakeEngine & OcrEngine = {
    ...fakeEngine(({ dpi }) => ({
      words: prints.flatMap((print): OcrText[] =>
        print.text === '' ? [] : [word(print.text, at(print), 0.8, dpi)],
      ),
    })),
    recogniseBlock: async ({ width, height }, { characters }) => {
      asked.push(characters);
      const [text, confidence] = block(characters);
      const box = { left: 1, top: 1, right: width - 1, bottom: height - 1 };
      return { words: text === '' ? [] : [word(text, box, confidence, 1)] };
    },
  };
  return { engine, asked };
}

const LABEL: Print = { text: 'Premium', left: 1, top: 1 };
const AMOUNT: Print = { text: '$1,250.00', left: 3, top: 1 };

const REGION = { id: 'region', start: 'right', offsetX: 1, offsetY: -0.3, width: 3, height: 0.7 };
const rowOf = (type: unknown) => ({ id: 'x', anchor: 'premium', type, method: { id: 'row' } });
const regionOf = (type: unknown) => ({ id: 'x', anchor: 'premium', type, method: REGION });

async function run(engine: OcrEngine, field: object, pages: Uint8Array, options: ExtractOptions = {}) {
  const extractor = createExtractor({ ocrEngines: { tesseract: engine } });
  const { parsed_document, trace, warnings } = await extractor.extract(
    pages,
    JSON.stringify({ fields: [field] }),
    undefined,
    { trace: true, ...options },
  );
  const { value = null } = (parsed_document['x'] ?? {}) as { value?: unknown };
  return { value, reread: trace?.['x']?.[0]?.reread, warnings };
}

/** A page whose amount is read so at first, and so when it is looked at again. */
async function amount(
  first: string,
  block: BlockAnswer,
  type: unknown = 'currency',
  options?: ExtractOptions,
) {
  const { engine, asked } = reading([LABEL, { ...AMOUNT, text: first }], block);
  return { ...(await run(engine, rowOf(type), scan(LABEL, AMOUNT), options)), asked };
}

describe('text that has figures and no value', () => {
  it('text that has figures and no value is read again, and the second reading counts where it agrees', async () => {
    const { value, reread, asked } = await amount('$1,2S0.0O', () => ['$1,250.00', 0.95]);
    expect(value).toBe(1250);
    expect(asked).toEqual([undefined]);
    expect(reread).toMatchObject([{ page: 0, text: '$1,250.00', confidence: 0.95, used: true }]);
  });

  it('text that has figures and no value is read as characters of the type where the engine is not sure of others', async () => {
    const block: BlockAnswer = (characters) =>
      characters === undefined ? ['$1,2S0.00', 0.75] : ['$1,250.00', 0.9];
    const { value, reread, asked } = await amount('$1,2S0.0O', block);
    expect(value).toBe(1250);
    expect(asked).toEqual([undefined, '0123456789-,.()$']);
    expect(reread).toMatchObject([{ used: true }, { used: true, characters: '0123456789-,.()$' }]);
  });

  it.each<[string, string, number, string | null]>([
    ['01/15,2022', '01/15,2022', 0.95, '2022-01-15T00:00:00.000Z'],
    ['01/15,2022', '01/15.2022', 0.95, '2022-01-15T00:00:00.000Z'],
    ['01/15,2022', '01/16,2022', 0.95, null],
    ['01/15,2022', '01/15,2022', 0.6, null],
    ['01,15,2022', '01,15,2022', 0.95, null],
  ])(
    'text that has figures and no value is a date where both readings have its figures: %s and %s, %f sure',
    async (first, ...more) => {
      const [second, confidence, expected] = more;
      expect((await amount(first, () => [second, confidence], 'date')).value).toBe(expected);
    },
  );

  it('text that has figures and no value is read again with what is beside it', async () => {
    const parts = ['02', ',27', ', 2023'].map((text, place) => ({ text, left: 3 + 0.3 * place, top: 1 }));
    const { engine, asked } = reading([LABEL, ...parts], () => ['02 / 27 / 2023', 0.9]);
    const { value } = await run(engine, rowOf({ id: 'date', format: '%m / %d / %Y' }), scan(LABEL, ...parts));
    expect([value, asked]).toEqual(['2023-02-27T00:00:00.000Z', [undefined]]);
  });

  test.each<[string, string, BlockAnswer]>([
    ['the engine is sure of a letter', 'B12', (characters) => (characters ? ['812', 0.99] : ['B12', 0.95])],
    ['the readings differ in a figure', '$1,2S0.0O', () => ['$1,350.00', 0.99]],
    ['one reading has more figures', '$1,2S0.0O', () => ['$1,250.001', 0.99]],
    ['the second reading is unsure', '$1,2S0.0O', () => ['$1,250.00', 0.6]],
    ['nothing is read', '$1,2S0.0O', () => ['', 1]],
  ])('text that has figures and no value stays without one where %s', async (_, first, block) => {
    expect((await amount(first, block, first === 'B12' ? 'number' : 'currency')).value).toBeNull();
  });

  it.each([
    ['words', 'Included', 'currency'],
    ['types of any form', '$1,2S0.0O', { id: 'custom', pattern: '^[a-z]+$' }],
  ])('text that has figures and no value is not looked for in %s', async (_, first, type) => {
    const { asked, reread } = await amount(first, () => ['$1,250.00', 1], type);
    expect([asked, reread]).toEqual([[], undefined]);
  });

  it('text that has figures and no value is looked for where a date lacks a slash, however sure the engine is', async () => {
    const { engine } = reading([LABEL, { ...AMOUNT, text: '01/15,2022' }], () => ['01/15/2022', 0.95]);
    const sure = {
      ...engine,
      ...fakeEngine(({ dpi }) => ({
        words: [word('Premium', at(LABEL), 0.95, dpi), word('01/15,2022', at(AMOUNT), 0.95, dpi)],
      })),
    };
    expect((await run(sure, rowOf('date'), scan(LABEL, AMOUNT))).value).toBe('2022-01-15T00:00:00.000Z');
  });

  it('text that has figures and no value is not looked for in figures that the engine is sure of', async () => {
    const sure = fakeEngine(({ dpi }) => ({
      words: [word('Premium', at(LABEL), 0.95, dpi), word('1250', at(AMOUNT), 0.95, dpi)],
    }));
    const engine = { ...sure, recogniseBlock: async () => ({ words: [] }) };
    const { reread } = await run(engine, rowOf('percentage'), scan(LABEL, AMOUNT));
    expect(reread).toBeUndefined();
    expect((await amount('1250', () => ['1250%', 0.95], 'percentage')).value).toBe(1250);
  });

  it('text that has figures and no value is not looked for where the option switches it off, or the engine reads pages only', async () => {
    const off = await amount('$1,2S0.0O', () => ['$1,250.00', 1], 'currency', { secondLook: false });
    expect([off.value, off.asked, off.reread]).toEqual([null, [], undefined]);
    const { engine } = reading([LABEL, { ...AMOUNT, text: '$1,2S0.0O' }], () => ['', 0]);
    const { recogniseBlock: _, ...pagesOnly } = engine;
    expect((await run(pagesOnly, rowOf('currency'), scan(LABEL, AMOUNT))).value).toBeNull();
  });
});

describe('letters in a region that nothing was read of', () => {
  const look = async (block: BlockAnswer, prints: readonly Print[] = [], field = regionOf('currency')) => {
    const { engine, asked } = reading([LABEL, ...prints], block);
    return { ...(await run(engine, field, scan(LABEL, AMOUNT, ...prints))), asked };
  };

  it('letters in a region that nothing was read of are read twice, and count where both readings agree', async () => {
    const { value, asked, reread } = await look(() => ['$1,250.00', 0.95]);
    expect(value).toBe(1250);
    expect(asked).toEqual([undefined, '0123456789-,.()$']);
    expect(reread).toMatchObject([{ text: '$1,250.00', used: true }]);
  });

  it('letters in a region that nothing was read of are read beside a caption that is known', async () => {
    const caption = { text: 'Due', left: 2.9, top: 0.8 };
    expect((await look(() => ['$1,250.00', 0.95], [caption])).value).toBe(1250);
  });

  test.each<[string, BlockAnswer]>([
    ['the readings differ', (characters) => (characters ? ['$1,250.00', 1] : ['$1,260.00', 1])],
    ['the engine is unsure', () => ['$1,250.00', 0.8]],
    ['there is one figure alone', () => ['$1', 1]],
    ['they are words', () => ['waived', 1]],
  ])('letters in a region that nothing was read of are no value where %s', async (_, block) => {
    expect((await look(block)).value).toBeNull();
  });

  it('letters in a region that nothing was read of are not looked for where nothing is drawn, where they reach beyond, or where lines stick out', async () => {
    const block: BlockAnswer = () => ['$1,250.00', 1];
    const blank = reading([LABEL], block);
    expect((await run(blank.engine, regionOf('currency'), scan(LABEL))).value).toBeNull();
    const narrow = { ...regionOf('currency'), method: { ...REGION, offsetX: 1.8 } };
    const long = { text: 'Commission and premium', left: 1.5, top: 1.02 };
    expect([blank.asked, (await look(block, [], narrow)).asked, (await look(block, [long])).asked]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('the limits of a second look', () => {
  const misread = (top: number): Print => ({ text: '$1,2S0.0O', left: 3, top });
  const fields = [1, 2, 3].map((top) => ({
    id: `row${top}`,
    anchor: `label${top}`,
    type: 'currency',
    method: { id: 'row' },
  }));
  const prints = [1, 2, 3].flatMap((top) => [{ text: `Label${top}`, left: 1, top }, misread(top)]);

  async function values(block: BlockAnswer, options: ExtractOptions) {
    const { engine, asked } = reading(prints, block);
    const { parsed_document, warnings } = await createExtractor({
      ocrEngines: { tesseract: engine },
    }).extract(scan(...prints), JSON.stringify({ fields }), undefined, options);
    return { found: Object.values(parsed_document).map((value) => value !== null), warnings, asked };
  }

  it('end it with a warning', async () => {
    const { found, warnings } = await values(() => ['$1,250.00', 1], { limits: { secondLookAreas: 2 } });
    expect(found).toEqual([true, true, false]);
    expect(warnings).toMatchObject([
      { code: 'SECOND_LOOK_ENDED', message: expect.stringContaining('secondLookAreas'), page: 0 },
    ]);
  });

  it('the limits of a second look are not the only end: an engine that fails is not asked again', async () => {
    const broken: BlockAnswer = () => {
      throw new Error('down');
    };
    const { found, warnings, asked } = await values(broken, {});
    expect([found, asked]).toEqual([[false, false, false], [undefined]]);
    expect(warnings).toMatchObject([{ code: 'OCR_FAILED', message: expect.stringContaining('down') }]);
  });

  it('leave alone what was read before', async () => {
    const { engine, asked } = reading(prints, () => ['$1,250.00', 1]);
    const extractor = createExtractor({ ocrEngines: { tesseract: engine } });
    const document = await extractor.load(scan(...prints));
    for (let i = 0; i < 2; i++) {
      const { parsed_document } = await extractor.extract(document, JSON.stringify({ fields }));
      expect(Object.values(parsed_document)).toHaveLength(3);
    }
    expect(asked).toHaveLength(3);
    await document.close();
  });
});
