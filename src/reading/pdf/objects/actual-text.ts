/** Whether the text of glyphs leaves something to be asked: for what the file gives in their place. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { isPlain } from '../../../page/document/cleaning.js';
import type { Glyph } from '../../../page/document/glyph.js';

/** Characters that no mapping may give: noncharacters, controls, the replacement character, private use. */
const UNUSABLE = /^[\p{Cc}\p{Co}\ufffd]+$/u;

/** Whether replacement texts are worth their reading: some glyph is unmapped, or its text inferred or unreadable. */
export function needsMarks(glyphs: readonly Glyph[]): boolean {
  return glyphs.some((glyph) => !glyph.mapped || glyph.inferred === true || isUnreadable(glyph));
}

/** Whether the text of a glyph says nothing to a reader. */
function isUnreadable({ text }: Glyph): boolean {
  return !isPlain(text) && UNUSABLE.test(text);
}
