/** How block quotes and lists of HTML come out as text. */
import type { DomNode, FormatCallback } from 'html-to-text';

/**
 * Deepest block quotes and lists that are set in further: each level is a sign before every line in it, and a pass
 * over all of its text. Threads of mails quote each other a dozen deep.
 */
const MAX_INDENTS = 20;
const INDENTING = new Set(['blockquote', 'ul', 'ol']);
/** The last number that has a Roman numeral. */
const LAST_ROMAN = 3999;

/** The library's formatter of an element that is set in, a plain block where it is nested too deep. */
export function indentedBy(format: 'blockquote' | 'orderedList' | 'unorderedList'): FormatCallback {
  return (element, walk, builder, options) => {
    const { formatters } = builder.options;
    if (format === 'orderedList') withNumerals(element);
    const by = indentsAround(element) < MAX_INDENTS ? format : 'block';
    formatters[by]!(element, walk, builder, options);
  };
}

function indentsAround(element: DomNode): number {
  let indents = 0;
  for (let node = element.parent; node; node = node.parent) if (INDENTING.has(node.name ?? '')) indents++;
  return indents;
}

/** Gives a list decimal numbers where its own have no signs: the library fails at them. */
function withNumerals({ attribs, children = [] }: DomNode): void {
  if (!attribs) return;
  const first = Number(attribs['start'] ?? '1');
  const isCounted = Number.isSafeInteger(first) && first >= 1 && first + children.length <= LAST_ROMAN;
  if (!isCounted) delete attribs['type'];
  if (!Number.isSafeInteger(first)) delete attribs['start'];
}
