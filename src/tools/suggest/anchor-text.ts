/** What an anchor says. */

/** The text of an anchor that is nearest to the value. */
export function lastText(anchor: unknown): string {
  if (typeof anchor === 'string') return anchor;
  if (Array.isArray(anchor)) return lastText(anchor.at(-1));
  if (typeof anchor !== 'object' || anchor === null) return '';
  const { text, match } = anchor as { readonly text?: unknown; readonly match?: unknown };
  return typeof text === 'string' ? text : lastText(match);
}
