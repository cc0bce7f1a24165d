/**
 * Breaking a paragraph into rows, and its rows into pieces of text with places. Lengths are inches. No fonts are
 * loaded, so widths are guessed: a word is never divided because of a guess, but set narrower where it does not fit.
 */
import type { Segment } from '../../page/document/model.js';
import type { Inline, Paragraph, TabStop } from './model.js';

/** A piece of text: what becomes a line. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** A row of text of a paragraph. */
interface TextRow {
  readonly pieces: readonly Fragment[];
  /** Size of its largest text; the baseline lies so far below the top of the row. */
  readonly size: number;
  /** Distance to the next row. */
  readonly height: number;
  /** Where the row begins a page. */
  readonly breakBefore?: 'page' | 'rendered-page';
}

/** The stretch of a page between which text is set. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Distance of rows in font sizes, as common faces have it. */
const ROW_PITCH = 1.2;
/** A tab that moves the text further than this, in font sizes, begins another line of text. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs
const PIECE_GAP = 0.6;
/** Word's own tab stops. */
const DEFAULT_TAB = 0.5;
/** Slack of sums of lengths. */
const SLACK = 0.001;
/** Text is never squeezed into less: what the narrowest cell of a table has between its margins. */
const LEAST_WIDTH = 0.05;

/** The rows of a paragraph, made one by one; one without text has one row without pieces. */
export function* layOutParagraph(paragraph: Paragraph, column: Column): Generator<TextRow> {
  const setter = new RowSetter(paragraph, column);
  const { inlines } = paragraph;
  let word: WordPart[] = [];
  const endWord = () => {
    if (word.length > 0) setter.word(word);
    word = [];
  };
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'text') {
      for (const [text, spaces, character] of inline.text.matchAll(WORDS_AND_SPACES)) {
        if (spaces !== undefined || character !== undefined) endWord();
        if (spaces !== undefined) setter.space(text, inline.size);
        else word.push({ text, size: inline.size });
        if (character !== undefined) endWord();
        yield* setter.take();
      }
      continue;
    }
    endWord();
    yield* setter.take();
    if (inline.kind === 'tab') setter.tab(widthToTab(inlines, index + 1));
    else if (inline.kind === 'line') setter.endRow();
    else setter.breakPage(inline.kind);
  }
  endWord();
  yield* setter.finish();
}

/** Width of the text from an inline to the next tab or break. */
function widthToTab(inlines: readonly Inline[], start: number): number {
  let width = 0;
  for (let i = start; i < inlines.length; i++) {
    const inline = inlines[i]!;
    if (inline.kind !== 'text') break;
    width += textWidth(inline.text, inline.size);
  }
  return width;
}

/** Spaces, a character of the scripts that have no spaces and go on in the next row anywhere, or (a part of) a word. */
const WORDS_AND_SPACES =
  /(\s+)|([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;

/** The stretch of a word that has one size. */
interface WordPart {
  readonly text: string;
  readonly size: number;
}

interface OpenPiece {
  text: string;
  size: number;
  readonly segments: Segment[];
}

const NO_ROWS: readonly TextRow[] = [];

class RowSetter {
  private rows: TextRow[] = [];
  private hasRows = false;
  private readonly left: number;
  private readonly right: number;
  private readonly stops: readonly TabStop[];
  private pieces: OpenPiece[] = [];
  private x: number;
  private breakBefore: TextRow['breakBefore'];

  constructor(
    private readonly paragraph: Paragraph,
    private readonly column: Column,
  ) {
    const { left = 0, right = 0, firstLine = 0, tabs = [] } = paragraph.layout;
    const width = column.right - column.left;
    this.left = column.left + Math.min(left, Math.max(0, width - LEAST_WIDTH));
    this.right = Math.max(this.left + LEAST_WIDTH, column.right - right);
    const hanging = firstLine < 0 ? [{ position: left, alignment: 'left' as const }] : [];
    this.stops = [...tabs.filter(({ alignment }) => alignment !== 'clear'), ...hanging].sort(
      (a, b) => a.position - b.position,
    );
    const firstLeft = Math.min(this.left + firstLine, this.right - LEAST_WIDTH);
    this.x = Math.max(Math.min(0, column.left), firstLeft);
    if (paragraph.marker !== undefined) this.marker(paragraph.marker, paragraph.size);
  }

  /** The marker of a list item and its text are one line, although the text begins further right. */
  private marker(text: string, size: number): void {
    this.word([{ text, size }]);
    this.space(' ', size);
    this.x = Math.max(this.x, this.left);
  }

  /** Sets a word, in the next row if it does not fit; one that is longer than a row fills it. */
  word(parts: readonly WordPart[]): void {
    const width = parts.reduce((sum, { text, size }) => sum + textWidth(text, size), 0);
    if (width > this.right - this.x + SLACK && this.pieces.length > 0) this.endRow();
    const scale = Math.min(1, Math.max(LEAST_WIDTH, this.right - this.x) / width);
    for (const { text, size } of parts) this.part(text, size, textWidth(text, size) * scale);
  }

  private part(text: string, size: number, width: number): void {
    let piece = this.pieces.at(-1);
    if (!piece) {
      piece = { text: '', size, segments: [] };
      this.pieces.push(piece);
    }
    const start = piece.text.length;
    const left = this.x;
    this.x += width;
    piece.text += text;
    piece.size = Math.max(piece.size, size);
    piece.segments.push({ start, end: piece.text.length, left, right: this.x });
  }

  space(text: string, size: number): void {
    const piece = this.pieces.at(-1);
    if (piece) piece.text += text;
    this.x += textWidth(text, size);
  }

  /** Moves to the next tab stop. @param following width of the text up to the next tab */
  tab(following: number): void {
    const size = this.pieces.at(-1)?.size ?? this.paragraph.size;
    const target = this.tabTarget(following);
    if (target === undefined) {
      this.endRow();
      return;
    }
    const gap = target - this.x;
    this.x = target;
    const last = this.pieces.at(-1);
    if (!last) return;
    if (gap > PIECE_GAP * size) this.pieces.push({ text: '', size, segments: [] });
    else last.text += ' ';
  }

  /** Where text after a tab begins; undefined when no stop is left in the row. */
  private tabTarget(following: number): number | undefined {
    const stop = this.stops.find(({ position }) => this.column.left + position > this.x + SLACK);
    if (stop) {
      const position = this.column.left + stop.position;
      const back = stop.alignment === 'right' ? following : stop.alignment === 'center' ? following / 2 : 0;
      return Math.max(this.x, Math.min(position, this.right) - back);
    }
    const steps = Math.floor((this.x - this.column.left + SLACK) / DEFAULT_TAB) + 1;
    const next = this.column.left + steps * DEFAULT_TAB;
    return next < this.right - SLACK ? next : undefined;
  }

  breakPage(kind: 'page' | 'rendered-page'): void {
    if (this.pieces.length > 0) this.endRow();
    if (this.breakBefore !== 'page') this.breakBefore = kind;
  }

  endRow(): void {
    const kept = this.pieces.flatMap(trimmed);
    const size = kept.length > 0 ? Math.max(...kept.map((piece) => piece.size)) : this.paragraph.size;
    this.rows.push({
      pieces: this.aligned(kept),
      size,
      height: rowHeight(this.paragraph, size),
      ...(this.breakBefore && { breakBefore: this.breakBefore }),
    });
    this.hasRows = true;
    this.breakBefore = undefined;
    this.pieces = [];
    this.x = this.left;
  }

  /** Centred and right-aligned rows are moved as a whole; those with tabs have their places already. */
  private aligned(pieces: readonly Fragment[]): readonly Fragment[] {
    const { alignment = 'left' } = this.paragraph.layout;
    const [only] = pieces;
    if (alignment === 'left' || pieces.length !== 1 || !only) return pieces;
    const room = Math.max(0, this.right - only.right);
    const by = alignment === 'center' ? room / 2 : room;
    const moved = <T extends Column>(place: T): T => ({
      ...place,
      left: place.left + by,
      right: place.right + by,
    });
    return [{ ...moved(only), segments: only.segments.map(moved) }];
  }

  /** The rows that are complete, which are the caller's from now on. */
  take(): readonly TextRow[] {
    if (this.rows.length === 0) return NO_ROWS;
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  finish(): readonly TextRow[] {
    if (this.pieces.length > 0 || !this.hasRows || this.breakBefore) this.endRow();
    return this.take();
  }
}

/** A piece without the spaces around it, unless nothing is left. */
function trimmed({ text, size, segments }: OpenPiece): readonly Fragment[] {
  const [first] = segments;
  const last = segments.at(-1);
  return first && last ? [{ text: text.trimEnd(), size, segments, left: first.left, right: last.right }] : [];
}

function rowHeight({ layout: { pitch } }: Paragraph, size: number): number {
  const own = ROW_PITCH * size;
  if (!pitch) return own;
  if (pitch.rule === 'multiple') return own * pitch.value;
  return Math.max(pitch.value, pitch.rule === 'exact' ? size : own);
}

/** Widths of kinds of characters in font sizes, after the metrics of Helvetica; a space is a narrow one. */
const NARROW = 0.28;
const DIGIT = 0.556;
const LOWER = 0.52;
const UPPER = 0.68;
const WIDE = 0.83;
const FULL = 1;
const NARROW_CHARACTERS = new Set(" .,:;'|!ijltfI()[]/\\`-");
const WIDE_CHARACTERS = new Set('mwMW@%');
/** From here on, most scripts fill a square: East Asian text. */
const FIRST_FULL = 0x2e80;

/** Characters of a word that are measured; the rest of one without end is taken to be as wide. */
const MEASURED = 10_000;

function textWidth(text: string, size: number): number {
  const measured = text.length > MEASURED ? text.slice(0, MEASURED) : text;
  let width = 0;
  for (const character of measured) width += characterWidth(character);
  return width * size * (measured.length === 0 ? 1 : text.length / measured.length);
}

function characterWidth(character: string): number {
  if (NARROW_CHARACTERS.has(character)) return NARROW;
  if (WIDE_CHARACTERS.has(character)) return WIDE;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code >= FIRST_FULL) return FULL;
  return character === character.toLowerCase() ? LOWER : UPPER;
}
