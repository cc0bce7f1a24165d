import { expect, test } from 'vitest';
import type { Box } from '../../../src/page/document/geometry.js';
import type { PageGraphics, PaintedPath } from '../../../src/page/document/page-graphics.js';
import { checkboxesOn } from '../../../src/page/drawn/checkboxes.js';
import { GlyphInk } from '../../../src/page/ink/glyph-ink.js';
import { type DrawnPage, drawnDocument } from '../../support/drawn.js';
import { cross, frame, penLine, stroke } from '../../support/paths.js';

const NOTHING_TYPED = new GlyphInk([], new Set());

/** Boxes found on a page of which all ink is known, with their states, and what was asked of the page. */
async function found(drawn: DrawnPage, known: { imageArea?: number; typed?: GlyphInk | undefined } = {}) {
  const { page, calls } = drawnDocument(drawn);
  const ink = { imageArea: 0, typed: NOTHING_TYPED, ...known };
  const boxes = await checkboxesOn({ ...page, graphics: { ...page.graphics!, known: async () => ink } });
  const states = await Promise.all(boxes.map((box) => box.isSelected()));
  return { states, isDrawn: calls.includes('raster') };
}

const empty = frame(2, 2, 2.15, 2.15);
const ticked = [frame(3, 2, 3.15, 2.15), ...cross(3.03, 2.03, 3.12, 2.12)];
/** A radio button as files have it: of four curves, of which only the ends are known. */
const radio = curved([5.07, 5, 5, 5.07, 4.93, 5, 5, 4.93]);
/** A box with round corners. */
const rounded = curved([2, 2.02, 2.02, 2, 2.13, 2, 2.15, 2.02, 2.15, 2.13, 2.13, 2.15, 2.02, 2.15, 2, 2.13]);

function curved(points: readonly number[]): PaintedPath {
  const path = stroke(points);
  return { ...path, subpaths: path.subpaths.map((subpath) => ({ ...subpath, closed: true, curved: true })) };
}

const logo = { left: 6, top: 1, right: 7, bottom: 2 };
const inLogo = frame(6.4, 1.4, 6.55, 1.55);

async function near(wanted: Box[] | undefined) {
  const { page } = drawnDocument({ paths: [empty], pictured: [inLogo], images: [logo] });
  let areas = 0;
  const graphics: PageGraphics = {
    ...page.graphics!,
    known: async () => ({ imageArea: 1, typed: NOTHING_TYPED, drawsAreas: true }),
    images: async () =>
      (await page.graphics!.images()).map((image) => ({ ...image, pixels: { width: 1000, height: 1000 } })),
    raster: (options) => {
      areas += 1;
      return page.graphics!.raster(options);
    },
  };
  const lefts = async (places: Box[] | undefined) =>
    (await checkboxesOn({ ...page, graphics }, false, places)).map(({ outer }) => Math.round(outer.left));
  return { first: await lefts(wanted), areas, all: await lefts(undefined) };
}

test('boxes near to some places are found without images of many pixels that are far away', async () => {
  const place = { left: 1, top: 2, right: 3, bottom: 2 };
  expect(await near([place])).toEqual({ first: [2], areas: 0, all: [6, 2] });
});

test('boxes near to some places are those of images that are near, too', async () => {
  const place = { left: 1, top: 2, right: 5.5, bottom: 2 };
  expect(await near([place])).toEqual({ first: [6, 2], areas: 1, all: [6, 2] });
});

test('boxes that paths show are found, with their states, without a drawing', async () => {
  expect(await found({ paths: [empty, ...ticked] })).toEqual({ states: [false, true], isDrawn: false });
});

test('boxes that paths show are rings, too: curves through corners of an ellipse', async () => {
  const dot = { ...curved([5.03, 7, 5, 7.03, 4.97, 7, 5, 6.97]), fill: { luminance: 0, alpha: 1 } };
  const dotted = curved([5.07, 7, 5, 7.07, 4.93, 7, 5, 6.93]);
  expect(await found({ paths: [radio, dotted, dot] })).toEqual({ states: [false, true], isDrawn: false });
});

test('boxes that paths show are not ticked by a line that a pen drew across the page', async () => {
  const paths = [
    empty,
    ...ticked,
    penLine({ x: 1, y: 1 }, { x: 3, y: 3 }),
    penLine({ x: 4, y: 1 }, { x: 2, y: 3 }),
  ];
  expect((await found({ paths })).states).toEqual([false, true]);
});

test('boxes that paths show are ticked by a tick that a pen drew', async () => {
  const tick = penLine({ x: 2.02, y: 2.12 }, { x: 2.2, y: 1.9 }, { width: 0.03 });
  expect((await found({ paths: [empty, tick] })).states).toEqual([true]);
});

test.each<[string, DrawnPage, object]>([
  ['an image', { paths: [empty] }, { imageArea: 0.1 }],
  ['ink that is not known', { paths: [empty] }, { typed: undefined }],
  ['a box with round corners', { paths: [rounded] }, {}],
  ['a sign that may be a box', { paths: [empty], lines: [{ text: '\ue000', left: 4, top: 4 }] }, {}],
  ['a letter of a symbol font', { paths: [empty], lines: [{ text: 'n', left: 4, top: 4 }] }, {}],
])('boxes that paths show are looked for on the drawing where the page has %s', async (_, drawn, known) => {
  expect((await found(drawn, known)).isDrawn).toBe(true);
});

test('boxes with something typed into them are drawn to decide their state', async () => {
  const typed = { touches: () => true, ticks: () => false } as unknown as GlyphInk;
  const drawn = { paths: [empty], pictured: cross(2.03, 2.03, 2.12, 2.12) };
  expect(await found(drawn, { typed })).toEqual({ states: [true], isDrawn: true });
});
