/**
 * Whether pages must be read by OCR. Nothing here runs an engine. No value of 102 documents changes where its thresholds are a
 * fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#111-ocr

import { hasUnusable, isUnusable } from '../../page/document/cleaning.js';
import { boundingBox } from '../../page/document/geometry.js';
import type { Line, TextQuality } from '../../page/document/model.js';
import type { PlacedImage } from '../../page/document/page-graphics.js';
import type { PageSize } from '../../page/layout/page-rotation.js';

/** Average number of lines a page below which a document is a candidate for OCR. */
const FEW_LINES = 10;
/** Share of unreadable characters above which text is garbled. */
const GARBLED_SHARE = 0.2;
/** Share of words with a vowel below which text is garbled. */
const VOWEL_SHARE = 0.2;
/** Fewer words than this say nothing about the share of those with vowels. */
const WORD_SAMPLE = 10;
/**
 * Share of words that are plain Latin and have a vowel from which text is beyond doubt: pages of forms, statements and
 * policies have 0.85 and more, a font whose letters are shifted gives about a half.
 */
const CERTAIN_SHARE = 0.8;
/** Coverage by images from which a page with few lines is read whole, and from which its images are read. */
const IMAGE_PAGE = 0.5;
export const IMAGE_PART = 0.1;

/** Letters of a word, at least. */
const WORD_LETTERS = 3;
const LATIN_WORD = new RegExp(`\\p{Script=Latin}{${WORD_LETTERS},}`, 'gu');
const PLAIN_WORD = /^[a-z]+$/iu;
const VOWEL = /[aeiouy]/i;
const DIACRITICS = /\p{M}/gu;

/** What a character counts as. */
const SPECIAL = 0;
const SPACE = 1;
const MARK = 2;
const CONSONANT = 3;
const VOWEL_LETTER = 4;
/** That of each printable character of ASCII; all others are special. */
const KINDS: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): number {
  if (character === ' ') return SPACE;
  if (VOWEL.test(character)) return VOWEL_LETTER;
  if (PLAIN_WORD.test(character)) return CONSONANT;
  return character >= '!' && character <= '~' ? MARK : SPECIAL;
}

/** Counts of characters and words. */
interface TextCounts {
  visible: number;
  unusable: number;
  words: number;
  withVowel: number;
}

/**
 * Whether text is garbled: more than 20 % of its visible characters are U+0000, U+FFFD, private use or control,
 * or were never resolved; or fewer than 20 % of its words contain a vowel. Words are stretches of three Latin
 * letters or more (other scripts do not write vowels as letters); fewer than 10 of them decide nothing.
 * @param quality counts from the glyphs, when the lines were made from some
 */
export function isGarbled(lines: readonly Line[], quality?: TextQuality): boolean {
  if (quality && quality.unresolved > GARBLED_SHARE * quality.visible) return true;
  const counts: TextCounts = { visible: 0, unusable: 0, words: 0, withVowel: 0 };
  for (const { text } of lines) if (!countPlain(text, counts)) countAny(text, counts);
  const { visible, unusable, words, withVowel } = counts;
  if (unusable > GARBLED_SHARE * visible) return true;
  return words >= WORD_SAMPLE && withVowel < VOWEL_SHARE * words;
}

function countAny(text: string, counts: TextCounts): void {
  for (const character of text) {
    if (character === ' ') continue;
    counts.visible++;
    if (isUnusable(character.codePointAt(0)!)) counts.unusable++;
  }
  for (const [word] of text.matchAll(LATIN_WORD)) {
    counts.words++;
    if (VOWEL.test(word.normalize('NFD').replace(DIACRITICS, ''))) counts.withVowel++;
  }
}

/**
 * The same in one pass for text of printable ASCII, which nearly every line is.
 * @returns false, with nothing counted, for other text
 */
function countPlain(text: string, counts: TextCounts): boolean {
  let visible = 0;
  let words = 0;
  let withVowel = 0;
  let letters = 0;
  let hasVowel = false;
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? (KINDS[text.charCodeAt(i)] ?? SPECIAL) : SPACE;
    if (kind === SPECIAL) return false;
    if (kind !== SPACE) visible++;
    if (kind >= CONSONANT) {
      letters++;
      if (kind === VOWEL_LETTER) hasVowel = true;
      continue;
    }
    if (letters >= WORD_LETTERS) {
      words++;
      if (hasVowel) withVowel++;
    }
    letters = 0;
    hasVowel = false;
  }
  counts.visible += visible;
  counts.words += words;
  counts.withVowel += withVowel;
  return true;
}

/**
 * Whether text is beyond doubt, whatever is on other pages: all of its glyphs are known, and of at least 10 words
 * four in five are plain Latin and have a vowel. Text of other scripts is never beyond doubt.
 * @param quality counts from the glyphs; without them nothing is
 */
export function isCertain(lines: readonly Line[], quality?: TextQuality): boolean {
  if (quality?.unresolved !== 0) return false;
  let words = 0;
  let plain = 0;
  for (const { text } of lines) {
    if (hasUnusable(text)) return false;
    for (const [word] of text.matchAll(LATIN_WORD)) {
      words++;
      if (PLAIN_WORD.test(word) && VOWEL.test(word)) plain++;
    }
  }
  return words >= WORD_SAMPLE && plain >= CERTAIN_SHARE * words;
}

/** Cells along each side of the grid on which coverage is measured: exact to about 1 % of the side. */
const GRID = 128;

/** Share of a page that raster images cover, 0 to 1; what lies under several counts once. */
export function imageCoverage(page: PageSize, images: readonly PlacedImage[]): number {
  const covered = new Uint8Array(GRID * GRID);
  for (const { polygon } of images) {
    const { left, top, right, bottom } = boundingBox(polygon);
    const [x0, x1] = cellRange(left, right, page.width);
    const [y0, y1] = cellRange(top, bottom, page.height);
    for (let y = y0; y < y1; y++) covered.fill(1, y * GRID + x0, y * GRID + Math.max(x0, x1));
  }
  return covered.reduce((sum, cell) => sum + cell, 0) / covered.length;
}

/** The cells whose centre lies between two coordinates, end excluded. */
function cellRange(from: number, to: number, size: number): [number, number] {
  const clamp = (cell: number) => Math.min(GRID, Math.max(0, Math.round(cell)));
  return [clamp((from / size) * GRID), clamp((to / size) * GRID)];
}

/** What the decision needs to know of a page. */
export interface PageFacts {
  readonly lines: number;
  /** Whether its text is garbled; not asked for where the level alone decides. */
  readonly garbled: () => boolean;
  /** Whether its text is beyond doubt; only asked for where another page is garbled. Default never. */
  readonly certain?: () => boolean;
  /** Glyphs whose text could not be found out. */
  readonly unresolved: number;
  /** Share of the page under raster images; only asked for where few lines are not enough to decide. */
  readonly imageCoverage: () => Promise<number>;
}

/** Read the whole page, only what lies in its images, or nothing. */
export type OcrNeed = 'page' | 'images' | 'none';

/** 0 never, 2 by the whole document, 4 by the first page, 5 page by page. */
export type OcrLevel = 0 | 2 | 4 | 5;

const LEVELS: readonly OcrLevel[] = [0, 2, 4, 5];

/** @throws RangeError for a level that does not exist */
export function checkOcrLevel(level: number | undefined): void {
  if (level === undefined || (LEVELS as readonly number[]).includes(level)) return;
  throw new RangeError(`The OCR level must be one of ${LEVELS.join(', ')}, not ${String(level)}.`);
}

/** When documents are read by OCR: where they need it, PDFs as the level says; every page; nothing, whatever it is. */
export const OCR_MODES = ['auto', 'always', 'never'] as const;
export type OcrMode = (typeof OCR_MODES)[number];

/** Level and mode in one: the modes override the level. */
export type OcrPolicy = OcrLevel | Exclude<OcrMode, 'auto'>;

/** Whether a document is one that the language's reference would read by OCR: few lines a page, or garbled. */
export function isReadByOcr(pageCount: number, lines: readonly Line[], quality: TextQuality): boolean {
  return lines.length < FEW_LINES * pageCount || isGarbled(lines, quality);
}

/**
 * What to read of each page by OCR.
 * @param level `always` reads every page
 * @param strict read every page of a triggered document at level 2, tiny readable pages as well
 */
export async function ocrNeeds(
  pages: readonly PageFacts[],
  level: OcrLevel | 'always',
  strict = false,
): Promise<readonly OcrNeed[]> {
  if (level === 'always') return pages.map(() => 'page');
  if (level === 0 || pages.length === 0) return pages.map(() => 'none');
  if (level === 5) return inOrder(pages, needOfPage);
  if (level === 4) {
    const need = await needOfPage(pages[0]!);
    return pages.map((_, index) => (need === 'page' || index === 0 ? need : 'none'));
  }
  if (pages.some((page) => page.garbled())) {
    return inOrder(pages, async (page) => (!strict && (await isBeyondDoubt(page)) ? 'none' : 'page'));
  }
  const lines = pages.reduce((sum, page) => sum + page.lines, 0);
  if (lines >= FEW_LINES * pages.length) return pages.map(() => 'none');
  return strict ? pages.map(() => 'page') : inOrder(pages, needOfSparsePage);
}

/** One page after the other, so that at most one is read from the file at a time. */
async function inOrder(
  pages: readonly PageFacts[],
  decide: (page: PageFacts) => Promise<OcrNeed>,
): Promise<OcrNeed[]> {
  const needs: OcrNeed[] = [];
  for (const page of pages) needs.push(await decide(page));
  return needs;
}

/** Whether a page keeps its text at level 2 although another is garbled. */
async function isBeyondDoubt({ certain, imageCoverage }: PageFacts): Promise<boolean> {
  return certain?.() === true && (await imageCoverage()) < IMAGE_PART;
}

/**
 * Whether a page needs no OCR, whatever the other pages of its document are like. Errs on the side of no.
 * @param page `imageCoverage` may claim more than there is, not less
 */
export async function needsNoOcr(
  page: PageFacts,
  level: OcrLevel | 'always',
  strict = false,
): Promise<boolean> {
  if (level === 0) return true;
  if (level === 5) return (await needOfPage(page)) === 'none';
  return level === 2 && !strict && isBeyondDoubt(page);
}

async function needOfPage(page: PageFacts): Promise<OcrNeed> {
  if (page.garbled()) return 'page';
  return page.lines < FEW_LINES ? needOfSparsePage(page) : 'none';
}

async function needOfSparsePage(page: PageFacts): Promise<OcrNeed> {
  if (page.lines === 0 || page.unresolved > 0) return 'page';
  const coverage = await page.imageCoverage();
  if (coverage >= IMAGE_PAGE) return 'page';
  return coverage >= IMAGE_PART ? 'images' : 'none';
}
