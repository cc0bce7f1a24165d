/** What an anchor says. */

/** The anchor of a field, or that of its sections. */
export function anchorOf(field: object): unknown {
  const { anchor, range } = field as {
    readonly anchor?: unknown;
    readonly range?: { readonly anchor?: unknown };
  };
  return anchor ?? range?.anchor;
}

/** The text of an anchor that is nearest to the value. */
export function lastText(anchor: unknown): string {
  return textsOfAnchor(anchor).at(-1) ?? '';
}

/** The texts of an anchor in their order: those before the last one are headings of it. */
export function textsOfAnchor(anchor: unknown): readonly string[] {
  if (typeof anchor === 'string') return [anchor];
  if (Array.isArray(anchor)) return anchor.flatMap(textsOfAnchor);
  if (typeof anchor !== 'object' || anchor === null) return [];
  const { text, match } = anchor as { readonly text?: unknown; readonly match?: unknown };
  return typeof text === 'string' ? [text] : textsOfAnchor(match);
}
