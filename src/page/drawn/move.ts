/** Moving what is drawn on whole pages: paths, images, form fields and pixels go together. */
// See docs/language/05-preprocessors.md#52-what-a-preprocessor-works-on

import {
  type Box,
  composeTransforms,
  invertTransform,
  roundCoordinate,
  type Transform,
} from '../document/geometry.js';
import type { Page } from '../document/model.js';
import {
  type Bitmap,
  drawingName,
  type PageGraphics,
  type RenderOptions,
} from '../document/page-graphics.js';
import { areaOf, cutOut } from '../ink/cut.js';
import {
  clockwiseTurn,
  type PageSize,
  pageTurn,
  type Quarter,
  turnBitmap,
  turnBox,
} from '../layout/page-rotation.js';
import { pathBytes, transformPath, transformPolygon } from './transform.js';

/** A move of a page. */
export interface PageMove extends PageSize {
  /** From the page as it is to the page as it becomes, in inches. */
  readonly transform: Transform;
  /** Draws the moved page from the drawings of the page as it is. */
  draw(graphics: PageGraphics, options: RenderOptions): Promise<Bitmap>;
  /** Draws an area of the moved page without the rest of it, where that can be done. */
  drawArea?(graphics: PageGraphics, options: RenderOptions & { readonly area: Box }): Promise<Bitmap>;
}

/** A page with all but its lines moved. */
export function moveDrawn(page: Page, move: PageMove): Page {
  return {
    ...page,
    width: roundCoordinate(move.width),
    height: roundCoordinate(move.height),
    transform: composeTransforms(page.transform, move.transform),
    ...(page.graphics && { graphics: moveGraphics(page.graphics, move) }),
  };
}

/** The clockwise turn of the page of the file, once a page is turned so that text of a direction is horizontal. */
export function rotationAfter({ rotation }: Page, quarter: Quarter): Page['rotation'] {
  return ((rotation + clockwiseTurn(quarter)) % 360) as Page['rotation'];
}

/** The turn of a page that makes text of a direction horizontal. */
export function quarterMove(page: PageSize, quarter: Quarter): PageMove {
  const turn = pageTurn(quarter, page);
  const back = invertTransform(turn.transform);
  return {
    ...turn,
    draw: async (graphics, options) => turnBitmap(await graphics.raster(options), quarter),
    ...(back && {
      drawArea: async (graphics, options) => {
        const area = turnBox(options.area, back);
        return turnBitmap(areaOf(await graphics.raster({ ...options, area }), area), quarter);
      },
    }),
  };
}

/** What a moved polygon or box holds in memory, in bytes, roughly. */
const ITEM_BYTES = 200;

function moveGraphics(graphics: PageGraphics, move: PageMove): PageGraphics {
  const { transform, width, height } = move;
  const memory = graphics.memory.moved(JSON.stringify([transform, width, height]));
  const items = (list: readonly unknown[]) => list.length * ITEM_BYTES;
  return {
    memory,
    paths: () =>
      memory.cached(
        'paths',
        async () => (await graphics.paths()).map((path) => transformPath(path, transform)),
        pathBytes,
      ),
    images: () =>
      memory.cached(
        'images',
        async () =>
          (await graphics.images()).map((image) => ({
            ...image,
            polygon: transformPolygon(image.polygon, transform),
          })),
        items,
      ),
    formFields: () =>
      memory.cached(
        'form fields',
        async () =>
          (await graphics.formFields()).map((field) => ({ ...field, box: turnBox(field.box, transform) })),
        items,
      ),
    raster: async ({ area, ...options }) => {
      if (area && move.drawArea) return move.drawArea(graphics, { ...options, area });
      const drawn = await memory.cached(
        drawingName(options),
        () => move.draw(graphics, options),
        (bitmap) => bitmap.data.byteLength,
      );
      return area ? cutOut(drawn, area) : drawn;
    },
  };
}
