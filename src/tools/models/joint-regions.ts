/**
 * Regions that hold a value in every block: one that is made for the place of one block is too narrow for the longer amounts of
 * others. By them 9 of the 140 columns of sections in the tuned half of `bench:distil` are proven, on three loss runs.
 */
import { type Box, boundingBox, unionBox } from '../../page/document/geometry.js';
import type { Document } from '../../page/document/model.js';
import { type GivenValue, isSame } from '../../run/extraction/answers.js';
import { rectangleAround } from '../suggest/by-place.js';
import { PageIndex } from '../suggest/page-index.js';
import { type CandidateField, MARGIN } from '../suggest/place.js';

/** Inches that an edge may be away from those of most other blocks: where it is further, the model has mistaken the cell. */
const ALIKE = 0.1;
/** Anchors of proposed regions that are tried, the best first. */
const MOST_ANCHORS = 6;

const ORIGIN: Box = { left: 0, right: 0, top: 0, bottom: 0 };

type Values = readonly (GivenValue | undefined)[];
type Field = Omit<CandidateField, 'type'>;

/**
 * Of the regions among some fields, each as wide as the value is in any block.
 * @param fields with what they gave in the blocks
 * @param model what a model answered for the blocks
 */
export function jointRegions<F extends Field>(
  fields: readonly { readonly field: F; readonly given: Values }[],
  blocks: readonly Document[],
  model: Values,
): readonly F[] {
  const indexes = blocks.map((block) => new PageIndex(block));
  const lines = model.map((answer, i) => {
    const agreed = fields.map(({ given }) => given[i]).filter((own) => own && answer && isSame(own, answer));
    return agreed.find((own) => own?.lines?.length === 1)?.lines?.[0];
  });
  const regions = fields.flatMap(({ field }) =>
    field.method.id === 'region' && !field.match ? [field] : [],
  );
  const byAnchor = new Map(regions.toReversed().map((field) => [field.anchor, field]));
  return [...byAnchor].slice(-MOST_ANCHORS).flatMap(([text, field]) => {
    if (typeof text !== 'string') return [];
    const { tiebreaker: _, ...method } = field.method;
    const places = lines.flatMap((line, i): Box[] => {
      const anchor = indexes[i]!.lines[indexes[i]!.holding(text)[0] ?? -1];
      if (!line || line.page !== anchor?.page) return [];
      const { left, right, top, bottom } = boundingBox(line.boundingPolygon);
      const [x, y] = [anchor.left, (anchor.top + anchor.bottom) / 2];
      return [{ left: left - x - MARGIN.x, right: right - x + MARGIN.x, top: top - y, bottom: bottom - y }];
    });
    const usual = places.filter(
      (place) => 2 * places.filter((other) => areAlike(place, other)).length > places.length,
    );
    if (usual.length === 0) return [];
    return [{ ...field, method: { ...method, ...rectangleAround(usual.reduce(unionBox), ORIGIN) } }];
  });
}

/** Whether places are in one row and begin, or end, at one edge. */
function areAlike(a: Box, b: Box): boolean {
  const isNear = (edge: 'left' | 'right' | 'top') => Math.abs(a[edge] - b[edge]) < ALIKE;
  return isNear('top') && (isNear('left') || isNear('right'));
}
