/** External ranges: lines from elsewhere in the document that sections see besides their own. */
// See docs/language/06-sections-and-field-kinds.md#26-externalrange
import * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Line } from '../../page/document/model.js';
import { type Anchor, AnchorSearch } from './anchors.js';
import { type LinesBetween, lineFinder, positionOf } from './range-positions.js';
import { type FindStop, type ResolveAnchor, rangeStopSchema, stopFinder } from './range-stops.js';
import { fieldAnchorSchema } from './schema.js';
import type { SearchScope } from './scope.js';
import { type Sequence, sequenceOf } from './sequence.js';
import { SequenceIndex } from './sequence-index.js';

const offsets = {
  offsetY: withDefault(z.number(), 0).describe('Moves the start down, in inches'),
  stopOffsetY: withDefault(z.number(), 0).describe('Moves the end down, in inches'),
};

/** An external range as a config holds it. */
export const externalRangeSchema = closedObject({
  anchor: fieldAnchorSchema.describe(
    'Line that the external lines begin at; its first matcher may be searched in reverse, upwards from the section',
  ),
  stop: rangeStopSchema.describe(
    'Line that the external lines end before; may be the anchor line itself where stopOffsetY is greater than offsetY',
  ),
  anchorIsAbsolute: withDefault(z.boolean(), false).describe(
    'One range for all sections, searched from the start of the document',
  ),
  ...offsets,
}).meta({ title: 'external range' });
type ExternalRange = z.infer<typeof externalRangeSchema>;

/** Finds the external lines of sections; sections that share an external anchor share the work. */
export class ExternalLines {
  readonly #range: ExternalRange;
  readonly #document: SearchScope;
  readonly #findAnchor: (section: number) => number | undefined;
  readonly #findStop: FindStop;
  readonly #linesBetween: LinesBetween;
  readonly #found = new Map<number, readonly Line[]>();

  private constructor(range: ExternalRange, document: SearchScope, anchor: Anchor, findStop: FindStop) {
    this.#range = range;
    this.#document = document;
    this.#findAnchor = anchorFinder(anchor, document, range.anchorIsAbsolute ?? false);
    this.#findStop = findStop;
    this.#linesBetween = lineFinder(document.lines);
  }

  /** @param document the scope of the whole document, where the lines are looked for */
  static in(
    document: SearchScope,
    range: ExternalRange,
    resolve: ResolveAnchor,
  ): ExternalLines | { readonly missing: string } {
    const anchor = resolve(range.anchor);
    if ('missing' in anchor) return anchor;
    const stop = isReference(range.stop) ? resolve(range.stop) : undefined;
    const finders = findersIn(document);
    const kept = finders.get(range);
    const named = { anchor: isReference(range.anchor) ? anchor : undefined, stop };
    if (kept && kept.anchor === named.anchor && kept.stop === stop) return kept.lines;
    const findStop = stopFinder(range.stop, document, resolve);
    if ('missing' in findStop) return findStop;
    const lines = new ExternalLines(range, document, anchor, findStop);
    finders.set(range, { ...named, lines });
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

  /**
   * Neither end has a tolerance, and the row of the stop stays out. The stop may be the anchor line itself where the
   * offsets leave a band around it; elsewhere there would be nothing between the two.
   */
  #linesFrom(start: number): readonly Line[] {
    const { offsetY, stopOffsetY } = settled(offsets, this.#range);
    const { lines } = this.#document;
    const hasBand = stopOffsetY > offsetY;
    const stop = this.#findStop(hasBand ? start : start + 1, lines.length);
    if (stop === undefined) return [];
    return this.#linesBetween(positionOf(lines[start]!, offsetY), positionOf(lines[stop]!, stopOffsetY));
  }
}

interface KeptFinder {
  /** What names represent; they may represent something else in another section. */
  readonly anchor: object | undefined;
  readonly stop: object | undefined;
  readonly lines: ExternalLines;
}

/** The last finder of each range in a document: groups inside many sections share it. */
const findersIn = memo((_document: SearchScope) => new Map<ExternalRange, KeptFinder>());

function isReference(anchor: ExternalRange['anchor'] | ExternalRange['stop']): anchor is { ref: string } {
  return typeof anchor === 'object' && 'ref' in anchor;
}

/** Finds the external anchor of the section whose anchor line has a position in the document. */
function anchorFinder(anchor: Anchor, document: SearchScope, absolute: boolean) {
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
  const index = new SequenceIndex(sequence, document.lines, document.patternGuard);
  return (section: number) => index.from(section + 1)?.last;
}

/** The nearest match above the section, inside the anchor's start and end. */
function upwardFinder(anchor: Anchor, sequence: Sequence, document: SearchScope) {
  const window = new AnchorSearch(anchor, document).window();
  if (!window) return () => undefined;
  const index = new SequenceIndex(sequence, document.lines, document.patternGuard);
  return (section: number) => {
    const hit = index.before(Math.min(section, window.to));
    return hit && hit.first >= window.from ? hit.last : undefined;
  };
}

/** The matchers of an anchor; undefined for `page` and `firstInSection`, which have none. */
function plainSequence({ match }: Anchor): Sequence | undefined {
  if (typeof match === 'string' || Array.isArray(match)) return sequenceOf(match);
  return match.type === 'page' || match.type === 'firstInSection' ? undefined : sequenceOf(match);
}
