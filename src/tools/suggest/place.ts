/** The place of a value on a page, and what fields that lead there are made of: captions, positions, costs. */

import type { TypeReference } from '../../foundation/schema/language.js';
import type { FieldAnchor } from '../../language/anchors/forms.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { type Box, unionBox } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { AnchorForm, Captions } from './captions.js';
import { ownGuard } from './guard.js';
import { type Occurrence, placedCandidates } from './occurrences.js';
import { type PageIndex, ROW_TOLERANCE } from './page-index.js';
import type { Relevance } from './relevance.js';

/** A field without its id, not yet checked. */
export interface CandidateField {
  readonly anchor: FieldAnchor;
  readonly method: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly type?: TypeReference;
  readonly match?: 'last';
}

/** A field that may give a value, and what speaks against it: of those that do, the cheapest is proposed first. */
export interface Candidate {
  readonly field: CandidateField;
  readonly cost: number;
  /** Where the value is, seen from the caption. */
  readonly relation: string;
}

/** What a way to a value costs, from the most stable to the least: e.g. a label breaks when its value moves 0.2 in. */
export const COST = {
  label: 0,
  labelBelow: 0.5,
  labelRight: 1,
  passthrough: 2,
  row: 1,
  pattern: 3,
  labelLeft: 3,
  labelAbove: 3.5,
  rowLeft: 4,
  column: 4,
  intersection: 5,
  nextLine: 5,
  region: 6,
  box: 7,
  regionAside: 8,
  searched: 9,
  /** The caption begins with an amount of its own. */
  ownValue: 3,
  /** Each value that is passed over. */
  position: 0.4,
  /** Each inch that a caption is away. */
  inch: 0.5,
} as const;

/** Captions of one kind (left, above …) that are tried for one place. */
export const CAPTIONS = 4;
/** Share of an id that a caption says which is tried although others are nearer, and how many such ones. */
const TELLING = 0.4;
const TELLING_LINES = 2;
/** Captions around a place that a region or a box is measured from. */
export const AROUND = 8;
/** Inches within which captions around a place are looked for, aside and above. */
export const REACH = { x: 4, y: 2.5 };
/** Inches that a label may be away, and a bit more: the method itself decides. */
export const LABEL_REACH = 0.35;
/** Inches above a cell within which the heading of its column is looked for. */
export const COLUMN_REACH = 8;
/** Margins of a region, in inches, and how much further right than the value it reaches where there is room. */
export const MARGIN = { x: 0.06, y: 0.04, right: 1 };

/** A document as captions are looked for on it. */
export interface Surroundings {
  readonly index: PageIndex;
  readonly captions: Captions;
}

/** A value at its place, seen from the captions around it. */
export class Place {
  readonly place: Occurrence;
  readonly index: PageIndex;
  readonly captions: Captions;
  readonly types: TypeRegistry;
  readonly relevance: Relevance;
  /** The first line of the value. */
  readonly line: Line;
  readonly others: readonly Line[];
  readonly box: Box;

  constructor(
    place: Occurrence,
    { index, captions }: Surroundings,
    types: TypeRegistry,
    relevance: Relevance,
  ) {
    this.place = place;
    this.index = index;
    this.captions = captions;
    this.types = types;
    this.relevance = relevance;
    this.line = place.lines[0]!;
    this.others = index.on(this.line.page).filter((line) => !place.lines.includes(line));
    this.box = place.lines.reduce<Box>(unionBox, this.line);
  }

  get isText(): boolean {
    return this.place.type.type === 'string';
  }

  get value(): string {
    const { shape, start, end } = this.place;
    return shape === 'part' ? this.line.text.slice(start, end) : this.line.text;
  }

  /** A method as it is, and with the position of the value among those that it captures. */
  positions(lines: readonly Line[], method: CandidateField['method']): [CandidateField['method'], number][] {
    const { type } = this.place;
    const guard = ownGuard();
    const values = this.isText
      ? lines.map((line) => ({ isWanted: line === this.line }))
      : lines.flatMap((line) =>
          placedCandidates(this.types.compile(type.reference), line, guard).map(({ start }) => ({
            isWanted: line === this.line && start === this.place.start,
          })),
        );
    const at = values.findIndex(({ isWanted }) => isWanted);
    const plain: [CandidateField['method'], number] = [method, 0];
    if (at < 0 || values.length <= 1) return [plain];
    const named = NAMES[at] ?? at;
    const isLast = at === values.length - 1;
    return [
      ...(at === 0 || this.place.shape === 'row' ? [plain] : []),
      [{ ...method, tiebreaker: named }, (at + 1) * COST.position],
      ...(isLast && at > 0
        ? [[{ ...method, tiebreaker: 'last' }, 2 * COST.position] as [CandidateField['method'], number]]
        : []),
    ];
  }

  /** A method whose captured lines are not known before it runs, with the tiebreakers that are worth a try. */
  withPositions(method: CandidateField['method']): [CandidateField['method'], number][] {
    const tried = this.place.shape === 'block' ? [] : (['first', 'last', 'second'] as const);
    return [
      [method, 0],
      ...tried.map((tiebreaker, i): [CandidateField['method'], number] => [
        { ...method, tiebreaker },
        (i + 2) * COST.position,
      ]),
    ];
  }

  /** Other lines above or below the value that overlap it. */
  overlapping(): readonly Line[] {
    const { left, right } = this.box;
    return this.others.filter((line) => line.left < right + MARGIN.x && line.right > left - MARGIN.x);
  }

  /** What the column method sees below a line, the value among it. */
  columnOf(anchor: Line): readonly Line[] {
    const overlap = (line: Line) => Math.min(line.right, anchor.right) - Math.max(line.left, anchor.left);
    return this.index
      .on(anchor.page)
      .filter((line) => line !== anchor && Math.abs(line.top - anchor.top) > ROW_TOLERANCE)
      .filter((line) => overlap(line) >= Math.min(line.right - line.left, anchor.right - anchor.left) / 2)
      .toSorted((a, b) => a.top - b.top);
  }

  /** The caption in a text of the line of the value. */
  captionIn(text: string): string | undefined {
    return this.captions.captionIn(text, this.relevance);
  }

  /** The nearest lines, given in this order, and of the others those that say most of the id. */
  tried(lines: readonly Line[], count: number): readonly Line[] {
    const rest = lines
      .slice(count)
      .map((line) => ({
        line,
        says: this.captions.kinds.isNoCaption(line) ? 0 : this.relevance.of(line.text),
      }))
      .filter(({ says }) => says >= TELLING)
      .toSorted((a, b) => b.says - a.says);
    return [...lines.slice(0, count), ...rest.slice(0, TELLING_LINES).map(({ line }) => line)];
  }

  captionForms(line: Line): readonly AnchorForm[] {
    const caption = this.captions.captionOf(line, this.relevance);
    return caption === undefined ? [] : this.forms(line, caption);
  }

  forms(line: Line, caption: string): readonly AnchorForm[] {
    return this.captions.formsFor(line, caption);
  }

  candidate(
    { anchor, match, cost }: AnchorForm,
    added: number,
    method: CandidateField['method'],
    relation: string,
  ): Candidate {
    const { type, cost: typeCost } = this.place;
    return {
      field: {
        anchor,
        ...(match && { match }),
        ...(type.reference !== 'string' && { type: type.reference }),
        method,
      },
      cost: cost + added + typeCost,
      relation,
    };
  }
}

const NAMES = ['first', 'second', 'third'] as const;
