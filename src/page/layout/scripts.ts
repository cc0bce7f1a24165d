/**
 * Marks superscripts and subscripts in text. No value of 104 documents changes where its thresholds are a fifth smaller,
 * or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#36-superscript-and-subscript-annotation
import { angleDifference, type Box, boxHeight, overlapX, overlapY } from '../document/geometry.js';
import type { Line } from '../document/model.js';

/** Lines with their marks written out: `12/31 [^1] .`; small raised lines have moved into the line beside them. */
export interface AnnotatedLine {
  readonly text: string;
  /** The line whose box counts, that of the base text. */
  readonly line: Line;
  /** Positions of the input lines that the text comes from, ascending. */
  readonly positions: readonly number[];
}

/** A base is at least this much larger than its script; a script at most this share of its base. */
const BASE_RATIO = 1.25;
export const SCRIPT_RATIO = 0.8;
/** How far above or below the baseline of its base a script is at least, in sizes of the base. */
const RAISED = 0.15;
const LOWERED = 0.08;
/** The same without baselines, from boxes: bottoms and tops, in heights of the base. */
const BOX_RAISED = 0.25;
const BOX_LOWERED_BOTTOM = 0.05;
const BOX_LOWERED_TOP = 0.35;
/** Boxes lower than this show nothing, in inches. */
const LEAST_BOX = 0.05;
/** Runs are in one visual row when they share this much of the smaller height. */
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
const ROW_OVERLAP = 0.5;
/** Lines whose directions differ by more than this have no row in common, in degrees. */
const SAME_ANGLE = 2;
/** Height of the bands in which neighbours are looked for, in inches. */
const BAND = 0.25;
/** Most neighbours that are looked at on either side, which bounds the time on crowded pages. */
const MOST_NEIGHBOURS = 256;

/** A run of a line with its box in the frame of the line. */
interface ScriptRun extends Box {
  /** Position of its line in the input. */
  readonly position: number;
  readonly page: number;
  readonly angle: number;
  readonly text: string;
  /** Text between the run before and this one. */
  readonly gap: string;
  readonly size: number;
  /** Undefined when only a box is known. */
  readonly baseline: number | undefined;
}

interface Mark {
  readonly run: ScriptRun;
  readonly base: ScriptRun;
  readonly text: string;
}

/**
 * The lines with superscripts as `[^text]` and subscripts as `[_text]`, in their order. A line that is all
 * script is left out and its text is in the line of its base.
 */
export function annotateScripts(lines: readonly Line[]): AnnotatedLine[] {
  const runs = lines.map(runsOf);
  const marks = findMarks(runs.flat());
  if (marks.size === 0) return lines.map((line, i) => ({ text: line.text, line, positions: [i] }));

  const scripts = runs.map((own) => own.length > 0 && own.every((run) => marks.has(run)));
  const moved = runs.map((own, i) => {
    const base = scripts[i] ? marks.get(own[0]!)!.base.position : i;
    return base !== i && !scripts[base];
  });
  const guests = new Map<ScriptRun, Mark[]>();
  for (const mark of marks.values()) {
    if (!moved[mark.run.position]) continue;
    const beside = guests.get(mark.base);
    if (beside) beside.push(mark);
    else guests.set(mark.base, [mark]);
  }
  return lines.flatMap((line, i) => {
    if (moved[i]) return [];
    const own = runs[i]!;
    const visitors = own.flatMap((run) => guests.get(run) ?? []);
    const changed = visitors.length > 0 || own.some((run) => marks.has(run));
    const text = changed ? annotatedText(own, marks, guests) : line.text;
    const positions = [...new Set([i, ...visitors.map(({ run }) => run.position)])].sort((a, b) => a - b);
    return [{ text, line, positions }];
  });
}

function runsOf(line: Line, position: number): ScriptRun[] {
  const common = { position, page: line.page, angle: line.angle };
  const { runs } = line;
  if (runs.length === 0) {
    const { left, top, right, bottom } = line;
    const size = boxHeight(line);
    return [{ ...common, left, top, right, bottom, size, text: line.text, gap: '', baseline: undefined }];
  }
  let before = 0;
  return runs.map((run) => {
    const { left, right, baseline, size } = run;
    const gap = line.rawText.slice(before, run.start);
    before = run.end;
    const text = line.rawText.slice(run.start, run.end);
    return { ...common, left, top: baseline - size, right, bottom: baseline, size, text, gap, baseline };
  });
}

/** The runs that are scripts, each with its base. */
function findMarks(runs: readonly ScriptRun[]): Map<ScriptRun, Mark> {
  const bands = bandsOf(runs);
  const marks = new Map<ScriptRun, Mark>();
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const base = baseOf(run, bands);
    const sign = base && scriptSign(run, base);
    if (base && sign) marks.set(run, { run, base, text: `[${sign}${run.text.trim()}]` });
  }
  return marks;
}

/** Runs by page and horizontal band, from left to right. */
interface Band {
  readonly runs: ScriptRun[];
  largest: number;
}

function bandsOf(runs: readonly ScriptRun[]): ReadonlyMap<string, Band> {
  const bands = new Map<string, Band>();
  for (const run of runs) {
    for (const key of bandKeys(run)) {
      const band = bands.get(key) ?? { runs: [], largest: 0 };
      band.runs.push(run);
      band.largest = Math.max(band.largest, run.size);
      bands.set(key, band);
    }
  }
  for (const band of bands.values()) band.runs.sort((a, b) => a.left - b.left);
  return bands;
}

function bandKeys({ page, top, bottom }: ScriptRun): string[] {
  const first = Math.floor(top / BAND);
  const last = Math.min(Math.floor(bottom / BAND), first + MOST_NEIGHBOURS);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => `${page}:${first + i}`);
}

/** The nearest larger run of the same line or visual row, one to the left before one to the right. */
function baseOf(run: ScriptRun, bands: ReadonlyMap<string, Band>): ScriptRun | undefined {
  const near = bandKeys(run)
    .map((key) => bands.get(key)!)
    .filter(({ largest }) => largest >= BASE_RATIO * run.size);
  const left = near.flatMap((band) => nearest(run, band.runs, -1) ?? []);
  if (left.length > 0) return left.reduce((a, b) => (b.right > a.right ? b : a));
  const right = near.flatMap((band) => nearest(run, band.runs, 1) ?? []);
  return right.length > 0 ? right.reduce((a, b) => (b.left < a.left ? b : a)) : undefined;
}

/** The first base beside a run when going left (-1) or right (1) in a band. */
function nearest(run: ScriptRun, sorted: readonly ScriptRun[], step: 1 | -1): ScriptRun | undefined {
  const at = firstAtLeast(sorted, run.left);
  const start = step < 0 ? at - 1 : at;
  for (let i = start, seen = 0; i >= 0 && i < sorted.length && seen < MOST_NEIGHBOURS; i += step, seen += 1) {
    const other = sorted[i]!;
    if (other !== run && other.size >= BASE_RATIO * run.size && inOneRow(run, other)) return other;
  }
  return undefined;
}

function firstAtLeast(sorted: readonly ScriptRun[], left: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.left < left) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inOneRow(a: ScriptRun, b: ScriptRun): boolean {
  if (a.position === b.position) return true;
  if (a.page !== b.page || angleDifference(a.angle, b.angle) > SAME_ANGLE) return false;
  return overlapY(a, b) >= ROW_OVERLAP * Math.min(boxHeight(a), boxHeight(b));
}

/** `^` for a superscript, `_` for a subscript, undefined for text on the line. */
function scriptSign(run: ScriptRun, base: ScriptRun): '^' | '_' | undefined {
  if (run.size > SCRIPT_RATIO * base.size) return undefined;
  if (run.baseline !== undefined && base.baseline !== undefined) {
    const raised = base.baseline - run.baseline;
    if (raised >= RAISED * base.size) return '^';
    return -raised >= LOWERED * base.size ? '_' : undefined;
  }
  const height = boxHeight(base);
  if (boxHeight(run) < LEAST_BOX || height < LEAST_BOX) return undefined;
  if (base.bottom - run.bottom >= BOX_RAISED * height) return '^';
  const lowered = run.bottom - base.bottom >= BOX_LOWERED_BOTTOM * height;
  return lowered && run.top - base.top >= BOX_LOWERED_TOP * height ? '_' : undefined;
}

function annotatedText(
  runs: readonly ScriptRun[],
  marks: ReadonlyMap<ScriptRun, Mark>,
  guests: ReadonlyMap<ScriptRun, readonly Mark[]>,
): string {
  const parts = runs.map((run) => {
    const own = marks.get(run);
    const text = own ? ` ${own.text} ` : run.text;
    return run.gap + withGuests(run, text, guests.get(run) ?? []);
  });
  return parts.join('').replace(/ {2,}/gu, ' ').trim();
}

/** A run with the marks of other lines in their left-to-right places: before, behind, or inside at a space. */
function withGuests(run: ScriptRun, text: string, guests: readonly Mark[]): string {
  const placed = guests
    .map((mark) => ({ mark, at: placeOf(mark.run, run, text) }))
    .sort((a, b) => a.at - b.at || a.mark.run.left - b.mark.run.left);
  let result = '';
  let from = 0;
  for (const { mark, at } of placed) {
    result += `${text.slice(from, at)} ${mark.text} `;
    from = at;
  }
  return result + text.slice(from);
}

function placeOf(script: ScriptRun, base: ScriptRun, text: string): number {
  if (script.left < base.left) return 0;
  if (overlapX(script, base) <= 0) return text.length;
  const centre = (script.left + script.right) / 2;
  const expected = Math.round(((centre - base.left) / (base.right - base.left)) * text.length);
  const before = text.lastIndexOf(' ', expected);
  const after = text.indexOf(' ', expected);
  const gaps = [before, after, text.length].filter((at) => at >= 0);
  return gaps.reduce((best, at) => (Math.abs(at - expected) < Math.abs(best - expected) ? at : best));
}
