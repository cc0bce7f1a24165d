/** What the methods that look at ink share (chapter 2, 8). */
import type { Scope } from '../anchors/scope.js';
import type { InkLayer } from '../document/ink/ink-layer.js';
import { inkOf, type PageInk } from '../document/ink/page-ink.js';
import type { Line, Page } from '../document/model.js';
import type { Searched } from './definition.js';
import { pageOf } from './shared.js';

/** A page that has ink. */
export interface InkPage {
  readonly page: Page;
  readonly ink: PageInk;
}

/** The page of a line with its ink; undefined for spreadsheets and text. */
export function inkPageOf(scope: Scope, line: Line): InkPage | undefined {
  const page = pageOf(scope, line);
  const ink = page && inkOf(page);
  return page && ink && { page, ink };
}

/** What a method tells that finds no ink to look at (chapter 2, 15). */
export const NO_INK = {
  unsupported: true,
  reason: 'the document has lines of text but nothing drawn: spreadsheets and text have no boxes',
} as const;

/** Member for the threshold of darkness. */
export const DARKNESS_DESCRIPTION =
  'Brightness, 0 to 1, below which a pixel is dark; default 0.9 on white paper, else by the contrast of the page';

/** What a search for borders gave: what was found, or what the last layer says about why not. */
export interface BorderSearch<Found> {
  readonly found?: Found;
  readonly reason?: string;
  readonly warning?: NonNullable<Searched['warning']>;
}

/**
 * Looks for borders in the layers of a page, the best first, until one has them.
 * @param look what a layer shows, or a sentence that says why there is nothing
 */
export async function searchBorders<Found extends object>(
  { ink, page }: InkPage,
  look: (layer: InkLayer) => Found | string,
): Promise<BorderSearch<Found>> {
  let reason = 'nothing is drawn on the page';
  let drawn = false;
  for await (const layer of ink.borderLayers()) {
    const found = look(layer);
    if (typeof found !== 'string') return { found };
    reason = found;
    drawn ||= layer.kind !== 'vector';
  }
  if (drawn || (await ink.images()).length === 0) return { reason };
  return { reason, warning: notDrawn(page) };
}

/** The warning that a page could not be drawn, so that only its paths were looked at. */
export function notDrawn(page: Page): NonNullable<Searched['warning']> {
  return {
    code: 'PAGE_NOT_DRAWN',
    message: `Page ${page.index + 1} holds images but could not be drawn; only its paths were looked at.`,
  };
}
