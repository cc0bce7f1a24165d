/** Breaking a paragraph into rows, and its rows into pieces of text with places. Lengths are inches. */
import type { Segment } from '../model.js';
import type { Inline, Paragraph, TabStop } from './model.js';
import { textWidth, unitsThatFit } from './text-width.js';

/** A piece of text: what becomes a line. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** A row of text of a paragraph. */
export interface TextRow {
  readonly pieces: readonly Piece[];
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
/** A space in font sizes. */
const SPACE = 0.28;
/** A tab that moves the text further than this, in font sizes, begins another line of text (chapter 1, 1.3). */
const PIECE_GAP = 0.6;
/** Word's own tab stops. */
const DEFAULT_TAB = 0.5;
/** Slack of sums of lengths. */
const SLACK = 0.001;
/** Text is never squeezed into less. */
const LEAST_WIDTH = 0.3;

/** The rows of a paragraph; one without text has one row without pieces. */
export function layOutParagraph(paragraph: Paragraph, column: Column): readonly TextRow[] {
  const setter = new RowSetter(paragraph, column);
  const { inlines } = paragraph;
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'text') setter.text(inline.text, inline.size);
    else if (inline.kind === 'tab') setter.tab(widthToTab(inlines, index + 1));
    else if (inline.kind === 'line') setter.endRow();
    else setter.breakPage(inline.kind);
  }
  return setter.finish();
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

const WORDS_AND_SPACES = /\s+|\S+/g;

interface OpenPiece {
  text: string;
  size: number;
  readonly segments: Segment[];
}

class RowSetter {
  private readonly rows: TextRow[] = [];
  private readonly left: number;
  private readonly right: number;
  private readonly stops: readonly TabStop[];
  private pieces: OpenPiece[] = [];
  private x: number;
  private breakBefore: TextRow['breakBefore'];
  /** The part of a word that ends the row so far: text that follows without a space belongs to it. */
  private inWord = false;

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
  private marker(marker: string, size: number): void {
    this.word(marker, size);
    this.space(' ', size);
    this.x = Math.max(this.x, this.left);
  }

  text(text: string, size: number): void {
    for (const [part] of text.matchAll(WORDS_AND_SPACES)) {
      if (part.trim() === '') this.space(part, size);
      else this.place(part, size);
    }
  }

  /** Sets a word, in the next row if it does not fit; one that is longer than a row is divided. */
  private place(word: string, size: number): void {
    let rest = word;
    while (rest !== '') {
      const room = this.right - this.x + SLACK;
      if (textWidth(rest, size) <= room) {
        this.word(rest, size);
        return;
      }
      if (this.pieces.length > 0 && !(this.inWord && this.isOneWord())) {
        this.wrap();
        continue;
      }
      const units = unitsThatFit(rest, size, room);
      this.word(rest.slice(0, units), size);
      rest = rest.slice(units);
      if (rest !== '') this.endRow();
    }
  }

  /** Whether the row holds nothing but the word at its end. */
  private isOneWord(): boolean {
    return this.pieces.length === 1 && !this.pieces[0]!.text.includes(' ');
  }

  /** Ends the row before the word at its end, which goes to the next row. */
  private wrap(): void {
    const last = this.inWord ? this.pieces.at(-1) : undefined;
    const at = last ? last.text.lastIndexOf(' ') + 1 : 0;
    const moved = last && at > 0 ? last.text.slice(at) : '';
    if (last && moved !== '') {
      last.text = last.text.slice(0, at);
      while ((last.segments.at(-1)?.start ?? -1) >= at) last.segments.pop();
    }
    this.endRow();
    if (last && moved !== '') this.word(moved, last.size);
  }

  private word(text: string, size: number): void {
    let piece = this.pieces.at(-1);
    if (!piece) {
      piece = { text: '', size, segments: [] };
      this.pieces.push(piece);
    }
    const start = piece.text.length;
    const left = this.x;
    this.x += textWidth(text, size);
    piece.text += text;
    piece.size = Math.max(piece.size, size);
    piece.segments.push({ start, end: piece.text.length, left, right: this.x });
    this.inWord = true;
  }

  private space(text: string, size: number): void {
    const piece = this.pieces.at(-1);
    if (piece) piece.text += text;
    this.x += text.length * SPACE * size;
    this.inWord = false;
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
    this.inWord = false;
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
    const kept = this.pieces.map(trimmed).filter((piece) => piece !== undefined);
    const sizes = kept.map(({ size }) => size);
    const size = sizes.length > 0 ? Math.max(...sizes) : this.paragraph.size;
    this.rows.push({
      pieces: this.aligned(kept),
      size,
      height: rowHeight(this.paragraph, size),
      ...(this.breakBefore && { breakBefore: this.breakBefore }),
    });
    this.breakBefore = undefined;
    this.pieces = [];
    this.x = this.left;
    this.inWord = false;
  }

  /** Centred and right-aligned rows are moved as a whole; those with tabs have their places already. */
  private aligned(pieces: readonly Piece[]): readonly Piece[] {
    const { alignment = 'left' } = this.paragraph.layout;
    const [only] = pieces;
    if (alignment === 'left' || pieces.length !== 1 || !only) return pieces;
    const room = Math.max(0, this.right - only.right);
    return [movedPiece(only, alignment === 'center' ? room / 2 : room)];
  }

  finish(): readonly TextRow[] {
    if (this.pieces.length > 0 || this.rows.length === 0 || this.breakBefore) this.endRow();
    return this.rows;
  }
}

/** A piece without the spaces around it; undefined when nothing is left. */
function trimmed({ text, size, segments }: OpenPiece): Piece | undefined {
  const [first] = segments;
  const last = segments.at(-1);
  if (!first || !last) return undefined;
  return { text: text.trimEnd(), size, segments, left: first.left, right: last.right };
}

/** A piece moved to the right. */
function movedPiece(piece: Piece, by: number): Piece {
  if (by === 0) return piece;
  return {
    ...piece,
    left: piece.left + by,
    right: piece.right + by,
    segments: piece.segments.map((segment) => ({
      ...segment,
      left: segment.left + by,
      right: segment.right + by,
    })),
  };
}

function rowHeight({ layout: { pitch } }: Paragraph, size: number): number {
  const own = ROW_PITCH * size;
  if (!pitch) return own;
  if (pitch.rule === 'multiple') return own * pitch.value;
  return Math.max(pitch.value, pitch.rule === 'exact' ? size : own);
}
