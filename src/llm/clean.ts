/** Text of documents as models see it and answers are searched in: without what cannot be seen. */
// See docs/language/08-language-models.md#842-cleaning

/**
 * Controls but line feed and tab; soft hyphens; zero-width characters; marks, embeddings, overrides and isolates of
 * direction; word joiners and invisible operators; byte order marks; tags. Some files put direction marks around
 * every line, and text that nobody sees could talk to a model.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
const BLANK = /[\t\p{Zs}]/gu;
const LINE_ENDS = / +$/gmu;

/** A text in canonical composition, without invisible characters, with plain spaces, its lines trimmed at the end. */
export function cleanForModel(text: string): string {
  // Composed last: something invisible may be between a letter and its accent.
  return text.replace(INVISIBLE, '').normalize('NFC').replace(BLANK, ' ').replace(LINE_ENDS, '');
}
