/** External ranges: lines from elsewhere in the document that sections see besides their own (chapter 6, 2.6). */
import { z } from 'zod';
import type { Line } from '../document/model.js';
import { closedObject } from '../grammar.js';
import { type Anchor, AnchorSearch } from './anchors.js';
import { type LinesBetween, lineFinder, positionOf } from './range-positions.js';
import { type FindStop, type ResolveAnchor, rangeStopSchema, stopFinder } from './range-stops.js';
import { fieldAnchorSchema } from './schema.js';
import type { Scope } from './scope.js';
import { type Sequence, sequenceOf } from './sequence.js';
import { SequenceIndex } from './sequence-index.js';

/** An external range as a config holds it. */
export const externalRangeSchema = closedObject({
  anchor: fieldAnchorSchema.describe(
    'Line that the external lines begin at; its first matcher may be searched in reverse, from the section up',
  ),
  stop: rangeStopSchema.describe('Line that the external lines end before'),
  anchorIsAbsolute: z
    .boolean()
    .optional()
    .describe('One range for all sections, searched from the start of the document; default false'),
  offsetY: z.number().optional().describe('Moves the start, in inches; default 0'),
  stopOffsetY: z.number().optional().describe('Moves the end, in inches; default 0'),
});
export type ExternalRange = z.infer<typeof externalRangeSchema>;

/** Finds the external lines of sections; sections that share an external anchor share the work. */
export class ExternalLines {
  readonly #range: ExternalRange;
  readonly #document: Scope;
  readonly #findAnchor: (section: number) => number | undefined;
  readonly #findStop: FindStop;
  readonly #linesBetween: LinesBetween;
  readonly #found = new Map<number, readonly Line[]>();

  private constructor(range: ExternalRange, document: Scope, anchor: Anchor, findStop: FindStop) {
    this.#range = range;
    this.#document = document;
    this.#findAnchor = anchorFinder(anchor, document, range.anchorIsAbsolute ?? false);
    this.#findStop = findStop;
    this.#linesBetween = lineFinder(document.lines);
  }

  /** @param document the scope of the whole document, where the lines are looked for */
  static in(
    document: Scope,
    range: ExternalRange,
    resolve: ResolveAnchor,
  ): ExternalLines | { readonly missing: string } {
    const anchor = resolve(range.anchor);
    if ('missing' in anchor) return anchor;
    const stop = isReference(range.stop) ? resolve(range.stop) : undefined;
    const kept = finders.get(range);
    const named = { anchor: isReference(range.anchor) ? anchor : undefined, stop };
    if (kept?.document === document && kept.anchor === named.anchor && kept.stop === stop) return kept.lines;
    const findStop = stopFinder(range.stop, document, resolve);
    if ('missing' in findStop) return findStop;
    const lines = new ExternalLines(range, document, anchor, findStop);
    finders.set(range, { document, ...named, lines });
    return lines;
  }

  /** The external lines of the section that a line begins, in document order; none when anchor or stop are missing. */
  of(sectionAnchor: Line): readonly Line[] {
    const start = this.#findAnchor(this.#document.indexOf(sectionAnchor));
    if (start === undefined) return [];
    let lines = this.#found.get(start);
    if (!lines) {
      lines = this.#linesFrom(start);
      this.#found.set(start, lines);
    }
    return lines;
  }

  /** Neither end has a tolerance, and the row of the stop stays out. */
  #linesFrom(start: number): readonly Line[] {
    const { offsetY = 0, stopOffsetY = 0 } = this.#range;
    const { lines } = this.#document;
    const stop = this.#findStop(start + 1, lines.length);
    if (stop === undefined) return [];
    return this.#linesBetween(positionOf(lines[start]!, offsetY), positionOf(lines[stop]!, stopOffsetY));
  }
}

interface KeptFinder {
  readonly document: Scope;
  /** What names stand for; they may stand for something else in another section. */
  readonly anchor: object | undefined;
  readonly stop: object | undefined;
  readonly lines: ExternalLines;
}

/** The last finder of each range: groups inside many sections share it. */
const finders = new WeakMap<ExternalRange, KeptFinder>();

function isReference(anchor: ExternalRange['anchor'] | ExternalRange['stop']): anchor is { ref: string } {
  return typeof anchor === 'object' && 'ref' in anchor;
}

/** Finds the external anchor of the section whose anchor line has a position in the document. */
function anchorFinder(anchor: Anchor, document: Scope, absolute: boolean) {
  const { length } = document.lines;
  if (absolute) {
    let found: number | undefined | null = null;
    return (): number | undefined => {
      if (found === null) found = new AnchorSearch(anchor, document).first()?.index;
      return found;
    };
  }
  const sequence = plainSequence(anchor);
  if (sequence?.elements[0]?.reverse) return upwardFinder(anchor, sequence, document);
  const isPlain = sequence && anchor.start === undefined && anchor.end === undefined;
  if (!isPlain) {
    return (section: number) =>
      new AnchorSearch(anchor, document, { from: section + 1, to: length }).first()?.index;
  }
  const index = new SequenceIndex(sequence, document.lines, document.report);
  return (section: number) => index.from(section + 1)?.last;
}

/** The nearest match above the section, inside the anchor's start and end. */
function upwardFinder(anchor: Anchor, sequence: Sequence, document: Scope) {
  const window = new AnchorSearch(anchor, document).window();
  if (!window) return () => undefined;
  const index = new SequenceIndex(sequence, document.lines, document.report);
  return (section: number) => {
    const hit = index.before(Math.min(section, window.to));
    return hit && hit.first >= window.from ? hit.last : undefined;
  };
}

/** The matchers of an anchor; undefined for `page` and `firstInSection`, which are none. */
function plainSequence({ match }: Anchor): Sequence | undefined {
  if (typeof match === 'string' || Array.isArray(match)) return sequenceOf(match);
  return match.type === 'page' || match.type === 'firstInSection' ? undefined : sequenceOf(match);
}
