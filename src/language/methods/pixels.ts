/** What the methods that look at ink share. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import type { Box } from '../../page/document/geometry.js';
import type { Line, Page } from '../../page/document/model.js';
import type { InkLayer } from '../../page/ink/ink-layer.js';
import { loadedInkOf } from '../../page/ink/loaded-ink.js';
import type { PageInk } from '../../page/ink/page-ink.js';
import { DARK } from '../../page/ink/threshold.js';
import type { SearchScope } from '../anchors/scope.js';
import type { Searched } from './definition.js';
import { pageOf } from './shared.js';

/** A page that has ink. */
export interface InkPage {
  readonly page: Page;
  readonly ink: PageInk;
}

/** The page of a line with its ink; undefined for spreadsheets and text, for which nothing that paints is loaded. */
export async function inkPageOf(scope: SearchScope, line: Line): Promise<InkPage | undefined> {
  const page = pageOf(scope, line);
  const ink = page && (await loadedInkOf(page));
  return ink && { page, ink };
}

/** What a method that finds no ink to look at reports. */
// See docs/language/02-layout-methods-geometry.md#15-cost-and-pages-without-ink
export const NO_INK = {
  unsupported: true,
  reason: 'the document has lines of text but nothing drawn: spreadsheets and text have no boxes',
} as const;

/** What a method reports of a page whose ink is too coarse to look at, as that of a damaged page box. */
export const TOO_LARGE = {
  unsupported: true,
  reason: 'the page is larger than any sheet of paper: what is drawn on it is too small to be looked at',
} as const;

/** Member for the threshold of darkness. */
export const darknessThreshold = limitedNumber(0, 1)
  .optional()
  .describe(
    `Brightness from 0 to 1 below which a pixel is dark; without it, ${DARK} on white paper, else by the contrast of the page`,
  );

/** Member for reading check boxes as they look. */
export const ignoreFormData = withDefault(z.boolean(), false).describe(
  'Go by what is drawn even where the file has form buttons',
);

/** What a search for borders gave: what was found, or what the last layer says about why not. */
interface BorderSearch<Found> {
  readonly found?: Found;
  readonly reason?: string;
  readonly warning?: NonNullable<Searched['warning']>;
  readonly unsupported?: true;
}

/**
 * Looks for borders in the layers of a page, the best first, until one has them.
 * @param look what a layer shows, or a sentence that says why there is nothing
 * @param wanted places of boxes to tick, in inches, where nothing else is looked for
 */
export async function searchBorders<Found extends object>(
  { ink, page }: InkPage,
  look: (layer: InkLayer) => Found | string,
  wanted?: readonly Box[],
): Promise<BorderSearch<Found>> {
  if (ink.isTooLarge) return TOO_LARGE;
  let reason = 'nothing is drawn on the page';
  let drawn = false;
  for await (const layer of ink.borderLayers(wanted)) {
    const found = look(layer);
    if (typeof found !== 'string') return { found };
    reason = found;
    drawn ||= layer.isDrawn;
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
