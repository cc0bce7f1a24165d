/** Comparing the words that an engine read with those that a page has. */
import { type Box, boundingBox, overlapX, overlapY } from '../src/page/document/geometry.js';
import type { Page } from '../src/page/document/model.js';
import type { OcrText } from '../src/reading/ocr/engine.js';

/** A word and where it is printed, in inches. */
export interface PrintedWord {
  readonly text: string;
  readonly box: Box;
}

export interface Comparison {
  /** Words of the page that were read as they are, without a letter more. */
  readonly right: number;
  /** Words where something else was read. */
  readonly wrong: number;
  /** Words where nothing was read. */
  readonly missed: number;
  /** Words that were read where none are. */
  readonly extra: number;
  /** What was read wrong, for people. */
  readonly examples: readonly string[];
}

export const NOTHING: Comparison = { right: 0, wrong: 0, missed: 0, extra: 0, examples: [] };

/** Share of the lower of two boxes that both cover, when they are of one row. */
const SAME_ROW = 0.5;

/** The words of a page with a letter or a digit; leaders, rules and boxes of signs are none. */
export function printedWords({ lines }: Page): readonly PrintedWord[] {
  return lines.flatMap(({ words }) =>
    words
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      .map(({ text, boundingPolygon }) => ({ text, box: boundingBox(boundingPolygon) })),
  );
}

/** What an engine read on a picture, in inches. */
export function readWords(read: readonly OcrText[], dpi: number): readonly PrintedWord[] {
  return read.map(({ text, polygon }) => {
    const { left, top, right, bottom } = boundingBox(polygon);
    return { text, box: { left: left / dpi, top: top / dpi, right: right / dpi, bottom: bottom / dpi } };
  });
}

/** Each word of a page against what was read on its place. */
export function compareWords(printed: readonly PrintedWord[], read: readonly PrintedWord[]): Comparison {
  const found = read.map(({ text, box }) => ({ text: plain(text), box, used: false }));
  let [right, missed] = [0, 0];
  const examples: string[] = [];
  for (const { text, box } of printed) {
    const here = found.filter((each) => isSame(each.box, box));
    for (const each of here) each.used = true;
    if (here.length === 0) missed++;
    else if (here.length === 1 && here[0]!.text === plain(text)) right++;
    else examples.push(`${text} as ${here.map((each) => each.text).join(' ')}`);
  }
  const extra = found.filter(({ used }) => !used).length;
  return { right, wrong: examples.length, missed, extra, examples };
}

/** Whether two boxes of words have most of the smaller one in common. */
function isSame(a: Box, b: Box): boolean {
  const high = Math.min(a.bottom - a.top, b.bottom - b.top);
  const wide = Math.min(a.right - a.left, b.right - b.left);
  return overlapY(a, b) >= SAME_ROW * high && overlapX(a, b) >= SAME_ROW * wide;
}

/** Text without what print does not distinguish: kinds of quotes, dashes and points. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201b`\u00b4]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2022\u25cf\u00b7]/gu, '\u00b7');
}

/** Kinds of words that were read wrong, with no word of each. */
export const NO_ERROR_KINDS = { case: 0, alike: 0, split: 0, glued: 0, signs: 0, other: 0 };
type ErrorKind = keyof typeof NO_ERROR_KINDS;

const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[0oq]/giu, 'o'],
  [/[1il|!]/giu, 'l'],
  [/5/gu, 's'],
  [/8/gu, 'b'],
  [/2/gu, 'z'],
];

/** The kind of an example of `compareWords`. */
export function kindOfError(example: string): ErrorKind {
  const at = example.indexOf(' as ');
  const [printed, read] = [plain(example.slice(0, at)), plain(example.slice(at + 4))];
  const alike = (text: string) =>
    ALIKE.reduce((all, [signs, one]) => all.replaceAll(signs, one), text.toLowerCase());
  if (printed.toLowerCase() === read.toLowerCase()) return 'case';
  if (alike(printed) === alike(read)) return 'alike';
  if (alike(printed) === alike(read.replaceAll(' ', ''))) return 'split';
  if (alike(read).includes(alike(printed))) return 'glued';
  const bare = (text: string) => alike(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return bare(printed) === bare(read) ? 'signs' : 'other';
}
