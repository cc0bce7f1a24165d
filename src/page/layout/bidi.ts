/**
 * From the order in which a line is seen (left to right) to the order in which it is read. Files place glyphs by position, so what is known is the visual order; the levels of the Unicode
 * bidirectional algorithm (UAX 9) are assigned to it and its reordering rule L2, which is its own inverse
 * for given levels, is applied. Where the visual order leaves two readings (a number between left-to-right and
 * right-to-left text), the number is taken to belong to the left-to-right text.
 */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning

const RIGHT_TO_LEFT =
  /[\u0590\u05BE\u05C0\u05C3\u05C6\u05D0-\u05FF\u0600-\u060B\u060D-\u060F\u061B-\u064A\u066D-\u06DC\u06DD-\u06EF\u06FA-\u070F\u0710\u0712-\u072F\u074D-\u07BF\u07C0-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const MARK = /^\p{M}+$/u;
/** No character before it is a mark. */
const FIRST_MARK = 0x300;
const BETWEEN_DIGITS = /^[-+,./:]$/;
const BESIDE_DIGITS = /^[#$%°€£¥‰]$/;

/** Whether some cleaned text holds a right-to-left character. */
export function hasRightToLeft(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0x590) return RIGHT_TO_LEFT.test(text);
  }
  return false;
}

/** Whether some text is nothing but marks that are set over or under letters. */
export function isMark(text: string): boolean {
  return text.charCodeAt(0) >= FIRST_MARK && MARK.test(text);
}

type Kind = 'right' | 'left' | 'number' | 'neutral';

interface LogicalOrder {
  /** Indexes of the given pieces in reading order. */
  readonly order: readonly number[];
  /** Whether the piece at an index of the input is read from right to left. */
  readonly reversed: (index: number) => boolean;
}

/**
 * The reading order of pieces of text (one glyph each, as a rule) that are given from left to right.
 */
export function logicalOrder(pieces: readonly string[]): LogicalOrder {
  const clusters = clustersOf(pieces);
  const levels = levelsOf(clusters.map(([base]) => pieces[base!]!));
  const levelOfPiece = new Uint8Array(pieces.length);
  for (const [position, cluster] of clusters.entries()) {
    for (const index of cluster) levelOfPiece[index] = levels[position]!;
  }
  const order = reorder(levels).flatMap((position) => clusters[position]!);
  return { order, reversed: (index) => levelOfPiece[index]! % 2 === 1 };
}

const MIRRORED = new Map([...'()[]{}<>«»‹›'].map((character, index, all) => [character, all[index ^ 1]!]));

/** Brackets turned round, as they are stored in text that is read from right to left. */
export function mirror(text: string): string {
  return MIRRORED.get(text) ?? text;
}

/** Each piece with the combining marks drawn after it; they stay behind it whatever the direction. */
function clustersOf(pieces: readonly string[]): number[][] {
  const clusters: number[][] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = clusters.at(-1);
    if (last && isMark(piece)) last.push(index);
    else clusters.push([index]);
  }
  return clusters;
}

function levelsOf(pieces: readonly string[]): number[] {
  const kinds = withNumberParts(pieces, pieces.map(kindOf));
  const rights = kinds.filter((kind) => kind === 'right').length;
  const lefts = kinds.filter((kind) => kind === 'left').length;
  return rights > lefts ? levelsInRightToLeft(kinds) : levelsInLeftToRight(kinds);
}

function kindOf(piece: string): Kind {
  if (RIGHT_TO_LEFT.test(piece)) return 'right';
  if (LETTER.test(piece)) return 'left';
  return DIGIT.test(piece) ? 'number' : 'neutral';
}

/** Separators between digits and signs beside them belong to the number. */
function withNumberParts(pieces: readonly string[], kinds: readonly Kind[]): Kind[] {
  const isNumber = (index: number) => kinds[index] === 'number';
  return kinds.map((kind, index) => {
    if (kind !== 'neutral') return kind;
    const piece = pieces[index]!;
    const before = isNumber(index - 1);
    const after = isNumber(index + 1);
    if (before && after && BETWEEN_DIGITS.test(piece)) return 'number';
    return (before || after) && BESIDE_DIGITS.test(piece) ? 'number' : 'neutral';
  });
}

/** The nearest letter direction on one side of every position. */
function nearestStrong(kinds: readonly Kind[], step: 1 | -1): (Kind | undefined)[] {
  const nearest = new Array<Kind | undefined>(kinds.length);
  let last: Kind | undefined;
  for (let n = 0; n < kinds.length; n++) {
    const index = step === 1 ? n : kinds.length - 1 - n;
    nearest[index] = last;
    const kind = kinds[index];
    if (kind === 'left' || kind === 'right') last = kind;
  }
  return nearest;
}

function levelsInLeftToRight(kinds: readonly Kind[]): number[] {
  const before = nearestStrong(kinds, 1);
  const after = nearestStrong(kinds, -1);
  return kinds.map((kind, index) => {
    if (kind === 'right') return 1;
    if (kind === 'left' || before[index] !== 'right' || after[index] !== 'right') return 0;
    return kind === 'number' ? 2 : 1;
  });
}

function levelsInRightToLeft(kinds: readonly Kind[]): number[] {
  const before = nearestStrong(kinds, 1);
  const joined = kinds.map((kind, index) => (kind === 'number' && before[index] === 'left' ? 'left' : kind));
  const left = nearestStrong(joined, 1);
  const right = nearestStrong(joined, -1);
  return joined.map((kind, index) => {
    if (kind === 'left' || kind === 'number') return 2;
    return kind === 'neutral' && left[index] === 'left' && right[index] === 'left' ? 2 : 1;
  });
}

/** Rule L2: from the highest level down to 1, turn round every stretch of at least that level. */
function reorder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = 2; level >= 1; level--) {
    for (let start = 0; start < order.length; ) {
      let end = start;
      while (end < order.length && levels[order[end]!]! >= level) end++;
      reverseRange(order, start, end);
      start = end + 1;
    }
  }
  return order;
}

function reverseRange(values: number[], start: number, end: number): void {
  for (let a = start, b = end - 1; a < b; a++, b--) {
    const kept = values[a]!;
    values[a] = values[b]!;
    values[b] = kept;
  }
}
