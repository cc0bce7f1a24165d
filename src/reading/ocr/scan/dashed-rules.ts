/**
 * Dashed upright rules, as forms set parts of dates apart: engines read their dashes as colons and ones. Of 40 documents at
 * 200 dpi ten values of a claim form won by PP-OCR, seven by tesseract; none lost.
 */
import { type GreyBitmap, WHITE } from '../../../page/ink/grey.js';
import { eachUprightStretch, INK } from '../../../page/ink/stretches.js';

/** Length of a dash and of a gap, in inches; strokes of small print are mostly longer. */
const LENGTH = { least: 0.012, most: 0.036 };
const GAP = { least: 0.008, most: 0.05 };
/** White from the middle of a rule to what is beside it, in inches: digits written up to one leave so much. */
const CLEAR = 0.02;
/** Thickness of the thickest level rule that dashes stand on, in inches. */
const MOST_RULE = 0.025;
/** Thickness of the thickest dash, in inches. */
const MOST_THICKNESS = 0.014;
/** Least length of a dash as a multiple of its thickness: level strokes and dots of letters are as wide as high. */
const LEAST_ASPECT = 1.4;
/** Dashes of the shortest rule. */
const LEAST_DASHES = 3;
/** How many times as long one dash or gap of a rule may be as another; its first and last dash may be cut. */
const MOST_RATIO = 1.35;
/** Pixels around a dash that are shades of its edge. */
const FRINGE = 2;
/** Most strokes of a picture that are looked at; pages of small print have some ten thousand. */
const MOST_STROKES = 200_000;

/** An upright stretch of ink in one column, in pixels. */
interface Dash {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** Where its ink begins and ends, with the level rule that it hangs from or stands on. */
  readonly from: number;
  readonly to: number;
}

/**
 * A scan without dashed upright rules.
 * @param image with full contrast
 */
export function withoutDashedRules(image: GreyBitmap): GreyBitmap {
  const rules = rulesOf(dashesIn(image), image.dpi).filter((rule) => isFree(rule, image));
  if (rules.length === 0) return image;
  const data = image.data.slice();
  for (const dash of rules.flat()) {
    for (let y = dash.top; y < dash.bottom; y++) data.fill(WHITE, ...through(image, dash.x, y));
    for (let beyond = 1; beyond <= FRINGE; beyond++) {
      eraseShades(data, image, through(image, dash.x, dash.top), -beyond);
      eraseShades(data, image, through(image, dash.x, dash.bottom - 1), beyond);
    }
  }
  return { ...image, data };
}

/** Stretches of ink that are long and thin enough, column by column from the left. */
function dashesIn(image: GreyBitmap): readonly Dash[] {
  const { dpi } = image;
  const thickest = Math.max(1, MOST_THICKNESS * dpi);
  const most = LENGTH.most * dpi + 2 * MOST_RULE * dpi;
  const dashes: Dash[] = [];
  eachUprightStretch(image, (x, top, bottom) => {
    if (bottom - top < LENGTH.least * dpi || bottom - top > most) return true;
    const dash = besideLevelRule(image, { x, from: top, to: bottom }, thickest);
    const length = dash.bottom - dash.top;
    if (length < LENGTH.least * dpi || length > LENGTH.most * dpi) return true;
    const wide = thicknessAt(image, x, (dash.top + dash.bottom) >> 1, thickest);
    if (wide <= thickest && length >= LEAST_ASPECT * wide) dashes.push(dash);
    return dashes.length < MOST_STROKES;
  });
  if (dashes.length === MOST_STROKES) return [];
  return dashes.sort((a, b) => a.x - b.x || a.top - b.top);
}

/**
 * A dash without the level rule that it stands on, or hangs from: both are one stretch of ink. The edge of a rule may be
 * ink in parts only, so that its rows are those from the first that is wide to the last.
 */
function besideLevelRule(
  image: GreyBitmap,
  { x, from, to }: Pick<Dash, 'x' | 'from' | 'to'>,
  thickest: number,
): Dash {
  const isWide = (y: number) => thicknessAt(image, x, y, thickest) > thickest;
  let [first, last] = [from, to - 1];
  while (first < to && !isWide(first)) first++;
  while (last >= first && !isWide(last)) last--;
  const isAbove = first - from >= to - 1 - last;
  return { x, top: isAbove ? from : last + 1, bottom: isAbove ? first : to, from, to };
}

/** Pixels of ink along a row through one of them, counted to just above a limit. */
function thicknessAt({ width, data }: GreyBitmap, x: number, y: number, limit: number): number {
  let [first, last] = [x, x];
  while (last - first < limit && first > 0 && data[y * width + first - 1]! < INK) first--;
  while (last - first < limit && last + 1 < width && data[y * width + last + 1]! < INK) last++;
  return last - first + 1;
}

/** Dashes that follow each other in their column at equal distances. */
function rulesOf(dashes: readonly Dash[], dpi: number): readonly (readonly Dash[])[] {
  const rules: Dash[][] = [];
  let rule: Dash[] = [];
  for (const dash of dashes) {
    const last = rule.at(-1);
    const gap = last ? dash.from - last.to : 0;
    const follows = last?.x === dash.x && gap >= GAP.least * dpi && gap <= GAP.most * dpi;
    const isEven = rule.length < 2 || areAlike([gap, rule[1]!.from - rule[0]!.to]);
    if (!follows || !isEven) {
      rules.push(rule);
      rule = follows ? [last] : [];
    }
    rule.push(dash);
  }
  return [...rules, rule].filter((each) => each.length >= LEAST_DASHES && isRegular(each));
}

function isRegular(rule: readonly Dash[]): boolean {
  const inner = rule.slice(1, -1).map(({ top, bottom }) => bottom - top);
  const longest = Math.max(...inner);
  const gaps = rule.slice(1).map(({ from }, index) => from - rule[index]!.to);
  const isCut = ({ top, bottom }: Dash) => bottom - top <= MOST_RATIO * longest;
  return areAlike(inner) && areAlike(gaps) && isCut(rule[0]!) && isCut(rule.at(-1)!);
}

/** Whether there is nothing but a rule where it is; level rules at its ends may be ink to their edges. */
function isFree(rule: readonly Dash[], { width, dpi, data }: GreyBitmap): boolean {
  const [first, last] = [rule[0]!, rule.at(-1)!];
  const thickest = Math.max(1, Math.round(MOST_THICKNESS * dpi));
  const reach = Math.round(CLEAR * dpi);
  for (let y = first.top + FRINGE; y < last.bottom - FRINGE; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const before = row.subarray(Math.max(0, first.x - reach), Math.max(0, first.x - thickest + 1));
    const after = row.subarray(first.x + thickest, first.x + reach + 1);
    if (before.some((luma) => luma < INK) || after.some((luma) => luma < INK)) return false;
  }
  return true;
}

function areAlike(lengths: readonly number[]): boolean {
  return Math.max(...lengths) <= MOST_RATIO * Math.min(...lengths) + 1;
}

/** The ink of a row that goes through a pixel, with the shades beside it: its first pixel of the data, and that after its last. */
function through({ width, data }: GreyBitmap, x: number, y: number): readonly [from: number, to: number] {
  let [first, last] = [x, x];
  const row = y * width;
  while (first > 0 && x - first < FRINGE && data[row + first - 1]! < INK) first--;
  while (last + 1 < width && last - x < FRINGE && data[row + last + 1]! < INK) last++;
  return [row + Math.max(0, first - FRINGE), row + Math.min(width, last + 1 + FRINGE)];
}

/** Makes what is no ink white, so many rows below some pixels: what is left of the ends of dashes is read as points. */
function eraseShades(
  data: Uint8Array,
  { width, data: ink }: GreyBitmap,
  [from, to]: readonly [number, number],
  rows: number,
): void {
  for (let at = from + rows * width; at < to + rows * width; at++) if (ink[at]! >= INK) data[at] = WHITE;
}
