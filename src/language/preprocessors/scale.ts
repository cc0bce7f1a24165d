/** `scale`: enlarges or shrinks pages so that sampled lines get a given height. */
// See docs/language/05-preprocessors.md#576-scale
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, limitedNumber, listOf } from '../../foundation/schema/grammar.js';
import type { Transform } from '../../page/document/geometry.js';
import type { Page } from '../../page/document/model.js';
import type { AnchorMatch } from '../anchors/forms.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor, type PreprocessorContext } from './definition.js';
import { findHits, warnNoMatch } from './shared.js';
import { canMove, movePage } from './transform.js';

/** Lines lower than this say nothing about the size of a page, in inches. */
const LEAST_HEIGHT = 0.005;
/** Pages are not scaled by less or more than this. */
const SMALLEST_FACTOR = 0.05;
const LARGEST_FACTOR = 20;

interface Sample {
  readonly match: AnchorMatch;
  readonly targetHeight: number;
}

const members = {
  perPage: withDefault(z.boolean(), false).describe('Measure and scale every page by itself'),
};

export const scale = definePreprocessor({
  id: 'scale',
  summary: 'Enlarges or shrinks pages so that sample lines get a given height',
  options: () => ({
    samples: listOf(
      closedObject({
        match: anchorMatchSchema.describe('Lines whose height is measured'),
        targetHeight: limitedNumber(0).describe('Height that they should have, in inches'),
      }),
      'nothing is scaled',
    ).describe('Lines to measure; the pages are scaled by the mean of all ratios'),
    ...members,
  }),
  apply(pages, options, context) {
    const { samples, perPage } = settled(members, options);
    const units = perPage ? pages.map((page) => [page]) : [pages];
    const ratios = units.map((unit) => samples.map((sample) => ratiosOf(unit, sample, context)));
    warnOfMissing(samples, ratios, context);
    return units.flatMap((unit, i) => scaleUnit(unit, mean(ratios[i]!.flat()), perPage, context));
  },
  examples: [
    {
      title: 'small print enlarged to twice its size',
      lines: [
        { text: 'Member card', left: 1, top: 1, height: 0.1 },
        { text: '4711', left: 1, top: 1.5, height: 0.1 },
      ],
      preprocessor: { type: 'scale', samples: [{ match: 'member card', targetHeight: 0.2 }] },
      result: [
        [
          { text: 'Member card', left: 2, top: 2 },
          { text: '4711', left: 2, top: 3 },
        ],
      ],
    },
  ],
});

/** By how much each line that a sample finds would have to be scaled. */
function ratiosOf(
  pages: readonly Page[],
  { match, targetHeight }: Sample,
  context: PreprocessorContext,
): number[] {
  return findHits(pages, match, context)
    .filter(({ line }) => line.lineHeight >= LEAST_HEIGHT)
    .map(({ line }) => targetHeight / line.lineHeight);
}

/** Reports samples that no page has a line for: of each, or of all at once where there is none at all. */
function warnOfMissing(
  samples: readonly Sample[],
  ratios: readonly (readonly (readonly number[])[])[],
  context: PreprocessorContext,
): void {
  const missing = samples.flatMap((_, i) => (ratios.every((unit) => unit[i]!.length === 0) ? [i] : []));
  if (missing.length === samples.length) warnNoMatch(context, 'samples');
  else for (const i of missing) warnNoMatch(context, 'samples', i);
}

function mean(ratios: readonly number[]): number | undefined {
  if (ratios.length === 0) return undefined;
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

function scaleUnit(
  pages: readonly Page[],
  factor: number | undefined,
  perPage: boolean,
  context: PreprocessorContext,
): readonly Page[] {
  if (factor === undefined || factor === 1) return pages;
  const inRange = factor >= SMALLEST_FACTOR && factor <= LARGEST_FACTOR;
  if (!inRange || !pages.every((page) => canMove(page, scaling(factor)))) {
    context.warn({
      code: 'SCALE_OUT_OF_RANGE',
      message: inRange
        ? 'the pages are too large to be scaled further; nothing was scaled'
        : `the factor ${factor} is not between ${SMALLEST_FACTOR} and ${LARGEST_FACTOR}; nothing was scaled`,
      ...(perPage && pages[0] && { page: pages[0].index }),
    });
    return pages;
  }
  return pages.map((page) => scalePage(page, factor));
}

function scaling(factor: number): Transform {
  return { a: factor, b: 0, c: 0, d: factor, e: 0, f: 0 };
}

function scalePage(page: Page, factor: number): Page {
  return movePage(page, {
    width: page.width * factor,
    height: page.height * factor,
    transform: scaling(factor),
    draw: async (graphics, options) => ({
      ...(await graphics.raster({ ...options, dpi: options.dpi * factor })),
      dpi: options.dpi,
    }),
  });
}
