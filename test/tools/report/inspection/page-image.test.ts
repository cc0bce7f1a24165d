import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { documentFromLines, loadDocument } from '../../../../src/index.js';
import { type LayerName, toImage } from '../../../../src/tools/report/index.js';
import { LAYERS } from '../../../../src/tools/report/inspection/layers.js';
import { drawnDocument } from '../../../support/drawn.js';
import { inspected } from './support.js';

/** Pixels an inch: outlines are nearly two pixels wide, so that some of them have the colour of their layer. */
const DPI = 144;

/** How far a pixel may be from the colour of its layer, in each channel. */
const NEAR = 24;

/** Pixels of a picture that have the colour of a layer, about. */
async function pixelsOf(png: Uint8Array, layer: LayerName): Promise<number> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(LAYERS[layer].colour.slice(at, at + 2), 16),
  );
  const isNear = (at: number, wanted = 0) => Math.abs(data[at]! - wanted) <= NEAR;
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (isNear(i, red) && isNear(i + 1, green) && isNear(i + 2, blue)) count += 1;
  }
  return count;
}

describe('toImage', () => {
  test('draws a page of its own size in PNG', async () => {
    const { pages } = documentFromLines([{ text: 'Total', left: 1, top: 1 }]);
    const { png, width, height } = await toImage(pages[0]!, { dpi: DPI });
    expect([width, height]).toEqual([8.5 * DPI, 11 * DPI]);
    const image = await loadImage(Buffer.from(png));
    expect([image.width, image.height]).toEqual([width, height]);
    expect(await pixelsOf(png, 'lines')).toBeGreaterThan(0);
  });

  test('says on a page that its engine cannot draw so, over its lines', async () => {
    const { page } = drawnDocument({ lines: [{ text: 'Total', left: 1, top: 5 }], blind: true });
    const { graphics: _, ...plain } = page;
    const inkOf = async (each: typeof page, from: number, to: number) => {
      const { png, width } = await toImage(each, { draw: [], dpi: DPI });
      const canvas = createCanvas(width, (to - from) * DPI);
      canvas.getContext('2d').drawImage(await loadImage(Buffer.from(png)), 0, -from * DPI);
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, (to - from) * DPI);
      return data.filter((value, i) => i % 4 !== 3 && value < 200).length;
    };
    expect(await inkOf(plain, 0, 1)).toBe(0);
    expect(await inkOf(page, 0, 1)).toBeGreaterThan(500);
    expect(await inkOf(page, 4, 6)).toBe(await inkOf(plain, 4, 6));
    expect(await inkOf(page, 4, 6)).toBeGreaterThan(100);
  });

  test('draws what is asked for and nothing else', async () => {
    const inspection = await inspected();
    const { pages } = inspection;
    const only = async (draw: LayerName) => (await pages[0]!.toImage({ draw: [draw], dpi: DPI })).png;
    for (const layer of ['anchors', 'values', 'rulings'] as const) {
      const png = await only(layer);
      expect(await pixelsOf(png, layer)).toBeGreaterThan(0);
      expect(await pixelsOf(png, 'boxes')).toBe(0);
    }
    expect(await pixelsOf(await only('rulings'), 'anchors')).toBe(0);
    await inspection.close();
  });

  test('draws the marks of chosen fields alone', async () => {
    const inspection = await inspected();
    const of = async (fields: readonly string[]) =>
      pixelsOf((await inspection.pages[1]!.toImage({ draw: ['values'], fields, dpi: DPI })).png, 'values');
    expect(await of(['signer'])).toBeGreaterThan(0);
    expect(await of(['policy'])).toBe(0);
  });

  test('draws the page of a file under the marks', async () => {
    const file = await readFile(new URL('../../../../fixtures/documents/boxed-form.pdf', import.meta.url));
    const document = await loadDocument(file);
    const { png } = await toImage(document.pages[0]!, { draw: ['boxes'], dpi: DPI });
    await document.close();
    expect(await pixelsOf(png, 'boxes')).toBeGreaterThan(0);
    await expect(toImage(document.pages[0]!, { draw: 'all' })).rejects.toMatchObject({ code: 'closed' });
  });

  test('refuses layers and resolutions that there are not', async () => {
    const [page] = documentFromLines([]).pages;
    await expect(toImage(page!, { draw: ['anchor' as LayerName] })).rejects.toThrow(
      /no layer "anchor"; there are /u,
    );
    for (const dpi of [0, -1, Number.NaN]) await expect(toImage(page!, { dpi })).rejects.toThrow(RangeError);
  });
});
