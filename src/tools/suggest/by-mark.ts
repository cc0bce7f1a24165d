/** Fields that read a box to tick, from the texts around it. */
import { centreX, centreY } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { Captions } from './captions.js';
import type { Mark } from './marks.js';
import type { Candidate, CandidateField } from './place.js';
import type { Relevance } from './relevance.js';

/** Texts around a box that its fields are anchored at. */
const ANCHORS = 6;
/** Sides of a caption that a box is on, and the ways to it: the one beside it, then the nearest one. */
const WAYS: readonly { readonly method: CandidateField['method']; readonly cost: number }[] = [
  { method: { id: 'checkbox', position: 'left' }, cost: 1 },
  { method: { id: 'checkbox', position: 'right' }, cost: 1.2 },
  { method: { id: 'nearestCheckbox', position: 'left' }, cost: 1.6 },
  { method: { id: 'nearestCheckbox', position: 'right' }, cost: 1.8 },
];
/** What it costs to measure the place of a box from an anchor: a form may be printed a bit wider. */
const MEASURED = 4;
/** What each inch between an anchor and a box costs: a box belongs to the caption that it is near. */
const INCH = 1;
/** What it costs that an anchor is further from the box in its meaning. */
const ASIDE = 2;

/** The fields that may read a box, in no order. */
export function candidatesForMark(
  mark: Mark,
  captions: Captions,
  relevance: Relevance,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { line, text, weight } of mark.texts.slice(0, ANCHORS)) {
    if (captions.kinds.isInAddress(line)) continue;
    const caption = captions.captionIn(text, relevance);
    if (caption === undefined) continue;
    const away = ASIDE * (1 - weight) + INCH * distance(line, mark);
    for (const { anchor, match, cost } of captions.formsFor(line, caption)) {
      const ways = [...WAYS, ...measured(line, mark)];
      for (const way of ways) {
        found.push({
          field: { anchor, ...(match && { match }), method: way.method },
          cost: cost + way.cost + away,
          relation: 'the box at',
        });
      }
    }
  }
  return found;
}

/** Inches between a line and a box, those down twice. */
function distance(line: Line, { bounds }: Mark): number {
  const x = Math.max(0, line.left - bounds.right, bounds.left - line.right);
  const y = Math.max(0, line.top - bounds.bottom, bounds.top - line.bottom);
  return x + 2 * y;
}

/** The box at a point that is measured from the end of the anchor that is nearer to it. */
function measured(line: Line, { bounds }: Mark): readonly (typeof WAYS)[number][] {
  const isAfter = centreX(bounds) > line.right;
  const offset = (inches: number) => Math.round(inches * 100) / 100;
  return [
    {
      method: {
        id: 'nearestCheckbox',
        position: isAfter ? 'right' : 'left',
        offsetX: offset(centreX(bounds) - (isAfter ? line.right : line.left)),
        offsetY: offset(centreY(bounds) - centreY(line)),
      },
      cost: MEASURED,
    },
  ];
}
