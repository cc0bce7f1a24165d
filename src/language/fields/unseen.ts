/** Warnings of values whose text nobody sees on the page, or that has no characters. */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen

import { isInterruption } from '../../foundation/async/interrupt.js';
import { isUnusable } from '../../page/document/cleaning.js';
import type { Box } from '../../page/document/geometry.js';
import { HIDDEN_REASONS, type HiddenReason } from '../../page/document/hidden-text.js';
import type { Line, Page } from '../../page/document/model.js';
import type { ExtractionRun, ExtractionWarning } from './runner.js';

/** What is reported of a value. */
type Unseen = Pick<ExtractionWarning, 'code' | 'message' | 'page'>;

/** Characters of hidden text that a message shows. */
const SHOWN = 80;
/** Characters without a meaning from which text is garbled, and their share: a bullet before an item is one of many. */
const LEAST_GARBLED = 2;
const GARBLED_SHARE = 0.5;

/** A word of a line that may be hidden. */
interface HiddenWord {
  readonly text: string;
  readonly reason: HiddenReason;
  readonly line: Line;
  /** Inches on the page. */
  readonly box: Box;
}

/**
 * What nobody sees of the text that a value was made of; undefined where all of it is seen. The page is drawn only where
 * the file says that words of the value may be hidden.
 * @param lines those that the value was built from
 */
export async function unseenText(
  value: object,
  lines: readonly Line[],
  pages: ReadonlyMap<number, Page>,
  isSeen: ExtractionRun['isSeen'],
): Promise<Unseen | undefined> {
  const words = lines.flatMap(hiddenWords);
  if (words.length === 0) return undefined;
  const matching = words.filter(isIn(tokensOf(value), lines));
  const hidden: HiddenWord[] = [];
  for (const word of matching) if (!(await isDrawn(word, pages, isSeen))) hidden.push(word);
  const [first] = hidden;
  if (!first) return undefined;
  const text = hidden.map((word) => word.text).join(' ');
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const message = `the text ${JSON.stringify(shown)} of the value cannot be seen on the page: ${HIDDEN_REASONS[first.reason]}`;
  return { code: 'HIDDEN_TEXT', message, page: first.line.page };
}

/** What is reported of a value whose text has no characters; undefined where it has some. */
export function garbledText(value: object, lines: readonly Line[]): Unseen | undefined {
  let visible = 0;
  let unusable = 0;
  for (const text of textsOf(value)) {
    for (const character of text) {
      if (character === ' ') continue;
      visible++;
      if (isUnusable(character.codePointAt(0)!)) unusable++;
    }
  }
  if (unusable < LEAST_GARBLED || unusable < GARBLED_SHARE * visible) return undefined;
  const page = lines[0]?.page;
  const message =
    'the text of the value has no characters: the file does not say what its glyphs mean; the page must be read by OCR';
  return { code: 'GARBLED_TEXT', message, ...(page !== undefined && { page }) };
}

/** Words without a letter or digit say nothing that could be hidden. */
const MEANT = /[\p{L}\p{N}]/u;

function hiddenWords(line: Line): HiddenWord[] {
  return line.segments.flatMap(({ hidden, start, end, left, right }) => {
    const text = line.rawText.slice(start, end);
    if (hidden === undefined || !MEANT.test(text)) return [];
    const { top, bottom } = line;
    const box = line.angle === 0 ? { left, top, right, bottom } : line;
    return [{ text, reason: hidden, line, box }];
  });
}

/** Whether a value was made of a hidden word, and not of one that is seen and reads the same. */
function isIn(tokens: ReadonlySet<string>, lines: readonly Line[]): (word: HiddenWord) => boolean {
  const seen = lines.flatMap((line) =>
    line.segments
      .filter(({ hidden }) => hidden === undefined)
      .map(({ start, end }) => line.rawText.slice(start, end)),
  );
  const own = [...tokens].filter((token) => !seen.some((text) => text.includes(token)));
  return ({ text }) => tokens.size === 0 || own.some((token) => text.includes(token));
}

/** The words of a value with letters or digits; none of values that are no text. */
function tokensOf(value: object): ReadonlySet<string> {
  return new Set(
    [...textsOf(value)].flatMap((text) => text.split(/\s+/).filter((token) => MEANT.test(token))),
  );
}

/** Members of values that show where they come from. */
const PLACES: ReadonlySet<string> = new Set(['lines', 'points', 'regions']);

/** A value and those in it, as deep as they go; what has a source is looked into no further. */
export function* valuesIn(
  value: object,
): Generator<{ readonly source?: unknown; readonly value?: unknown; readonly type?: unknown }> {
  yield value;
  if ('source' in value && typeof value.source === 'string') return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object' && member !== null && !PLACES.has(name)) yield* valuesIn(member);
  }
}

/** What values were read from. */
function* textsOf(whole: object): Generator<string> {
  for (const { source, value } of valuesIn(whole)) {
    const text = typeof source === 'string' ? source : value;
    if (typeof text === 'string') yield text;
  }
}

/** Whether the drawn page shows a word; not where it cannot be drawn. */
async function isDrawn(
  { line, box, reason }: HiddenWord,
  pages: ReadonlyMap<number, Page>,
  isSeen: ExtractionRun['isSeen'],
): Promise<boolean> {
  const page = pages.get(line.page);
  if (!page) return false;
  try {
    return await isSeen(page, box, reason);
  } catch (error) {
    if (isInterruption(error)) throw error;
    return false;
  }
}
