/** Documents of one page with drawn things on it, which count how often they are drawn. */
import { documentFromLines, type LineSketch } from '../../src/document/from-lines.js';
import { drawnGraphics } from '../../src/document/ink/drawn-graphics.js';
import type { Document, Page } from '../../src/document/model.js';
import { type Box, boxPolygon } from '../../src/geometry.js';
import { extract } from '../../src/index.js';
import type { PaintedPath, PdfFormField, PlacedImage } from '../../src/pdf/engine.js';

export interface DrawnPage {
  readonly lines?: readonly LineSketch[];
  /** Painted paths of the file. */
  readonly paths?: readonly PaintedPath[];
  /** What the drawing shows besides the paths, as pictures and text do. */
  readonly pictured?: readonly PaintedPath[];
  /** What the drawing without text shows besides the paths; default the same as `pictured`. */
  readonly picturedWithoutText?: readonly PaintedPath[];
  readonly images?: readonly Box[];
  readonly fields?: readonly PdfFormField[];
  /** The engine cannot draw. */
  readonly blind?: boolean;
}

/** What was asked of the page: `raster`, `rasterWithoutText`, `paths`, `images`. */
export type Calls = string[];

export function drawnDocument(drawn: DrawnPage): { document: Document; page: Page; calls: Calls } {
  const document = documentFromLines(drawn.lines ?? []);
  const { paths = [], pictured = [], picturedWithoutText = pictured } = drawn;
  const base = document.pages[0]!;
  const full = drawnGraphics(base, [...paths, ...pictured]);
  const withoutText = drawnGraphics(base, [...paths, ...picturedWithoutText]);
  const calls: Calls = [];
  const images = (drawn.images ?? []).map((box): PlacedImage => ({ polygon: boxPolygon(box), mask: false }));
  const page: Page = {
    ...base,
    graphics: {
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
export function button(box: Box, selected: boolean, more: Partial<PdfFormField> = {}): PdfFormField {
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
