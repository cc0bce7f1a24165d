/**
 * Texts on lines that OCR read, found in spite of what it does to them: spaces, letters that look alike, scraps. Of 46
 * documents with text of their own (3,548 values), scanned at 200 dpi as JPEG of quality 70, tesseract gives 21 values more
 * that are right, on 6 documents (4 in the half that this was tuned on, 17 in the other), and one more that is wrong;
 * PP-OCR 12 more that are right, on 8 documents (9 and 3), and one less that is wrong. Points, slashes and short texts with a
 * sign: of 259 answers of 25 faxed forms four more are right, on four, and two wrong; of 36 documents at 200 dpi none changes.
 */
// See docs/language/01-document-anchors-fields.md#26-texts-that-ocr-misread

import { memo } from '../../foundation/objects/memo.js';
import type { Span } from '../../foundation/text/edit-distance.js';
import { escapePattern } from '../../foundation/text/escape-pattern.js';
import { readAlike, signsOf } from '../../foundation/text/look-alikes.js';
import type { Line } from '../../page/document/model.js';
import { foldCase, foldPunctuation } from './folding.js';

/**
 * Letters and digits of the shortest text that is found so: one of four differs from another word too easily. Of shorter ones
 * that have another sign only spaces beside it may be lost or found: `NAME :`.
 */
const LEAST_SIGNS = 5;
/** A sign that is no letter or digit, with the spaces beside it. */
const SPACED_SIGN = /\s*([^\p{L}\p{N}\s])\s*/u;

/** Signs of the longest scrap, a word that OCR makes of the edge of a band or of a speck. */
const SCRAP_SIGNS = 2;

/** Confidence up to which a word that short may be a scrap. */
const SCRAP_CONFIDENCE = 0.9;

/** Which part of a line a text is compared with. */
type TextPlace = 'equals' | 'startsWith' | 'endsWith' | 'includes';

const SIGN = /[\p{L}\p{N}]/u;
const SIGNS = /[\p{L}\p{N}]/gu;

/**
 * Finds a text on lines that OCR read, whether it is there as it should be or misread.
 * @param wanted folded as texts are that ignore case
 * @returns undefined for texts that are too short to be distinguished from others
 */
export function misreadTest(wanted: string, place: TextPlace): ((line: Line) => Span | null) | undefined {
  const signs = wanted.match(SIGNS)?.length ?? 0;
  if (signs < LEAST_SIGNS) return signs > 0 && place === 'includes' ? spacedTest(wanted) : undefined;
  const alike = readAlike(wanted);
  const inFigures = signsInFigures(wanted);
  return (line) => {
    if (line.source !== 'ocr') return null;
    const { text, compared } = comparedLine(line);
    for (let at = compared.indexOf(alike); at >= 0; at = compared.indexOf(alike, at + 1)) {
      const span = signsOf(text, { start: at, end: at + alike.length });
      const isSame = span && signsInFigures(text.slice(span.start, span.end)) === inFigures;
      if (isSame && isInPlace(span, line, place)) return span;
    }
    return null;
  };
}

/** Points and slashes beside figures: line 1.1 is not line 11, nor 1/2 112. */
function signsInFigures(text: string): number {
  return text.match(/(?<=\d)[./]|[./](?=\d)/gu)?.length ?? 0;
}

/** Finds a short text with a sign on lines that OCR read, whatever spaces are beside its signs; undefined for one without. */
function spacedTest(wanted: string): ((line: Line) => Span | null) | undefined {
  const parts = wanted.split(SPACED_SIGN).filter(Boolean);
  if (parts.length === 1) return undefined;
  const text = parts.map(escapePattern).join('\\s*');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${text}`, 'u');
  return (line) => {
    const match = line.source === 'ocr' ? pattern.exec(comparedLine(line).text) : null;
    return match && { start: match.index, end: match.index + match[0].length };
  };
}

/** Whether any line was read by OCR. */
export const hasReadLines = memo((lines: readonly Line[]): boolean =>
  lines.some(({ source }) => source === 'ocr'),
);

/** Many fields look at the same lines: each is compared as the same text. */
const comparedLine = memo(({ text }: Line) => {
  const folded = foldCase(foldPunctuation(text));
  return { text: folded, compared: readAlike(folded) };
});

function isInPlace({ start, end }: Span, line: Line, place: TextPlace): boolean {
  const begins = isScrap(line, 0, start);
  const ends = isScrap(line, end, line.text.length);
  switch (place) {
    case 'equals':
      return begins && ends;
    case 'startsWith':
      return begins;
    case 'endsWith':
      return ends;
    case 'includes':
      // What lies within words on both sides is hardly ever the text that is meant.
      return !isSign(line.text[start - 1]) || !isSign(line.text[end]);
  }
}

function isSign(sign: string | undefined): boolean {
  return sign !== undefined && SIGN.test(sign);
}

/** Whether an end of a line is nothing, no word, or a short word that OCR was not sure of. */
function isScrap({ text, words }: Line, start: number, end: number): boolean {
  const rest = text.slice(start, end);
  if (!SIGN.test(rest)) return true;
  const scrap = rest.trim();
  const isWord = scrap.length <= SCRAP_SIGNS && (start === 0 ? rest.endsWith(' ') : rest.startsWith(' '));
  if (!isWord) return false;
  const word = start === 0 ? words[0] : words.at(-1);
  return word?.text === scrap && word.confidence !== undefined && word.confidence <= SCRAP_CONFIDENCE;
}
