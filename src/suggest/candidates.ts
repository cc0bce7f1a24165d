/** Fields that may extract a value at its place: by the captions around it, the methods that lead there, their members. */
import type { FieldAnchor } from '../anchors/schema.js';
import type { Line } from '../document/model.js';
import type { TypeReference } from '../language.js';
import type { TypeRegistry } from '../types/registry.js';
import type { AnchorForm, Captions } from './captions.js';
import type { Occurrence } from './occurrences.js';
import { type PageIndex, ROW_TOLERANCE } from './page-index.js';
import { ownGuard } from './wanted.js';

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
  /** Where the value stands, seen from the caption. */
  readonly relation: string;
}

/** What a way to a value costs, from the most stable to the least: e.g. a label breaks when its value moves 0.2 in. */
const COST = {
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
  /** Each value that is passed over. */
  position: 0.4,
  /** Each inch that a caption is away. */
  inch: 0.5,
} as const;

/** Captions of one kind (left, above …) that are tried for one place. */
const CAPTIONS = 4;
/** Captions around a place that a region or a box is measured from. */
const AROUND = 8;
/** Inches within which captions around a place are looked for, aside and above. */
const REACH = { x: 4, y: 2.5 };
/** Inches that a label may be away, and a bit more: the method itself decides. */
const LABEL_REACH = 0.35;
/** Inches above a cell within which the heading of its column is looked for. */
const COLUMN_REACH = 8;
/** Margins of a region, in inches, and how much further right than the value it reaches where there is room. */
const MARGIN = { x: 0.06, y: 0.04, right: 1 };

/** All fields that may give the value at one place, in no order. */
export function candidatesAt(
  place: Occurrence,
  index: PageIndex,
  captions: Captions,
  types: TypeRegistry,
): Candidate[] {
  const at = new Place(place, index, captions, types);
  const inLine = place.shape === 'part' ? at.inItsLine() : [];
  return [
    ...inLine,
    ...at.beside(),
    ...at.above(),
    ...at.below(),
    ...at.inGrid(),
    ...at.around(),
    ...at.after(),
  ];
}

class Place {
  readonly #place: Occurrence;
  readonly #index: PageIndex;
  readonly #captions: Captions;
  readonly #types: TypeRegistry;
  /** The first line of the value. */
  readonly #line: Line;
  readonly #others: readonly Line[];
  readonly #box: Box;

  constructor(place: Occurrence, index: PageIndex, captions: Captions, types: TypeRegistry) {
    this.#place = place;
    this.#index = index;
    this.#captions = captions;
    this.#types = types;
    this.#line = place.lines[0]!;
    this.#others = index.on(this.#line.page).filter((line) => !place.lines.includes(line));
    this.#box = around(place.lines);
  }

  get #isText(): boolean {
    return this.#place.type.type === 'string';
  }

  /** Caption and value in one line. */
  inItsLine(): Candidate[] {
    const { start, end } = this.#place;
    const { text } = this.#line;
    const [before, after] = [text.slice(0, start), text.slice(end)];
    const found: Candidate[] = [];
    const prefix = this.#captions.captionBefore(before);
    if (prefix !== undefined) {
      const isRest = !this.#isText || after.trim() === '';
      for (const form of this.#forms(this.#line, prefix)) {
        if (isRest)
          found.push(this.#candidate(form, COST.label, { id: 'label', position: 'right' }, 'after'));
        found.push(...this.#patterns(form, prefix, after));
      }
    }
    const whole = this.#captions.captionIn(before) ?? this.#captions.captionIn(after);
    if (!this.#isText && whole !== undefined) {
      for (const form of this.#forms(this.#line, whole)) {
        for (const [method, cost] of this.#positions([this.#line], { id: 'passthrough' })) {
          found.push(this.#candidate(form, COST.passthrough + cost, method, 'in the line of'));
        }
      }
    }
    const suffix = start === 0 ? this.#captions.captionIn(after) : undefined;
    if (suffix !== undefined) {
      for (const form of this.#forms(this.#line, suffix)) {
        found.push(this.#candidate(form, COST.labelLeft, { id: 'label', position: 'left' }, 'before'));
      }
    }
    return found;
  }

  /** A pattern that takes the value out of its line: one word, or all up to what follows. */
  #patterns(form: AnchorForm, prefix: string, after: string): Candidate[] {
    if (!this.#isText) return [];
    const { start, end } = this.#place;
    const value = this.#line.text.slice(start, end);
    const between = '[\\s:#.]*';
    const [follower] = /\S+/u.exec(after) ?? [];
    const groups = [
      ...(/\s/u.test(value) ? [] : ['(\\S+)']),
      `(${shapeOf(value)})`,
      ...(follower === undefined ? ['(.+)'] : [`(.+?)\\s+${escaped(follower)}`]),
    ];
    return groups.map((group, i) =>
      this.#candidate(
        form,
        COST.pattern + i * COST.position,
        { id: 'regex', pattern: `${escaped(prefix)}${between}${group}`, flags: 'i' },
        'after',
      ),
    );
  }

  /** Captions in the same row. */
  beside(): Candidate[] {
    const row = this.#index.rowOf(this.#line).filter((line) => !this.#place.lines.includes(line));
    const left = row.filter(({ right }) => right <= this.#line.left + MARGIN.x).toReversed();
    const right = row.filter((line) => line.left >= this.#box.right - MARGIN.x);
    const all = [this.#line, ...row].toSorted((a, b) => a.left - b.left);
    const found: Candidate[] = [];
    for (const [i, line] of left.slice(0, CAPTIONS).entries()) {
      const behind = all.filter((each) => each.left >= line.right - MARGIN.x && each !== line);
      for (const form of this.#captionForms(line)) {
        if (i === 0)
          found.push(
            this.#candidate(form, COST.labelRight - 1, { id: 'label', position: 'right' }, 'right of'),
          );
        for (const [method, cost] of this.#positions(behind, { id: 'row' })) {
          found.push(this.#candidate(form, COST.row + cost + i * COST.position, method, 'right of'));
        }
      }
    }
    for (const [i, line] of right.slice(0, CAPTIONS).entries()) {
      const before = all.filter((each) => each.right <= line.left + MARGIN.x && each !== line);
      for (const form of this.#captionForms(line)) {
        if (i === 0)
          found.push(this.#candidate(form, COST.labelLeft, { id: 'label', position: 'left' }, 'left of'));
        for (const [method, cost] of this.#positions(before, { id: 'row', position: 'left' })) {
          found.push(this.#candidate(form, COST.rowLeft + cost, method, 'left of'));
        }
      }
    }
    return found;
  }

  /** Captions above the value. */
  above(): Candidate[] {
    const found: Candidate[] = [];
    const lines = this.#overlapping().filter(({ bottom }) => bottom <= this.#line.top + MARGIN.y);
    const nearest = lines.toSorted((a, b) => b.bottom - a.bottom);
    for (const [i, line] of nearest.slice(0, CAPTIONS).entries()) {
      const gap = this.#line.top - line.bottom;
      const between = this.#columnOf(line).filter(({ top }) => top > line.top);
      for (const form of this.#captionForms(line)) {
        if (gap <= LABEL_REACH) {
          for (const method of this.#labelsBelow()) {
            found.push(this.#candidate(form, COST.labelBelow + method.cost, method.method, 'below'));
          }
        }
        for (const [method, cost] of this.#positions(between, { id: 'column' })) {
          found.push(this.#candidate(form, COST.column + cost + i * COST.position, method, 'below'));
        }
      }
    }
    return found;
  }

  #labelsBelow(): { method: CandidateField['method']; cost: number }[] {
    const below = { id: 'label', position: 'below' };
    if (this.#place.shape === 'block') return [{ method: { ...below, stop: 'gap' }, cost: 0 }];
    return [
      { method: below, cost: 0 },
      { method: { ...below, textAlignment: 'right' }, cost: 0.5 },
      ...(this.#isText ? [] : [{ method: { ...below, stop: 'gap' }, cost: 1 }]),
    ];
  }

  /** Captions below the value, as on signature lines. */
  below(): Candidate[] {
    const lines = this.#overlapping().filter(({ top }) => top >= this.#box.bottom - MARGIN.y);
    const nearest = lines.toSorted((a, b) => a.top - b.top).slice(0, 2);
    return nearest
      .filter(({ top }) => top - this.#box.bottom <= LABEL_REACH)
      .flatMap((line) =>
        this.#captionForms(line).map((form) =>
          this.#candidate(form, COST.labelAbove, { id: 'label', position: 'above' }, 'above'),
        ),
      );
  }

  /** A cell, by the caption of its row and the heading of its column. */
  inGrid(): Candidate[] {
    if (this.#place.shape === 'block' || this.#place.shape === 'row') return [];
    const rows = this.#index
      .rowOf(this.#line)
      .filter(({ right }) => right <= this.#line.left + MARGIN.x)
      .filter((line) => this.#captions.captionIn(line.text) !== undefined);
    const headings = this.#overlapping()
      .filter(
        ({ bottom, top }) => bottom <= this.#line.top + MARGIN.y && this.#line.top - top <= COLUMN_REACH,
      )
      .filter((line) => this.#captions.captionIn(line.text) !== undefined)
      .toSorted((a, b) => b.top - a.top)
      .slice(0, CAPTIONS);
    return rows.slice(0, 2).flatMap((row) =>
      headings.flatMap((heading) =>
        this.#captionForms(row).flatMap((form) =>
          this.#captionForms(heading)
            .filter(({ match }) => match === undefined)
            .slice(0, 1)
            .map((column) =>
              this.#candidate(
                { ...form, cost: form.cost + column.cost },
                COST.intersection,
                { id: 'intersection', verticalAnchor: column.anchor },
                'in the row of',
              ),
            ),
        ),
      ),
    );
  }

  /** Regions and drawn boxes near captions. */
  around(): Candidate[] {
    const near = this.#others
      .map((line) => ({ line, ...distance(line, this.#box) }))
      .filter(({ x, y }) => x <= REACH.x && y <= REACH.y)
      .toSorted((a, b) => a.x + 2 * a.y - (b.x + 2 * b.y));
    const found: Candidate[] = [];
    let anchors = 0;
    for (const { line, x, y } of near) {
      const forms = this.#captionForms(line).slice(0, 2);
      if (forms.length === 0) continue;
      if (++anchors > AROUND) break;
      const isAhead = line.left <= this.#box.right && line.top <= this.#box.bottom;
      const base = (isAhead ? COST.region : COST.regionAside) + (x + y) * COST.inch;
      for (const form of forms) {
        for (const [i, region] of this.#regionsFrom(line).entries()) {
          for (const [method, cost] of this.#withPositions(region)) {
            found.push(this.#candidate(form, base + cost + i * COST.position, method, 'near'));
          }
        }
        if (anchors <= 2) {
          for (const [method, cost] of this.#withPositions({ id: 'box' })) {
            found.push(this.#candidate(form, COST.box + cost + x + y, method, 'in the box of'));
          }
        }
      }
    }
    return found;
  }

  /** Rectangles around the value: as wide as there is room, and just as wide as the value. */
  #regionsFrom(anchor: Line): CandidateField['method'][] {
    const { left, top, right, bottom } = this.#box;
    const next = this.#others
      .filter((line) => line.top < bottom && line.bottom > top && line.left >= right)
      .reduce((nearest, line) => Math.min(nearest, line.left), Number.POSITIVE_INFINITY);
    const wide = Math.min(right + MARGIN.right, next - MARGIN.x);
    const rectangle = (x1: number, x2: number) => ({
      id: 'region',
      start: 'left',
      offsetX: round(x1 - anchor.left),
      offsetY: round(top - MARGIN.y - (anchor.top + anchor.bottom) / 2),
      width: round(x2 - x1),
      height: round(bottom - top + 2 * MARGIN.y),
    });
    const fromLeft = left - MARGIN.x;
    const tight = rectangle(fromLeft, right + MARGIN.x);
    return wide > right + MARGIN.x ? [rectangle(fromLeft, wide), tight] : [tight];
  }

  /** The lines after a caption in document order, and patterns of the value's shape below it. */
  after(): Candidate[] {
    const position = this.#index.positionOf(this.#line);
    const found: Candidate[] = [];
    for (let back = 1, tried = 0; back <= 12 && tried < 3; back++) {
      const line = this.#index.lines[position - back];
      if (!line) break;
      const forms = this.#captionForms(line).slice(0, 2);
      if (forms.length > 0) tried++;
      const count = back - 1 + this.#place.lines.length;
      for (const form of forms) {
        if (back === 1 || !this.#isText) {
          const range = { id: 'documentRange', numLines: count };
          for (const [method, cost] of this.#withPositions(range)) {
            found.push(this.#candidate(form, COST.nextLine + cost + (back - 1), method, 'after'));
          }
        }
        if (this.#isText && this.#place.shape !== 'block' && /\d/u.test(this.#value)) {
          const pattern = `\\b(${shapeOf(this.#value)})(?!\\w)`;
          found.push(
            this.#candidate(form, COST.searched + back * COST.position, { id: 'regex', pattern }, 'after'),
          );
        }
      }
    }
    return found;
  }

  get #value(): string {
    const { shape, start, end } = this.#place;
    return shape === 'part' ? this.#line.text.slice(start, end) : this.#line.text;
  }

  /** A method as it is, and with the position of the value among those that it captures. */
  #positions(lines: readonly Line[], method: CandidateField['method']): [CandidateField['method'], number][] {
    const { type } = this.#place;
    const guard = ownGuard();
    const values = this.#isText
      ? lines.map((line) => ({ isWanted: line === this.#line }))
      : this.#types
          .compile(type.reference)
          .candidates(
            lines.map((line) => ({ text: line.text, line })),
            guard,
          )
          .map(({ value }) => ({ isWanted: type.isWanted(value) }));
    const at = values.findIndex(({ isWanted }) => isWanted);
    const plain: [CandidateField['method'], number] = [method, 0];
    if (at < 0 || values.length <= 1) return [plain];
    const named = NAMES[at] ?? at;
    const isLast = at === values.length - 1;
    return [
      ...(at === 0 || this.#place.shape === 'row' ? [plain] : []),
      [{ ...method, tiebreaker: named }, (at + 1) * COST.position],
      ...(isLast && at > 0
        ? [[{ ...method, tiebreaker: 'last' }, 2 * COST.position] as [CandidateField['method'], number]]
        : []),
    ];
  }

  /** A method whose captured lines are not known before it runs, with the tiebreakers that are worth a try. */
  #withPositions(method: CandidateField['method']): [CandidateField['method'], number][] {
    const tried = this.#place.shape === 'block' ? [] : (['first', 'last', 'second'] as const);
    return [
      [method, 0],
      ...tried.map((tiebreaker, i): [CandidateField['method'], number] => [
        { ...method, tiebreaker },
        (i + 2) * COST.position,
      ]),
    ];
  }

  /** Other lines above or below the value that overlap it. */
  #overlapping(): readonly Line[] {
    const { left, right } = this.#box;
    return this.#others.filter((line) => line.left < right + MARGIN.x && line.right > left - MARGIN.x);
  }

  /** What the column method sees below a line, the value among it. */
  #columnOf(anchor: Line): readonly Line[] {
    const overlap = (line: Line) => Math.min(line.right, anchor.right) - Math.max(line.left, anchor.left);
    return this.#index
      .on(anchor.page)
      .filter((line) => line !== anchor && Math.abs(line.top - anchor.top) > ROW_TOLERANCE)
      .filter((line) => overlap(line) >= Math.min(line.right - line.left, anchor.right - anchor.left) / 2)
      .toSorted((a, b) => a.top - b.top);
  }

  #captionForms(line: Line): readonly AnchorForm[] {
    const caption = this.#captions.captionIn(line.text);
    return caption === undefined ? [] : this.#forms(line, caption);
  }

  #forms(line: Line, caption: string): readonly AnchorForm[] {
    return this.#captions.formsFor(line, caption);
  }

  #candidate(
    { anchor, match, cost }: AnchorForm,
    added: number,
    method: CandidateField['method'],
    relation: string,
  ): Candidate {
    const { type, cost: typeCost } = this.#place;
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

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function around(lines: readonly Line[]): Box {
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    top: Math.min(...lines.map(({ top }) => top)),
    right: Math.max(...lines.map(({ right }) => right)),
    bottom: Math.max(...lines.map(({ bottom }) => bottom)),
  };
}

/** Inches between two boxes, 0 where they overlap. */
function distance(a: Box, b: Box): { readonly x: number; readonly y: number } {
  return {
    x: Math.max(0, a.left - b.right, b.left - a.right),
    y: Math.max(0, a.top - b.bottom, b.top - a.bottom),
  };
}

/** A pattern for values of the same form: digits by their number, letters by their case; without flags. */
export function shapeOf(value: string): string {
  return value
    .split(/(\d+|[A-Z]+|[a-z]+|\s+)/u)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^\d/u.test(part)) return `\\d{${part.length}}`;
      if (/^[A-Z]/u.test(part)) return '[A-Z]+';
      if (/^[a-z]/u.test(part)) return '[a-z]+';
      return /^\s/u.test(part) ? '\\s+' : escaped(part);
    })
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replace(/\s+/gu, '\\s+');
}

function round(inches: number): number {
  return Math.round(inches * 100) / 100;
}
