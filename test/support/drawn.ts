/** Documents of one page with drawn things on it, which count how often they are drawn. */

import { extract } from '../../src/index.js';
import { type Box, boxPolygon } from '../../src/page/document/geometry.js';
import { DocumentMemory } from '../../src/page/document/memory.js';
import type { Document, Page } from '../../src/page/document/model.js';
import type { FormWidget, PaintedPath, PlacedImage } from '../../src/page/document/page-graphics.js';
import type { LineSketch } from '../../src/page/document/sketch.js';
import { drawnGraphics } from '../../src/page/ink/drawn-graphics.js';
import { documentFromLines } from '../../src/reading/from-lines.js';

export interface DrawnPage {
  readonly lines?: readonly LineSketch[];
  /** Painted paths of the file. */
  readonly paths?: readonly PaintedPath[];
  /** What the drawing shows besides the paths, as pictures and text do. */
  readonly pictured?: readonly PaintedPath[];
  /** What the drawing without text shows besides the paths; default the same as `pictured`. */
  readonly picturedWithoutText?: readonly PaintedPath[];
  readonly images?: readonly Box[];
  readonly fields?: readonly FormWidget[];
  /** The engine cannot draw. */
  readonly blind?: boolean;
}

/** What was asked of the page: `raster`, `rasterWithoutText`, `paths`, `images`. */
export type Calls = string[];

/** @param memory where what is worked out of the page is kept; default one of its own */
export function drawnDocument(
  drawn: DrawnPage,
  memory = new DocumentMemory().page('drawn'),
): { document: Document; page: Page; calls: Calls } {
  const document = documentFromLines(drawn.lines ?? []);
  const { paths = [], pictured = [], picturedWithoutText = pictured } = drawn;
  const base = document.pages[0]!;
  const full = drawnGraphics(base, [...paths, ...pictured], memory);
  const withoutText = drawnGraphics(base, [...paths, ...picturedWithoutText], memory);
  const calls: Calls = [];
  const images = (drawn.images ?? []).map((box): PlacedImage => ({ polygon: boxPolygon(box), mask: false }));
  const page: Page = {
    ...base,
    graphics: {
      memory,
      paths: async () => {
        calls.push('paths');
        return paths;
      },
      images: async () => {
        calls.push('images');
        return images;
      },
      formFields: async () => drawn.fields ?? [],
      raster: async (options) => {
        calls.push(options.withoutText ? 'rasterWithoutText' : 'raster');
        if (drawn.blind) throw new Error('cannot draw');
        return (options.withoutText ? withoutText : full).raster(options);
      },
    },
  };
  return { document: { ...document, pages: [page] }, page, calls };
}

/** Runs one field on a drawn page. */
export async function runOn(drawn: DrawnPage, field: Record<string, unknown>) {
  const { document, calls } = drawnDocument(drawn);
  const config = JSON.stringify({ fields: [{ id: 'value', ...field }], verbosity: 0 });
  const { parsed_document, errors, warnings, trace } = await extract(document, config, undefined, {
    trace: true,
  });
  const value = parsed_document['value'] as { value: unknown } | null;
  return {
    value: value === null ? null : value.value,
    errors,
    warnings,
    reason: trace?.['value']?.[0]?.reason,
    calls,
  };
}

/** A check box of the form. */
export function button(box: Box, selected: boolean, more: Partial<FormWidget> = {}): FormWidget {
  return {
    name: 'choice',
    kind: 'checkbox',
    value: selected ? 'On' : 'Off',
    selected,
    page: 0,
    box,
    hidden: false,
    readOnly: false,
    ...more,
  };
}
