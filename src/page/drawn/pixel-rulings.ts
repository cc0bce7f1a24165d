/**
 * Rulings of pages without paths, from their pixels. No value of 137 documents and no cell of their tables changes
 * where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#393-rulings-from-pixels
import { type Transform, turnAboutMiddle } from '../document/geometry.js';
import type { Line, Page } from '../document/model.js';
import { afterWhite, type GreyBitmap, WHITE, wordsOf } from '../ink/grey.js';
import { inkSkew } from '../ink/skew.js';
import { joinRulings, type Ruling } from './rulings.js';

/** Half the side of the square whose mean a pixel is compared with. */
const HALF_WINDOW = 15;
/** How much darker than its surroundings a pixel of a ruling is, of 255. */
const CONTRAST = 20;
/** Shortest ruling, in inches. */
const MIN_LENGTH = 0.3;
/** Light pixels that may follow each other in a ruling, and share of dark ones. */
const MAX_GAP = 2;
const DARK_SHARE = 0.9;
/** Share of the shorter of two runs in neighbouring rows that makes them one ruling. */
const STACK_OVERLAP = 0.7;
/** Thicker stacks are fills, in inches. */
const MAX_THICKNESS = 0.06;
/** Scans turned by less than this are straight enough, in degrees. */
const STRAIGHT = 0.2;
/** Text turned by more than this was meant to be, in degrees. */
const MAX_SKEW = 10;

/**
 * The rulings that a drawn page shows, snapped and joined. On a page that was scanned askew they are those of
 * the page turned straight, turned by `-skew` about its middle.
 * @param skew of the page in degrees, see `skewOf` and `pixelSkew`
 * @param own its dark pixels, where they are known
 */
export function pixelRulings(
  bitmap: GreyBitmap,
  page: Pick<Page, 'width' | 'height'>,
  skew = 0,
  own?: Uint8Array,
): readonly Ruling[] {
  const straight = skew === 0 ? bitmap : turned(bitmap, turnAboutMiddle(page, skew));
  const dark = skew === 0 && own ? own : darkPixels(straight);
  const { width, height, dpi } = straight;
  return joinRulings([
    ...stacksOf(dark, width, height, dpi).map((stack) => ruling('horizontal', stack, dpi)),
    ...stacksOf(transposed(dark, width, height), height, width, dpi).map((stack) =>
      ruling('vertical', stack, dpi),
    ),
  ]);
}

/** The angle of a page's text in degrees: median by characters of nearly horizontal lines; 0 below 0.2. */
export function skewOf(lines: readonly Pick<Line, 'angle' | 'text'>[]): number {
  const level = lines.filter(({ angle }) => Math.abs(angle) < MAX_SKEW).sort((a, b) => a.angle - b.angle);
  let remaining = level.reduce((sum, { text }) => sum + text.length, 0) / 2;
  for (const { angle, text } of level) {
    remaining -= text.length;
    if (remaining <= 0) return Math.abs(angle) < STRAIGHT ? 0 : angle;
  }
  return 0;
}

/**
 * The angle in degrees at which rows and rulings run in the picture of a page; 0 below 0.2. Needed for scans whose
 * text has no angle: OCR reads slightly crooked rows as level boxes.
 */
export function pixelSkew(bitmap: GreyBitmap, dark: Uint8Array = darkPixels(bitmap)): number {
  const data = new Uint8Array(dark.length);
  for (let at = 0; at < data.length; at++) data[at] = dark[at] === 1 ? 0 : WHITE;
  const skew = inkSkew({ ...bitmap, data });
  return Math.abs(skew) < STRAIGHT ? 0 : skew;
}

/**
 * Each pixel is the darkest of the four around the place where the map puts it, so that rulings of one pixel stay
 * whole; white from outside.
 */
function turned({ width, height, dpi, data }: GreyBitmap, { a, b, c, d, e, f }: Transform): GreyBitmap {
  const result = new Uint8Array(data.length).fill(WHITE);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = Math.floor(a * (x + 0.5) + c * (y + 0.5) + e * dpi - 0.5);
      const top = Math.floor(b * (x + 0.5) + d * (y + 0.5) + f * dpi - 0.5);
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const at = top * width + left;
      const upper = Math.min(data[at]!, data[at + 1]!);
      result[y * width + x] = Math.min(upper, data[at + width]!, data[at + width + 1]!);
    }
  }
  return { width, height, dpi, data: result };
}

/** 1 for pixels darker than the mean of the square around them. Rows without ink are passed: a page has many. */
export function darkPixels({ width, height, data }: GreyBitmap): Uint8Array {
  const dark = new Uint8Array(data.length);
  const columns = new Int32Array(width);
  const words = wordsOf(data);
  const isBlank = Array.from({ length: height }, (_, y) => isWhiteRow(data, words, y * width, width));
  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x++, at++) columns[x]! += sign * data[at]!;
  };
  for (let y = 0; y < Math.min(height, HALF_WINDOW); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    const [entering, leaving] = [y + HALF_WINDOW, y - HALF_WINDOW - 1];
    const isUnchanged = entering < height && leaving >= 0 && isBlank[entering]! && isBlank[leaving]!;
    if (!isUnchanged) {
      if (entering < height) addRow(entering, 1);
      if (leaving >= 0) addRow(leaving, -1);
    }
    if (isBlank[y]) continue;
    const rows = Math.min(height - 1, y + HALF_WINDOW) - Math.max(0, y - HALF_WINDOW) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(width, HALF_WINDOW); x++) sum += columns[x]!;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (x + HALF_WINDOW < width) sum += columns[x + HALF_WINDOW]!;
      if (x - HALF_WINDOW > 0) sum -= columns[x - HALF_WINDOW - 1]!;
      const count = rows * (Math.min(width - 1, x + HALF_WINDOW) - Math.max(0, x - HALF_WINDOW) + 1);
      if ((data[at]! + CONTRAST) * count < sum) dark[at] = 1;
    }
  }
  return dark;
}

function isWhiteRow(data: Uint8Array, words: DataView, from: number, width: number): boolean {
  let at = afterWhite(words, from, from + width);
  while (at < from + width && data[at] === WHITE) at++;
  return at === from + width;
}

function transposed(dark: Uint8Array, width: number, height: number): Uint8Array {
  const result = new Uint8Array(dark.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + y] = dark[y * width + x]!;
  }
  return result;
}

/** Runs of neighbouring rows: pixels `from` to `to - 1` of rows `first` to `last`. */
interface Stack {
  from: number;
  to: number;
  readonly first: number;
  last: number;
  /** The run of the last row. */
  end: Run;
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function stacksOf(dark: Uint8Array, width: number, height: number, dpi: number): Stack[] {
  const finished: Stack[] = [];
  let open: Stack[] = [];
  for (let y = 0; y < height; y++) {
    const next: Stack[] = [];
    for (const run of longRuns(dark, y * width, width, MIN_LENGTH * dpi)) {
      const stack = open.find((each) => each.last === y - 1 && overlaps(each.end, run));
      if (stack) {
        stack.from = Math.min(stack.from, run.from);
        stack.to = Math.max(stack.to, run.to);
        stack.last = y;
        stack.end = run;
        next.push(stack);
      } else {
        next.push({ ...run, first: y, last: y, end: run });
      }
    }
    for (const stack of open) if (stack.last < y) finished.push(stack);
    open = next;
  }
  return [...finished, ...open].filter(({ first, last }) => last - first + 1 <= MAX_THICKNESS * dpi);
}

function overlaps(a: Run, b: Run): boolean {
  const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  return shared >= STACK_OVERLAP * Math.min(a.to - a.from, b.to - b.from);
}

/** The runs of a row that are long and dark enough. */
function* longRuns(dark: Uint8Array, row: number, width: number, minimum: number): Generator<Run> {
  let from = -1;
  let to = 0;
  let count = 0;
  const isLong = () => from >= 0 && to - from >= minimum && count >= DARK_SHARE * (to - from);
  for (let x = 0; x < width; x++) {
    if (dark[row + x] === 0) continue;
    if (from >= 0 && x - to > MAX_GAP) {
      if (isLong()) yield { from, to };
      from = -1;
    }
    if (from < 0) {
      from = x;
      count = 0;
    }
    to = x + 1;
    count++;
  }
  if (isLong()) yield { from, to };
}

function ruling(orientation: Ruling['orientation'], { from, to, first, last }: Stack, dpi: number): Ruling {
  return { orientation, at: (first + last + 1) / 2 / dpi, from: from / dpi, to: to / dpi };
}
