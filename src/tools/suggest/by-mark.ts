/** Fields that read the box to tick at the caption that an id names. */
import type { Line } from '../../page/document/model.js';
import { contextOf } from './context.js';
import type { Candidate, CandidateField, Surroundings } from './place.js';
import type { Relevance } from './relevance.js';

/** Captions that are looked at for one id, and the share of the id that they say themselves at least. */
const CAPTIONS = 8;
const LEAST = 0.3;
/** Lines that say that much which are looked at, in the order of the document: forms have fewer. */
const MOST_NAMED = 200;
/** Sides of a caption that a box is on, and the ways to it: the one beside it, then the nearest one. */
const WAYS: readonly { readonly method: CandidateField['method']; readonly cost: number }[] = [
  { method: { id: 'checkbox', position: 'left' }, cost: 1 },
  { method: { id: 'checkbox', position: 'right' }, cost: 1.2 },
  { method: { id: 'nearestCheckbox', position: 'left' }, cost: 1.6 },
  { method: { id: 'nearestCheckbox', position: 'right' }, cost: 1.8 },
];

/** What each inch between a caption and its box costs: a box belongs to the caption that it is near. */
export const MARK_INCH = 3;

/** A caption that an id names. */
interface NamedCaption {
  readonly line: Line;
  /** How much of the id it says together with what is around it, 0 to 1. */
  readonly fit: number;
  readonly candidates: readonly Candidate[];
}

/** The captions that say most of an id, with the fields that read boxes beside them. */
export function markCandidates(
  { index, captions }: Surroundings,
  relevance: Relevance,
): readonly NamedCaption[] {
  const named = index.lines
    .map((line) => ({ line, fit: relevance.of(line.text) }))
    .filter(({ fit }) => fit >= LEAST)
    .slice(0, MOST_NAMED);
  return relevance
    .counted(named)
    .map(({ line, fit }) => {
      const around = relevance.ofContext(contextOf(line, [line.text, ''], index, captions.kinds));
      return { line, fit: fit + (around - relevance.of(line.text)) / 2 };
    })
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, CAPTIONS)
    .map(({ line, fit }) => {
      const caption = captions.captionIn(line.text, relevance);
      const forms = caption === undefined ? [] : captions.formsFor(line, caption);
      const candidates = forms.flatMap(({ anchor, match, cost }) =>
        WAYS.map((way) => ({
          field: { anchor, ...(match && { match }), method: way.method },
          cost: cost + way.cost,
          relation: 'the box at',
        })),
      );
      return { line, fit, candidates };
    });
}
