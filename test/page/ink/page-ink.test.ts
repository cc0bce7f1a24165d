import { describe, expect, test } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import type { Box } from '../../../src/page/document/geometry.js';
import { DocumentMemory } from '../../../src/page/document/memory.js';
import type { KnownInk, PageGraphics, PaintedPath } from '../../../src/page/document/page-graphics.js';
import { isMarkedOn } from '../../../src/page/drawn/checkboxes.js';
import { GlyphInk } from '../../../src/page/ink/glyph-ink.js';
import { type GreyBitmap, inkDpi, type PixelBox, pixelsIn } from '../../../src/page/ink/grey.js';
import type { InkLayer } from '../../../src/page/ink/ink-layer.js';
import { inkOf } from '../../../src/page/ink/page-ink.js';
import { type DrawnPage, drawnDocument } from '../../support/drawn.js';
import { cross, fill, frame, stroke } from '../../support/paths.js';

const PAGE = { left: 0, top: 0, right: 8.5, bottom: 11 };
const paths = [frame(1, 1, 3, 2)];
const pictured = [frame(4, 4, 6, 5)];
/** Bytes of a layer of a page of letter: one a pixel, 150 an inch. */
const LAYER = 8.5 * 150 * 11 * 150;

function curved(points: readonly number[]): PaintedPath {
  const path = stroke(points);
  return { ...path, subpaths: path.subpaths.map((each) => ({ ...each, curved: true })) };
}

async function borderLayers(drawn: DrawnPage): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind } of inkOf(drawnDocument(drawn).page)!.borderLayers()) kinds.push(kind);
  return kinds;
}

test.each<[string, DrawnPage, string[]]>([
  ['in paths, then in the drawing without text', { paths, pictured }, ['vector', 'rasterWithoutText']],
  ['in the drawing of a page without paths', { pictured }, ['raster']],
  [
    'in the drawing of a page with white paths only',
    { paths: [fill(1, 1, 2, 2, { luminance: 1 })] },
    ['raster'],
  ],
  ['in the drawing of a scan', { paths, images: [PAGE] }, ['raster']],
  [
    'in the drawing of a scan in strips',
    {
      paths,
      images: [
        { ...PAGE, bottom: 5 },
        { ...PAGE, top: 5 },
      ],
    },
    ['raster'],
  ],
  [
    'in paths first beside a small image',
    { paths, images: [{ ...PAGE, bottom: 5 }] },
    ['vector', 'rasterWithoutText'],
  ],
  ['in paths alone where pages cannot be drawn', { paths, blind: true }, ['vector']],
  ['in the paths of a scan that cannot be drawn', { paths, images: [PAGE], blind: true }, ['vector']],
  ['nowhere without paths and drawing', { blind: true }, []],
])('borders are looked for %s', async (_, drawn, expected) => {
  expect(await borderLayers(drawn)).toEqual(expected);
});

test('a page is not drawn while its paths answer', async () => {
  const { page, calls } = drawnDocument({ paths });
  for await (const layer of inkOf(page)!.borderLayers()) {
    expect(layer.kind).toBe('vector');
    break;
  }
  expect(calls).toEqual(['paths', 'images']);
});

test('a page is drawn once, however many ask at the same time', async () => {
  const { page, calls } = drawnDocument({ paths });
  const layers = await Promise.all([inkOf(page)!.raster(), inkOf(page)!.raster()]);
  await inkOf(page)!.raster();
  expect(calls).toEqual(['raster']);
  expect(layers[0]).toBe(layers[1]);
});

test('a page is drawn again after its layers were let go', async () => {
  const { page, calls } = drawnDocument({ paths });
  await inkOf(page)!.raster();
  inkOf(page)!.forget();
  await inkOf(page)!.raster();
  expect(calls).toEqual(['raster', 'raster']);
});

test('a page that lines alone make has no ink', () => {
  expect(inkOf({ width: 8.5, height: 11 })).toBeUndefined();
});

test('passes on that the time is up, and is drawn when asked again', async () => {
  const { page } = drawnDocument({ paths });
  let late = true;
  const graphics = {
    ...page.graphics!,
    raster: async (options: Parameters<NonNullable<typeof page.graphics>['raster']>[0]) => {
      if (late) throw new DocumentError('timed_out', 'late');
      return page.graphics!.raster(options);
    },
  };
  await expect(inkOf({ ...page, graphics })!.raster()).rejects.toThrow('late');
  late = false;
  expect(await inkOf({ ...page, graphics })!.raster()).toBeDefined();
});

test('a document of many pages keeps only the layers used last', async () => {
  const memory = new DocumentMemory({ cacheBytes: 1, inkBytes: 3 * LAYER });
  const pages = Array.from({ length: 6 }, (_, i) => drawnDocument({ paths }, memory.page(`page ${i}`)).page);
  for (const page of pages) await inkOf(page)!.vector();
  expect(inkOf(pages.at(-1)!)!.bytes).toBe(LAYER);
  expect(inkOf(pages[0]!)!.bytes).toBe(0);
  expect(memory.heldInk).toBe(3 * LAYER);
});

test('keeps its layers whatever other documents draw', async () => {
  const memories = [0, 1].map(() => new DocumentMemory({ cacheBytes: 1, inkBytes: LAYER }));
  const pages = memories.map((memory) => drawnDocument({ paths }, memory.page('page')).page);
  for (const page of pages) await inkOf(page)!.vector();
  expect(memories.map(({ heldInk }) => heldInk)).toEqual([LAYER, LAYER]);
  memories[0]!.close();
  expect(memories.map(({ heldInk }) => heldInk)).toEqual([0, LAYER]);
  expect(inkOf(pages[1]!)!.bytes).toBe(LAYER);
});

test('a page of absurd size is looked at with fewer pixels', () => {
  expect(inkDpi({ width: 8.5, height: 11 })).toBe(150);
  const dpi = inkDpi({ width: 200, height: 200 });
  expect(200 * 200 * dpi * dpi).toBeLessThanOrEqual(12_000_001);
});

test('a page with too much paint counts as one without paths', async () => {
  const { page } = drawnDocument({
    paths: Array.from({ length: 1000 }, () => fill(0, 0, 8.5, 11)),
    pictured: [stroke([1, 1, 2, 1])],
  });
  expect(await inkOf(page)!.vector()).toBeUndefined();
});

describe('a page whose text showed, when it was read, that it has', () => {
  const nothingTyped = new GlyphInk([], new Set());
  const box = { left: 4, top: 4, right: 4.15, bottom: 4.15 };

  function knownPage(drawn: DrawnPage, known: KnownInk) {
    const { page, calls } = drawnDocument(drawn);
    return { page: { ...page, graphics: { ...page.graphics!, known: async () => known } }, calls };
  }

  test('paths and text only has no borders but in its paths', async () => {
    const { page, calls } = knownPage({ paths }, { imageArea: 0, typed: nothingTyped });
    const kinds: string[] = [];
    for await (const { kind } of inkOf(page)!.borderLayers()) kinds.push(kind);
    expect(kinds).toEqual(['vector']);
    expect(calls).toEqual(['paths']);
  });

  test('images that cannot cover it is no scan, without looking for them', async () => {
    const { page, calls } = knownPage({ paths, images: [PAGE] }, { imageArea: 10, typed: undefined });
    expect(await inkOf(page)!.isScan()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('images that may cover it is a scan when they do', async () => {
    const { page } = knownPage({ paths, images: [PAGE] }, { imageArea: 100, typed: undefined });
    expect(await inkOf(page)!.isScan()).toBe(true);
  });

  const around = frame(3.99, 3.99, 4.16, 4.16);
  test.each<[string, DrawnPage, KnownInk, boolean, string[]]>([
    ['empty box', { paths: [around] }, { imageArea: 0, typed: nothingTyped }, false, ['paths']],
    [
      'box crossed by lines',
      { paths: [around, ...cross(4, 4, 4.15, 4.15)] },
      { imageArea: 0, typed: nothingTyped },
      true,
      ['paths'],
    ],
    [
      'box below an image',
      {
        paths: [around],
        images: [{ left: 3, top: 3, right: 5, bottom: 5 }],
        pictured: [fill(4, 4, 4.1, 4.1)],
      },
      { imageArea: 4, typed: nothingTyped },
      true,
      ['images', 'raster'],
    ],
    [
      'box on a page that shows more',
      { paths: [around], pictured: [fill(4, 4, 4.1, 4.1)] },
      { imageArea: 0, typed: undefined },
      true,
      ['raster'],
    ],
    [
      'box that a curve may reach',
      {
        paths: [around, curved([3.9, 4, 3.95, 4])],
      },
      { imageArea: 0, typed: nothingTyped },
      false,
      ['paths', 'raster'],
    ],
    [
      'box beside a long curve whose pieces stay away',
      { paths: [around, curved([3, 2, 3, 2.5, 3, 3, 3, 3.5, 3, 4, 3, 4.5, 3, 5])] },
      { imageArea: 0, typed: nothingTyped },
      false,
      ['paths'],
    ],
  ])('a %s is drawn only when it must be', async (_, drawn, known, marked, expected) => {
    const { page, calls } = knownPage(drawn, known);
    expect(await isMarkedOn(page, inkOf(page)!, box, true)).toBe(marked);
    expect([...new Set(calls)]).toEqual(expected);
  });
});

describe('of a page whose areas can be drawn', () => {
  const nothingTyped = new GlyphInk([], new Set());
  const box = { left: 4, top: 4, right: 4.15, bottom: 4.15 };

  /** @param sides of the images, in pixels */
  function areaPage(drawn: DrawnPage, imageArea = 0, sides: readonly number[] = []) {
    const { page } = drawnDocument(drawn);
    const asked: (Box | 'page')[] = [];
    const graphics: PageGraphics = {
      ...page.graphics!,
      known: async () => ({ imageArea, typed: nothingTyped, drawsAreas: true }),
      images: async () =>
        (await page.graphics!.images()).map((image, index) => {
          const side = sides[index];
          return side === undefined ? image : { ...image, pixels: { width: side, height: side } };
        }),
      raster: (options) => {
        asked.push(options.area ?? 'page');
        return page.graphics!.raster(options);
      },
    };
    return { ink: inkOf({ ...page, graphics })!, asked };
  }

  /** Whether two bitmaps are equal in a box. */
  function isSame(a: GreyBitmap, b: GreyBitmap, place: Box): boolean {
    const pixels = pixelsIn(place, a);
    return Buffer.compare(pixelsOf(a, pixels), pixelsOf(b, pixels)) === 0;
  }

  test('the area around a box is drawn, with the pixels of the page', async () => {
    const marks = cross(4, 4, 4.15, 4.15);
    const { ink, asked } = areaPage({ paths, pictured: marks });
    const drawn = await ink.drawnAt(box);
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain('page');
    const whole = await ink.raster();
    expect(isSame(drawn!, whole!.bitmap, { left: 3.9, top: 3.9, right: 4.25, bottom: 4.25 })).toBe(true);
  });

  test('an area is drawn once, whoever asks for it, also at the same time', async () => {
    const { ink, asked } = areaPage({ paths, pictured });
    await Promise.all([ink.drawnAt(box), ink.drawnAt(box), ink.drawnAt({ ...box, right: 4.1 })]);
    expect(asked).toHaveLength(1);
  });

  test('one box is drawn alone, of many those of the same rows are drawn together', async () => {
    const { ink, asked } = areaPage({ paths, pictured });
    for (const top of [4, 6, 8]) await ink.drawnAt({ ...box, top, bottom: top + 0.15 });
    expect(asked.map((area) => area !== 'page' && area.right - area.left < 1)).toEqual([true, true, false]);
    await ink.drawnAt({ left: 1, top: 8, right: 1.1, bottom: 8.4 });
    expect(asked).toHaveLength(3);
  });

  test('boxes that are looked at at the same time are drawn together, without what is beside them', async () => {
    const { ink, asked } = areaPage({ paths, pictured });
    const boxes = [2, 2.3, 2.6, 2.9, 3.2, 3.5].map((top) => ({ ...box, top, bottom: top + 0.15 }));
    await Promise.all(boxes.map((each) => ink.drawnAt(each)));
    expect(asked).toHaveLength(1);
    expect(asked[0] !== 'page' && asked[0]!.right - asked[0]!.left < 1).toBe(true);
    await ink.drawnAt({ ...box, top: 8, bottom: 8.15 });
    expect(asked).toHaveLength(2);
  });

  test('a page whose areas can be drawn is drawn whole for those who look at boxes all over it', async () => {
    const { ink, asked } = areaPage({ paths, pictured });
    for (let row = 0; row < 40; row++) {
      const top = ((row * 7) % 40) * 0.25;
      await ink.drawnAt({ left: 1, top, right: 1.1, bottom: top + 0.1 });
    }
    expect(asked.length).toBeLessThan(8);
    expect(asked.at(-1)).toBe('page');
  });

  test('images that reach into an area lie in it', async () => {
    const image = { left: 4.1, top: 3, right: 5, bottom: 4.1 };
    const { ink, asked } = areaPage({ paths, images: [image] }, 1);
    await ink.drawnAt(box);
    const [area] = asked as [Box];
    expect([area.left < 4.1, area.top < 3, area.right > 5, area.bottom > 4.1]).toEqual(Array(4).fill(true));
  });

  test('an area is drawn where an image takes up much of the page', async () => {
    const { ink, asked } = areaPage({ paths, images: [{ left: 1, top: 1, right: 7, bottom: 8 }] }, 42);
    await ink.drawnAt(box);
    expect(asked).toEqual(['page']);
  });

  test('borders in images are looked for in paths with the images drawn into them', async () => {
    const image = { left: 4, top: 4, right: 6, bottom: 5 };
    const { ink, asked } = areaPage({ paths, pictured, images: [image] }, 2);
    const layers: InkLayer[] = [];
    for await (const layer of ink.borderLayers()) layers.push(layer);
    expect(layers.map(({ isDrawn }) => isDrawn)).toEqual([false, true]);
    expect(asked).not.toContain('page');
    const whole = await ink.rasterWithoutText();
    expect(isSame(layers[1]!.bitmap, whole!.bitmap, image)).toBe(true);
    expect(
      isSame(layers[1]!.bitmap, layers[0]!.bitmap, { left: 0.5, top: 0.5, right: 3.5, bottom: 2.5 }),
    ).toBe(true);
  });

  test.each([
    [
      'are left out far from where boxes to tick are looked for',
      { left: 4, top: 8, right: 5, bottom: 8 },
      false,
    ],
    ['are drawn near to it', { left: 4, top: 3, right: 6, bottom: 3 }, true],
    ['are drawn for borders of any size', undefined, true],
  ])('images of many pixels %s', async (_, wanted, isDrawn) => {
    const logo = { left: 6.5, top: 1, right: 7.5, bottom: 2 };
    const small = { left: 4, top: 8, right: 4.2, bottom: 8.2 };
    const { ink, asked } = areaPage({ paths, images: [small, logo] }, 1.04, [10, 1000]);
    for await (const layer of ink.borderLayers(wanted && [wanted])) expect(layer.kind).toBe('vector');
    expect(asked).toHaveLength(isDrawn ? 2 : 1);
  });

  test('borders on a page without ink of paths are looked for in its images first, which are drawn once', async () => {
    const image = { left: 4, top: 4, right: 6, bottom: 5 };
    const { ink, asked } = areaPage({ pictured: [frame(5, 4.5, 5.15, 4.65)], images: [image] }, 2);
    const first = async () => (await ink.borderLayers().next()).value as InkLayer;
    const layer = await first();
    expect(await first()).toBe(layer);
    expect(layer.shapes()).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain('page');
    const layers: InkLayer[] = [];
    for await (const each of ink.borderLayers()) layers.push(each);
    expect(layers.map(({ kind }) => kind)).toEqual(['vector', 'raster']);
  });

  test('boxes to tick on a page without ink of paths are found in images', async () => {
    const image = { left: 4, top: 4, right: 6, bottom: 5 };
    const { ink, asked } = areaPage({ pictured: [frame(5, 4.5, 5.15, 4.65)], images: [image] }, 2);
    expect((await ink.allBoxes([]))!.shapes()).toHaveLength(1);
    expect(asked).not.toContain('page');
    const nowhere = areaPage({ pictured }).ink;
    expect(await nowhere.allBoxes([])).toBeUndefined();
  });

  test('boxes to tick in images are found, those of paths beside them too', async () => {
    const image = { left: 4, top: 4, right: 6, bottom: 5 };
    const shown = {
      paths: [frame(1, 1, 1.15, 1.15)],
      pictured: [frame(5, 4.5, 5.15, 4.65)],
      images: [image],
    };
    const { ink, asked } = areaPage(shown, 2);
    const layer = await ink.allBoxes([]);
    const corners = layer!
      .shapes()
      .map(({ outer }) => [outer.left, outer.top].map((at) => Math.round(at / 75) / 2));
    expect(corners).toEqual([
      [1, 1],
      [5, 4.5],
    ]);
    expect(asked).not.toContain('page');
  });

  test('a page is drawn whole where things that may be boxes are all over it', async () => {
    const { ink } = areaPage({ paths });
    const places = Array.from({ length: 36 }, (_, i) => {
      const [left, top] = [1.4 * (i % 6), 1.8 * Math.floor(i / 6)];
      return { left, top, right: left + 1, bottom: top + 0.9 };
    });
    expect(await ink.allBoxes(places)).toBeUndefined();
    expect(await ink.allBoxes(places.slice(0, 6))).toBeDefined();
  });
});

/** The pixels of a box of a bitmap, row by row. */
function pixelsOf({ width, data }: GreyBitmap, { left, top, right, bottom }: PixelBox): Buffer {
  const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * width);
  return Buffer.concat(rows.map((row) => data.subarray(row + left, row + right)));
}
