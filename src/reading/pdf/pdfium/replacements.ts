/** Text that marked content gives in place of what it shows (`/ActualText`), by the marks of objects. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { type Glyph, withActualText } from '../../../page/document/glyph.js';
import { decodeTextString } from '../objects/text-strings.js';
import type { Pdfium } from './library.js';
import { MAX_TEXT_BYTES } from './scratch.js';
import type { ShownText } from './text.js';

const KEY = 'ActualText';

/** Where PDFium writes the length of a text, behind the name that it is asked for. */
const LENGTH_AT = 64;

interface Replacement {
  readonly text: string;
  /** What distinguishes marked content from all other of its page. */
  readonly mark: number;
}

/**
 * Glyphs with `actualText`: that of the outermost marked content around that gives one. What appearances of
 * annotations show is not replaced.
 * @param texts by operation
 */
export function withReplacements(
  pdfium: Pdfium,
  glyphs: readonly Glyph[],
  texts: readonly ShownText[],
): readonly Glyph[] {
  const replacements: (Replacement | undefined)[] = [];
  for (const text of texts) replacements.push(text.isAnnotation ? undefined : replacementOf(pdfium, text));
  const begun = new Set<number>();
  const replaced: Glyph[] = [];
  for (const glyph of glyphs) {
    const replacement = replacements[glyph.style.operation];
    if (replacement === undefined) {
      replaced.push(glyph);
      continue;
    }
    replaced.push(withActualText(glyph, begun.has(replacement.mark) ? '' : replacement.text));
    begun.add(replacement.mark);
  }
  return replaced;
}

function replacementOf(pdfium: Pdfium, { forms, object }: ShownText): Replacement | undefined {
  for (const form of forms) {
    const replacement = ownReplacement(pdfium, form);
    if (replacement) return replacement;
  }
  return ownReplacement(pdfium, object);
}

/** Whether marked content gives a text in place of an object, which is in no form; PDFium does not list its codes then. */
export function isReplaced(pdfium: Pdfium, object: number): boolean {
  return ownReplacement(pdfium, object) !== undefined;
}

function ownReplacement(pdfium: Pdfium, object: number): Replacement | undefined {
  const { exports } = pdfium;
  const count = exports.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index++) {
    const mark = exports.FPDFPageObj_GetMark(object, index);
    const text = actualTextOf(pdfium, mark);
    if (text !== '') return { text, mark };
  }
  return undefined;
}

/** Empty where the mark has none. PDFium's own function takes the bytes for UTF-8, whatever they are. */
function actualTextOf({ exports, scratch }: Pdfium, mark: number): string {
  const key = scratch.put(KEY);
  const lengthAt = scratch.at + LENGTH_AT;
  const hasText = exports.FPDFPageObjMark_GetParamBlobValue(mark, key, 0, 0, lengthAt) !== 0;
  const size = hasText ? scratch.word(LENGTH_AT / 4) : 0;
  if (size === 0 || size > MAX_TEXT_BYTES) return '';
  const at = scratch.copy(new Uint8Array(size));
  try {
    exports.FPDFPageObjMark_GetParamBlobValue(mark, key, at, size, lengthAt);
    return decodeTextString(scratch.bytes.subarray(at, at + size));
  } finally {
    exports.free(at);
  }
}
