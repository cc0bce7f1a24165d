/** How sure an OCR engine was of a value: of the words that it was made of, not of all that is on their lines. */
// See docs/language/01-document-anchors-fields.md#111-ocr
import type { Line } from '../../page/document/model.js';
import { meanConfidence } from '../../page/document/reading.js';

/** A mean of confidences, 0 to 1, and the page of the first text that it is of. */
interface Certainty {
  readonly confidence: number;
  readonly page: number;
}

/** A piece of text that an engine read, and how sure it was, where it said so. */
interface ReadText {
  readonly confidence?: number | undefined;
  readonly page: number;
}

/**
 * How sure an engine was of a value: the mean over the words that hold its text, else, where its text is not found in
 * them, as that of tables and of values that were changed, over its lines. Undefined where no engine said anything.
 * @param value as results hold it
 * @param lines those that it was built from
 */
export function certaintyOf(value: unknown, lines: readonly Line[]): Certainty | undefined {
  if (lines.every(({ confidence }) => confidence === undefined)) return undefined;
  const text = withoutSpaces(documentText(value));
  const words = text === '' ? undefined : readWords(text, lines);
  return (words && meanOf(words)) ?? meanOf(lines);
}

/** The text of the document in a value; empty for values that are no text. */
function documentText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('source' in value && typeof value.source === 'string') return value.source;
  return 'value' in value && typeof value.value === 'string' ? value.value : '';
}

function meanOf(read: readonly ReadText[]): Certainty | undefined {
  const confidence = meanConfidence(read.map((each) => each.confidence));
  const first = read.find((each) => each.confidence !== undefined);
  return confidence === undefined || !first ? undefined : { confidence, page: first.page };
}

/**
 * The words that a text is in. Where it is in several places, those with the least beside it: `15` is the word
 * `15` rather than a part of `2015`.
 */
function readWords(text: string, lines: readonly Line[]): readonly ReadText[] | undefined {
  const words: (ReadText & { readonly start: number; readonly end: number })[] = [];
  let all = '';
  for (const line of lines) {
    for (const word of line.words) {
      const start = all.length;
      all += word.text;
      const confidence = word.confidence ?? line.confidence;
      words.push({ confidence, page: line.page, start, end: all.length });
    }
  }
  let best: { readonly first: number; readonly last: number; readonly beside: number } | undefined;
  let first = 0;
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    while (words[first]!.end <= at) first += 1;
    let last = first;
    while (words[last]!.end < at + text.length) last += 1;
    const beside = words[last]!.end - words[first]!.start - text.length;
    if (!best || beside < best.beside) best = { first, last, beside };
    if (beside === 0) break;
  }
  return best && words.slice(best.first, best.last + 1);
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/gu, '');
}
