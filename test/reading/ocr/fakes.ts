/** Engines and documents that do as a test says. */

import { type Box, boxPolygon, IDENTITY } from '../../../src/page/document/geometry.js';
import { makeLine } from '../../../src/page/document/line.js';
import { DocumentMemory, endOf } from '../../../src/page/document/memory.js';
import type { Document, Line, Page } from '../../../src/page/document/model.js';
import type { Bitmap, PlacedImage } from '../../../src/page/document/page-graphics.js';
import type { OcrEngine, OcrOptions, OcrResult, OcrText } from '../../../src/reading/ocr/engine.js';

export interface FakeEngine extends OcrEngine {
  /** Pictures that it was given. */
  readonly seen: Bitmap[];
  /** Most pictures that it had at the same time. */
  busiest(): number;
  closed: boolean;
}

type Answer = (image: Bitmap, options: OcrOptions) => unknown;

/** An engine that answers as told; what is no valid answer goes out as it is. */
export function fakeEngine(answer: Answer = () => ({ words: [] }), concurrency?: number): FakeEngine {
  const seen: Bitmap[] = [];
  let busy = 0;
  let busiest = 0;
  return {
    id: 'fake',
    ...(concurrency !== undefined && { concurrency }),
    seen,
    closed: false,
    busiest: () => busiest,
    async recognise(image, options) {
      seen.push(image);
      busy++;
      busiest = Math.max(busiest, busy);
      try {
        return (await answer(image, options)) as OcrResult;
      } finally {
        busy--;
      }
    },
    async close() {
      this.closed = true;
    },
  };
}

/** A word in inches on a picture of some resolution. */
export function word(text: string, box: Box, confidence?: number, dpi = 100): OcrText {
  const polygon = boxPolygon({
    left: box.left * dpi,
    top: box.top * dpi,
    right: box.right * dpi,
    bottom: box.bottom * dpi,
  });
  return { text, polygon, ...(confidence !== undefined && { confidence }) };
}

/** A white picture. */
export function blank(width = 850, height = 1100, dpi = 100): Bitmap {
  return { width, height, dpi, data: new Uint8ClampedArray(width * height * 4).fill(255) };
}

export function textLine(text: string, left: number, top: number, page = 0): Line {
  const box = { left, top, right: left + text.length * 0.07, bottom: top + 0.14 };
  return makeLine({ rawText: text, page, boundingPolygon: boxPolygon(box), source: 'text' });
}

export interface PageSketch {
  readonly lines?: readonly Line[];
  readonly images?: readonly Box[];
  /** The page has drawings; default true. */
  readonly drawn?: boolean;
  readonly raster?: (dpi: number) => Promise<Bitmap>;
}

/** A page of one square inch, so that thousands of pictures are cheap. */
export function page(
  index: number,
  { lines = [], images = [], drawn = true, raster }: PageSketch = {},
): Page {
  const placed: PlacedImage[] = images.map((box) => ({ polygon: boxPolygon(box), mask: false }));
  return {
    index,
    width: 1,
    height: 1,
    rotation: 0,
    transform: IDENTITY,
    lines,
    graphics: {
      memory: new DocumentMemory().page(`page ${index}`),
      paths: async () => (drawn ? [{ subpaths: [], fill: { luminance: 0, alpha: 1 } }] : []),
      images: async () => placed,
      formFields: async () => [],
      raster: async ({ dpi }) => (raster ? raster(dpi) : blank(dpi, dpi, dpi)),
    },
  };
}

export function documentOf(pages: readonly Page[], contentType = 'application/pdf'): Document {
  return { contentType, pages, pageCount: pages.length, warnings: [], ...endOf(new DocumentMemory()) };
}
