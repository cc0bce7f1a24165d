/** The pictures of pages that a group of questions is asked about. */
// See docs/language/08-language-models.md#849-pictures

import { DocumentError } from '../../../errors.js';
import { isInterruption } from '../../../foundation/async/interrupt.js';
import type { ChosenChunk } from '../../../llm/choose.js';
import { pageBoxes } from '../../../llm/excerpts.js';
import {
  clippedRegion,
  drawnImage,
  placedImages,
  type ShownImage,
  type ShownRegion,
} from '../../../llm/images.js';
import type { ResolvedLlmOptions } from '../../../llm/options.js';
import type { PromptImage } from '../../../llm/prompts/query.js';
import type { Page, Region } from '../../../page/document/model.js';
import type { AnchorHit } from '../../anchors/anchors.js';
import { type RegionMembers, regionBox } from '../../methods/region.js';
import { regionOf } from '../../methods/shared.js';
import type { FieldScope } from '../definition.js';
import type { ContextProblem, ModelContext } from './context.js';
import type { ModelSession } from './session.js';
import type { ModelSettings } from './settings.js';

/** The rectangle of `region`, or `automatic`: the parts of the pages that a search chooses. */
export interface ImageSettings {
  readonly region: 'automatic' | RegionMembers;
  /** The raster images placed there are sent, not the page. */
  readonly onlyImages?: boolean | undefined;
}

/** Pictures, where they are from, and what was chosen. */
interface ShownPictures {
  readonly images: readonly PromptImage[];
  readonly regions: readonly Region[];
  readonly context: ModelContext | undefined;
}

/** How pictures are made. */
interface PictureOptions extends Pick<ResolvedLlmOptions, 'maxImages' | 'imageDpi'> {
  /** Of the document, by which its pictures are named. */
  readonly digest: ModelSession['digest'];
}

/** Spans of a page closer than this, in pages, are one picture. */
const SPAN_GAP = 0.25;

/**
 * Draws what a group is asked about.
 * @param hit where the anchor was found; needed for a region of the config
 * @param choose the search for the parts of the document that answer
 */
export async function shownImages(
  settings: ImageSettings,
  hit: AnchorHit | undefined,
  choose: () => Promise<ModelContext | ContextProblem>,
  { pageHinting }: ModelSettings,
  scope: FieldScope,
  { maxImages, imageDpi, digest }: PictureOptions,
): Promise<ShownPictures | ContextProblem> {
  let context: ModelContext | undefined;
  let regions: readonly ShownRegion[];
  const pages = scope.scope.pages;
  if (settings.region === 'automatic') {
    const chosen = await choose();
    if ('code' in chosen) return chosen;
    context = chosen;
    regions = chosenRegions(chosen, maxImages);
  } else {
    const page = hit && pages.get(hit.line.page);
    const region = page && clippedRegion(page, regionBox(settings.region, hit.line));
    if (!region) return unavailable('the region for pictures is outside its page');
    regions = [region];
  }
  const shown: ShownImage[] = [];
  try {
    for (const region of regions) {
      const page = pages.get(region.page);
      if (page) shown.push(...(await picturesOf(page, region, settings, imageDpi, digest)));
    }
  } catch (error) {
    if (isInterruption(error) || !(error instanceof DocumentError)) throw error;
    return unavailable(`the page cannot be drawn: ${error.message}`);
  }
  if (shown.length === 0) {
    return settings.onlyImages
      ? { code: NO_IMAGES, message: 'there is no image in the region' }
      : unavailable('documents of this kind have no pages that could be drawn');
  }
  const images = shown.slice(0, maxImages).map(({ image, page, box }): PromptImage => {
    const height = pages.get(page)?.height ?? 1;
    return {
      image,
      place: pageHinting ? `page ${page + 1}, ${placeOf(box.top / height, box.bottom / height)}` : undefined,
    };
  });
  return { images, regions: regions.map(({ page, box }) => regionOf(page, box)), context };
}

/** Not a failure: the question has nothing to look at. */
export const NO_IMAGES = 'LLM_NO_IMAGES';

function unavailable(message: string): ContextProblem {
  return { code: 'LLM_IMAGE_UNAVAILABLE', message };
}

async function picturesOf(
  page: Page,
  region: ShownRegion,
  { onlyImages }: ImageSettings,
  dpi: number,
  digest: string | undefined,
): Promise<readonly ShownImage[]> {
  if (onlyImages) return placedImages(page, region, digest);
  const image = await drawnImage(page, region, dpi, digest);
  return image ? [image] : [];
}

/** The chosen parts as rectangles of pages, the best ones, in document order. */
function chosenRegions({ scope, chosen }: ModelContext, count: number): readonly ShownRegion[] {
  const spans: { start: number; end: number; rank: number }[] = [];
  for (const chunk of chosen.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && chunk.start - last.end < SPAN_GAP && Math.floor(chunk.start) === Math.floor(last.start)) {
      last.end = Math.max(last.end, chunk.end);
      last.rank = Math.min(last.rank, chunk.rank);
    } else {
      spans.push({ start: chunk.start, end: chunk.end, rank: chunk.rank });
    }
  }
  const kept = spans
    .toSorted((a: Pick<ChosenChunk, 'rank'>, b: Pick<ChosenChunk, 'rank'>) => a.rank - b.rank)
    .slice(0, count)
    .sort((a, b) => a.start - b.start);
  return pageBoxes(scope, kept).slice(0, count);
}

/** Where on its page a rectangle is, by shares of the page's height. */
function placeOf(top: number, bottom: number): string {
  const words = ['top', 'one quarter down', 'middle', 'three quarters down', 'bottom'];
  return `from the ${words[Math.round(top * 4)]} to the ${words[Math.round(bottom * 4)]}`;
}
