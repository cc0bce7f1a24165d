import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { clippedRegion, drawnImage, placedImages } from '../../src/llm/images.js';
import { boxPolygon, IDENTITY, type Transform } from '../../src/page/document/geometry.js';
import type {
  Bitmap,
  PageGraphics,
  PlacedImage,
  RenderOptions,
} from '../../src/page/document/page-graphics.js';

const PAGE = { index: 2, width: 4, height: 4, transform: IDENTITY };
const WHOLE = { left: 0, top: 0, right: 4, bottom: 4 };

/** A white page; text, where it is drawn, is a black square inch in its top left corner. */
function pageOf(placed: readonly Partial<PlacedImage>[], rendered: RenderOptions[] = []) {
  const raster = async (options: RenderOptions): Promise<Bitmap> => {
    rendered.push(options);
    const side = PAGE.width * options.dpi;
    const canvas = createCanvas(side, side);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, side, side);
    context.fillStyle = 'black';
    if (!options.withoutText) context.fillRect(0, 0, options.dpi, options.dpi);
    const { data } = context.getImageData(0, 0, side, side);
    return { width: side, height: side, data, dpi: options.dpi };
  };
  const graphics = {
    raster,
    images: async () => placed.map((image) => ({ mask: false, ...image }) as PlacedImage),
  } as Partial<PageGraphics> as PageGraphics;
  return { ...PAGE, graphics };
}

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

it('clippedRegion is what of a rectangle lies on the page', () => {
  expect(clippedRegion(PAGE, box(-1, 1, 2, 9))).toEqual({ page: 2, box: box(0, 1, 2, 4) });
  expect(clippedRegion(PAGE, box(5, 0, 6, 1))).toBeUndefined();
  expect(clippedRegion(PAGE, box(1, 1, 1, 2))).toBeUndefined();
});

it('drawnImage is a PNG of a part of the page, and identifies it by pixels, place and resolution', async () => {
  const part = { page: 2, box: box(0, 0, 2, 1) };
  const shown = await drawnImage(pageOf([]), part, 100);
  expect(shown).toMatchObject({ page: 2, box: part.box, image: { type: 'image', mediaType: 'image/png' } });
  const { width, height } = await loadImage(Buffer.from(shown!.image.data));
  expect([width, height]).toEqual([200, 100]);
  expect(shown!.image.ref).toMatch(/^[0-9a-f]{16} page 3 at 0\.00 0\.00 2\.00 1\.00, 100 dpi$/u);
  const again = await drawnImage(pageOf([]), part, 100);
  expect(again!.image.ref).toBe(shown!.image.ref);
  const blank = await drawnImage(pageOf([]), { page: 2, box: box(2, 2, 4, 3) }, 100);
  expect(blank!.image.ref).not.toBe(shown!.image.ref);
});

it('drawnImage is scaled down so that models need not do it', async () => {
  const shown = await drawnImage(pageOf([]), { page: 2, box: WHOLE }, 600);
  const { width, height } = await loadImage(Buffer.from(shown!.image.data));
  expect([width, height]).toEqual([2_048, 2_048]);
});

it('drawnImage is not there for pages without pixels', async () => {
  expect(await drawnImage(PAGE, { page: 2, box: WHOLE }, 100)).toBeUndefined();
});

describe('placedImages', () => {
  const region = { page: 2, box: box(0, 0, 2, 2) };
  const image = (place: ReturnType<typeof box>, width = 200, height = 200): Partial<PlacedImage> => ({
    polygon: boxPolygon(place),
    pixels: { width, height },
  });

  it('placedImages are those that lie in the region, whole, at their own resolution, without text over them', async () => {
    const rendered: RenderOptions[] = [];
    const page = pageOf([image(box(1, 1, 3, 3)), image(box(2.5, 2.5, 4, 4))], rendered);
    const shown = await placedImages(page, region);
    expect(shown.map((each) => each.box)).toEqual([box(1, 1, 3, 3)]);
    expect(rendered).toEqual([{ dpi: 100, withoutText: true, drawnBy: 'pdfjs' }]);
  });

  it('placedImages are cut to the region where they are scans of the page', async () => {
    const shown = await placedImages(pageOf([image(WHOLE, 400, 400)]), {
      page: 2,
      box: box(1, 1, 2, 2),
    });
    expect(shown.map((each) => each.box)).toEqual([box(1, 1, 2, 2)]);
  });

  it('placedImages are neither masks, nor specks, nor pictures that only touch the region', async () => {
    const specks = image(box(0, 0, 1, 1), 15, 400);
    const touching = image(box(1.999, 0, 4, 2));
    const page = pageOf([{ ...image(box(0, 0, 1, 1)), mask: true }, specks, touching]);
    expect(await placedImages(page, region)).toEqual([]);
    expect(await placedImages(PAGE, region)).toEqual([]);
  });
});

describe('ref of a picture', () => {
  const DIGEST = 'ab'.repeat(32);
  const whole = { page: 2, box: WHOLE };
  const moved = (transform: Transform) => ({ ...pageOf([]), transform });
  const refOf = async (...of: Parameters<typeof drawnImage>) => (await drawnImage(...of))?.image.ref;

  it('names the document, the page, the place and the resolution, whatever the pixels', async () => {
    const ref = await refOf(pageOf([]), whole, 20, DIGEST);
    expect(ref).toBe('abababababababab page 3 at 0.00 0.00 4.00 4.00, 20 dpi');
    const blank = pageOf([]);
    const { raster } = blank.graphics;
    const withoutText = {
      ...blank.graphics,
      raster: ({ dpi }: RenderOptions) => raster({ dpi, withoutText: true }),
    };
    expect(await refOf({ ...blank, graphics: withoutText }, whole, 20, DIGEST)).toBe(ref);
  });

  it('the ref of a picture distinguishes pictures', async () => {
    const image = { polygon: boxPolygon(WHOLE), pixels: { width: 80, height: 80 } };
    const [placed] = await placedImages(pageOf([image]), whole, DIGEST);
    const refs = [
      await refOf(pageOf([]), whole, 20, DIGEST),
      await refOf(pageOf([]), whole, 20, 'cd'.repeat(32)),
      await refOf(pageOf([]), whole, 30, DIGEST),
      await refOf(pageOf([]), { page: 2, box: box(0, 0, 4, 2) }, 20, DIGEST),
      await refOf(moved({ ...IDENTITY, e: 0.5 }), whole, 20, DIGEST),
      placed?.image.ref,
    ];
    expect(new Set(refs).size).toBe(refs.length);
  });
});
