/** How texts of configs and lines are made alike before they are compared; lengths stay as they are. */
// See docs/language/01-document-anchors-fields.md#22-comparing-text

const FOLDABLE = /[\u2018\u2019\u201b\u02bc\u2032`\u00b4\u201c\u201d\u201e\u2033\u2010-\u2014\u2212]/u;

/** Typographic quotes, primes, dashes and minus signs become their ASCII characters, one to one. */
export function foldPunctuation(text: string): string {
  if (!FOLDABLE.test(text)) return text;
  return text
    .replace(/[\u2018\u2019\u201b\u02bc\u2032`\u00b4]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/gu, '"')
    .replace(/[\u2010-\u2014\u2212]/gu, '-');
}

/** Lower case of equal length, so that ranges stay ranges of the original text. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = text[i]!.toLowerCase();
    folded += unit.length === 1 ? unit : text[i];
  }
  return folded;
}
