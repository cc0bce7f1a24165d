/** Cleaning of text as it comes from a file. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { EQUAL_COORDINATES } from './geometry.js';

/** Compatibility characters that become plain text; everything else survives as it is. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map([
  ['\u2024', '.'],
  ['\u2025', '..'],
  ['\u2026', '...'],
  ['\u2212', '-'],
  ['\uFB00', 'ff'],
  ['\uFB01', 'fi'],
  ['\uFB02', 'fl'],
  ['\uFB03', 'ffi'],
  ['\uFB04', 'ffl'],
  ['\uFB05', 'st'],
  ['\uFB06', 'st'],
  ['\u0132', 'IJ'],
  ['\u0133', 'ij'],
  ...romanNumerals(),
]);

function romanNumerals(): [string, string][] {
  const numerals = 'I II III IV V VI VII VIII IX X XI XII L C D M'.split(' ');
  return numerals.flatMap((numeral, index): [string, string][] => [
    [String.fromCharCode(0x2160 + index), numeral],
    [String.fromCharCode(0x2170 + index), numeral.toLowerCase()],
  ]);
}

const COMPATIBILITY = /[\u2024-\u2026\u2212\uFB00-\uFB06\u0132\u0133\u2160-\u217F]/g;
/** Letters of Arabic in the form that they have in their place, and ligatures of letters. */
const ARABIC_FORMS = /[\uFB50-\uFDFB\uFE70-\uFEFC]/g;
/** A mark alone is shown over a space. */
const SHOWN_OVER_SPACE = /^ (?=\p{M})/u;
const SPACES = /[\t-\r\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/g;
const INVISIBLE = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const SOFT_HYPHEN = /\u00AD/g;
/** Escapes, character classes and spaces of a pattern. */
const PATTERN_PARTS = /\\.|\[(?:\\.|[^\]\\])*\]?|\p{Zs}/gsu;
/** Escapes, ranges and spaces of a character class. */
const CLASS_PARTS = /\\.|(?!^)[^\\]-[^\]]|\p{Zs}/gsu;
const ONE_SPACE = /^\p{Zs}$/u;
const UNICODE_SPACES = /\p{Zs}/gu;
const ONLY_ZERO_WIDTH_SPACES = /^[\u200B-\u200D]+$/;

/** A zero-width space whose glyph is at least this wide, in text heights, is a space. */
const WIDE_ZERO_WIDTH = 0.1;

/**
 * Text with compatibility characters expanded, every kind of space made U+0020, and zero-width and control characters
 * and soft hyphens removed. Private use and all other characters stay.
 */
export function cleanText(text: string): string {
  return isPlain(text) ? text : cleanSpecial(text.replace(SOFT_HYPHEN, ''));
}

/**
 * Text of a config that is compared with text of documents, cleaned as that is. One that nothing
 * would be left of stays as it is: an empty text would be found everywhere.
 */
// See docs/language/01-document-anchors-fields.md#22-comparing-text
export function comparableText(text: string): string {
  return cleanText(text) || text;
}

/**
 * Text with every space of Unicode made U+0020, while tabs and line breaks stay: for values and what is compared
 * with them, where a line break means something.
 */
export function withPlainSpaces(text: string): string {
  return isPlain(text) ? text : text.replace(UNICODE_SPACES, ' ');
}

/**
 * A pattern of a config with its spaces as cleaned text has them: U+00A0 and its kin, where they are as
 * themselves, become U+0020. Escapes and the ends of ranges mean exactly their character.
 */
// See docs/language/01-document-anchors-fields.md#24-regex-details
export function comparablePattern(source: string): string {
  if (isPlain(source)) return source;
  const spaced = (part: string) => (ONE_SPACE.test(part) ? ' ' : part);
  return source.replace(PATTERN_PARTS, (part) =>
    part.startsWith('[') ? part.replace(CLASS_PARTS, spaced) : spaced(part),
  );
}

/**
 * Cleaned text of one glyph. Blank means a space glyph, `''` a glyph that is no text at all, or of which nobody knows what it is
 * (U+0000).
 * @param advance width of the glyph in inches
 * @param size height of the text in inches
 */
export function cleanGlyph(text: string, advance: number, size: number): string {
  if (isPlain(text)) return text;
  if (ONLY_ZERO_WIDTH_SPACES.test(text))
    return advance > WIDE_ZERO_WIDTH * size - EQUAL_COORDINATES ? ' ' : '';
  return cleanSpecial(text.replace(SOFT_HYPHEN, advance > 0 ? '-' : ''));
}

/** The first and the last character of printable ASCII. */
const SPACE = 0x20;
const LAST_PLAIN = 0x7e;

/** Printable ASCII needs no cleaning; nearly every glyph is one such character. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code > LAST_PLAIN) return false;
  }
  return true;
}

function cleanSpecial(text: string): string {
  const expanded = text.replace(COMPATIBILITY, (character) => EXPANSIONS.get(character) ?? character);
  return cleanSpaces(expanded.replace(ARABIC_FORMS, letterOf));
}

/** The letters that a form of Arabic shows, as they are typed. */
function letterOf(form: string): string {
  return form.normalize('NFKC').replace(SHOWN_OVER_SPACE, '');
}

/** Text with every kind of space made U+0020, and zero-width and control characters removed. */
export function cleanSpaces(text: string): string {
  return text.replace(SPACES, ' ').replace(INVISIBLE, '');
}

/** Whether cleaned text is made of spaces only; `''` is not blank. */
export function isBlank(cleaned: string): boolean {
  for (let i = 0; i < cleaned.length; i++) if (cleaned.charCodeAt(i) !== SPACE) return false;
  return cleaned !== '';
}

/** Text with every stretch of white space made one space and none at its ends: the final form of a line. */
export function collapseSpaces(text: string): string {
  return needsCollapsing(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

function needsCollapsing(text: string): boolean {
  let isAfterSpace = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isSpace = code === SPACE;
    if (isSpace && isAfterSpace) return true;
    if (code < SPACE || code > LAST_PLAIN) return UNCOLLAPSED.test(text);
    isAfterSpace = isSpace;
  }
  return isAfterSpace && text !== '';
}

/** White space at an end, beside other white space, or of another kind than spaces. */
const UNCOLLAPSED = /^\s|\s\s|\s$|[^\S ]/;

/**
 * Whether a character says nothing to a reader of the text: U+0000, U+FFFD, a control or private-use character, or what
 * Unicode says is none (U+FFFF and its like).
 * @param code a code point
 */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
export function isUnusable(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xe000 && code <= 0xf8ff) ||
    code === 0xfffd ||
    (code & 0xfffe) === 0xfffe ||
    (code >= 0xfdd0 && code <= 0xfdef) ||
    code >= 0xf0000
  );
}

/** Whether any character of cleaned text is unusable in the sense of `isUnusable`. */
export function hasUnusable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7e || unit < 0x20) {
      const code = text.codePointAt(i) ?? unit;
      if (isUnusable(code)) return true;
      if (code > 0xffff) i++;
    }
  }
  return false;
}
