/** Samples told apart by their layout: those that share most of their captions are of one. */
import type { Document } from '../../page/document/model.js';

/** Words of a caption at most: longer texts are sentences and values. */
const CAPTION_WORDS = 6;
/**
 * Share of the captions of the poorer of two samples that both have, from which they are of one layout. Two invoices of
 * one sender share 0.7 and more, those of two senders 0.3 at most: "Total", "Date" and the like.
 */
const SHARED = 0.5;
/** Texts of a fingerprint at most. */
const FINGERPRINT = 6;
/** Letters that a text of a fingerprint has at least. */
const LETTERS = 5;

/** The captions of a document: short texts without figures, and what is before the colon of others. */
export function captionsOf({ pages }: Pick<Document, 'pages'>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { lines } of pages) {
    for (const { text } of lines) {
      const caption = (/^([^:]+):/u.exec(text)?.[1] ?? text).trim();
      const isShort = caption.split(/\s+/u).length <= CAPTION_WORDS;
      if (isShort && /\p{L}{2}/u.test(caption) && !/\d/u.test(caption)) found.add(caption);
    }
  }
  return found;
}

/** The samples by layout, each group in the order of the samples. @param captions of each sample */
export function layoutsOf(captions: readonly ReadonlySet<string>[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const [i, own] of captions.entries()) {
    const group = groups.find((members) =>
      members.every((other) => sharedPart(own, captions[other]!) >= SHARED),
    );
    if (group) group.push(i);
    else groups.push([i]);
  }
  return groups;
}

function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const fewest = Math.min(a.size, b.size);
  return fewest === 0 ? 0 : [...a].filter((text) => b.has(text)).length / fewest;
}

/** Texts that all samples of a layout have and no other sample has; the longest first. Empty where there are none. */
export function fingerprintOf(
  own: readonly ReadonlySet<string>[],
  others: readonly ReadonlySet<string>[],
): readonly string[] {
  const [first, ...rest] = own;
  return [...(first ?? [])]
    .filter((text) => text.replace(/\P{L}/gu, '').length >= LETTERS)
    .filter((text) => rest.every((each) => each.has(text)) && !others.some((each) => each.has(text)))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, FINGERPRINT);
}
