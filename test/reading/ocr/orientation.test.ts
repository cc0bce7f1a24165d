import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import { boundingBox } from '../../../src/page/document/geometry.js';
import type { Page } from '../../../src/page/document/model.js';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { type GreyBitmap, greyOf } from '../../../src/page/ink/grey.js';
import { rowHang } from '../../../src/page/ink/skew.js';
import { type Quarter, turnBitmap } from '../../../src/page/layout/page-rotation.js';
import { readDocument } from '../../../src/reading/ocr/document.js';
import { busiestPart, possibleQuarters } from '../../../src/reading/ocr/orientation.js';
import { PageReader } from '../../../src/reading/ocr/reader.js';
import { rows } from '../../support/scans.js';
import { blank, documentOf, type FakeEngine, fakeEngine, page, word } from './fakes.js';

/** Rows of dashes as text looks from afar, and a square at the top left, as pages have it that lie upright. */
function upright(dpi: number): Bitmap {
  const bitmap = blank(dpi, dpi, dpi);
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = Math.round(top * dpi); y < bottom * dpi; y++) {
      for (let x = Math.round(left * dpi); x < right * dpi; x++) {
        bitmap.data.set([0, 0, 0, 255], (y * dpi + x) * 4);
      }
    }
  };
  fill(0, 0, SQUARE, SQUARE);
  for (let top = 0.3; top < 0.9; top += 0.1) {
    for (let left = 0.1; left < 0.9; left += 0.07) fill(left, top, left + 0.05, top + 0.04);
  }
  return bitmap;
}

const SQUARE = 0.12;

const isUpright = ({ data, width, dpi }: Bitmap) => {
  const at = Math.round((SQUARE / 2) * dpi);
  return data[(at * width + at) * 4] === 0;
};

/** An engine that is sure of what lies upright, and unsure of all else. */
const looking = (confidence: { readonly sure: number | undefined; readonly unsure: number | undefined }) =>
  fakeEngine((image) => {
    const seen = isUpright(image);
    const box = { left: 0.1, top: 0.3, right: 0.8, bottom: 0.34 };
    const text = seen ? 'what stands on the page' : 'eged eht no sdnats tahw';
    return { words: [word(text, box, seen ? confidence.sure : confidence.unsure, image.dpi)] };
  });

const scanTurned = (quarter: Quarter) =>
  page(0, { raster: async (dpi) => turnBitmap(upright(dpi), ((360 - quarter) % 360) as Quarter) });

it('a scan of which nothing is read as it lies is turned', async () => {
  const engine = fakeEngine((image) => {
    const box = { left: 0.1, top: 0.3, right: 0.8, bottom: 0.34 };
    return { words: isUpright(image) ? [word('what stands on the page', box, 0.95, image.dpi)] : [] };
  });
  expect(await read(engine, 90)).toMatchObject({ rotation: 270 });
});

async function read(engine: ReturnType<typeof looking>, quarter: Quarter) {
  const options = { embedded: async () => engine, limits: DEFAULT_LIMITS };
  const { pages } = await readDocument(documentOf([scanTurned(quarter)]), options, {});
  return pages[0]!;
}

it.each([90, 180, 270] as const)('a scan whose text runs at %d degrees is turned', async (quarter) => {
  const found = await read(looking({ sure: 0.95, unsure: 0.3 }), quarter);
  expect(found).toMatchObject({ rotation: 360 - quarter, ocr: { confidence: 0.95 } });
  expect(found.lines).toMatchObject([{ text: 'what stands on the page', left: 0.1, top: 0.3, angle: 0 }]);
  const drawn = await found.graphics!.raster({ dpi: 100 });
  expect(drawn.data).toEqual(upright(100).data);
  const area = { left: 0, top: 0, right: 0.5, bottom: 0.5 };
  const part = await found.graphics!.raster({ dpi: 100, area });
  expect([part.width, part.height, isUpright(part)]).toEqual([50, 50, true]);
});

it('a scan of which most is passed over is turned, too', async () => {
  const passing = fakeEngine((image) => {
    const seen = isUpright(image);
    const box = { left: 0.1, top: 0.3, right: 0.8, bottom: 0.34 };
    const text = seen ? 'what stands on the page' : 'sbn';
    return { words: [word(text, box, 0.95, image.dpi)], passedOver: seen ? 0 : 20 };
  });
  expect(await read(passing, 180)).toMatchObject({
    rotation: 180,
    lines: [{ text: 'what stands on the page' }],
  });
});

it('a scan that is read with certainty is read once', async () => {
  const engine = looking({ sure: 0.95, unsure: 0.3 });
  expect(await read(engine, 0)).toMatchObject({ rotation: 0 });
  expect(engine.seen).toHaveLength(1);
});

it.each([
  ['of which an engine is unsure either way', { sure: 0.4, unsure: 0.3 }, 180],
  ['of which an engine does not tell how sure it is', { sure: undefined, unsure: undefined }, 180],
] as const)('a scan: %s stays as it is', async (_, confidence, quarter) => {
  const engine = looking(confidence);
  expect(await read(engine, quarter)).toMatchObject({ rotation: 0 });
  expect(engine.seen.length).toBeLessThanOrEqual(3);
});

it('a scan is looked at once for its direction, however often it is read', async () => {
  const engine = looking({ sure: 0.95, unsure: 0.3 });
  const options = { embedded: async () => engine, limits: DEFAULT_LIMITS };
  const reader = new PageReader(options, {}, () => undefined);
  const scan = scanTurned(180);
  const first = await reader.read(scan);
  const count = engine.seen.length;
  expect((await reader.read(scan))?.lines.map(({ text }) => text)).toEqual(
    first?.lines.map(({ text }) => text),
  );
  expect(engine.seen).toHaveLength(count);
});

describe('a scan whose rows hang', () => {
  const INCHES = 6;
  const colours = ({ width, height, dpi, data }: GreyBitmap): Bitmap => {
    const pixels = new Uint8ClampedArray(data.length * 4).fill(255);
    for (const [at, grey] of data.entries()) pixels.fill(grey, at * 4, at * 4 + 3);
    return { width, height, dpi, data: pixels };
  };
  const hanging = (degrees: number) => ({
    ...page(0, {
      drawn: false,
      images: [{ left: 0, top: 0, right: INCHES, bottom: INCHES }],
      raster: async () => colours(rows(degrees)),
    }),
    width: INCHES,
    height: INCHES,
  });
  const readBy = async (engine: FakeEngine, scan: Page) =>
    new PageReader({ embedded: async () => engine, limits: DEFAULT_LIMITS }, {}, () => undefined).readUpright(
      engine,
      scan,
    );
  const says = () =>
    fakeEngine(({ dpi }) => ({
      words: [word('what it says', { left: 1, top: 1, right: 3, bottom: 1.2 }, 0.99, dpi)],
    }));

  it.each([-2, 0.5, 4])(
    'a scan that hangs by %d degrees is levelled before it is read, once',
    async (degrees) => {
      const engine = says();
      const scan = hanging(degrees);
      const first = await readBy(engine, scan);
      expect(engine.seen).toHaveLength(1);
      expect(rowHang(greyOf(engine.seen[0]!))).toBe(0);
      expect(Math.atan2(first.page.transform.b, first.page.transform.a)).toBeCloseTo(
        (-degrees * Math.PI) / 180,
        2,
      );
      expect(first.lines).toMatchObject([{ text: 'what it says', left: 1, angle: 0 }]);
      expect((await readBy(engine, scan)).page.transform).toEqual(first.page.transform);
      expect(engine.seen).toHaveLength(1);
    },
  );

  it('a scan that is as good as level is read as it lies', async () => {
    const engine = says();
    const scan = hanging(0.1);
    expect((await readBy(engine, scan)).page).toBe(scan);
  });
});

describe('the look of a page', () => {
  it('decides whether rows may run up and down, or upside down', () => {
    const doubtful = { words: [], lines: [], passedOver: 100 };
    expect(possibleQuarters(doubtful, greyOf(upright(200)))).toEqual([180]);
    expect(possibleQuarters(doubtful, greyOf(turnBitmap(upright(200), 90)))).toEqual([90, 270]);
  });

  it('decides alone whether rows may run up and down where nothing was read', () => {
    const nothing = { words: [], lines: [] };
    expect(possibleQuarters(nothing, greyOf(upright(200)))).toEqual([]);
    expect(possibleQuarters(nothing, greyOf(turnBitmap(upright(200), 90)))).toEqual([90, 270]);
    expect(possibleQuarters(nothing, greyOf(blank(200, 200, 200)))).toEqual([]);
  });

  it('finds where most text is', () => {
    const large = blank(1000, 1000, 100);
    for (let y = 600; y < 900; y += 2) {
      for (let x = 700; x < 900; x += 7) large.data.set([0, 0, 0, 255], (y * 1000 + x) * 4);
    }
    const part = busiestPart(greyOf(large));
    expect(part.left).toBeLessThanOrEqual(7);
    expect(part.right).toBeGreaterThanOrEqual(9);
    expect(part.bottom).toBeGreaterThanOrEqual(9);
    expect(
      boundingBox([
        { x: part.left, y: part.top },
        { x: part.right, y: part.bottom },
      ]),
    ).toEqual(part);
  });
});
