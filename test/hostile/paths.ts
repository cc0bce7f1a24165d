/** Paths of a PDF that are no more than numbers, of which a page may hold any number. */
import type { Attack, PromisedEnd } from './attack.js';
import { onePage } from './pdf-file.js';
import { probed } from './probe.js';

const TIMES = 5_000_000;
/** An engine that comes to its limit of points first; on a busy machine that of its time ends what is larger. */
const TOO_LARGE: PromisedEnd = { kind: 'error', codes: ['too_large'] };

/** Time enough to fill the heap. */
const limits = { milliseconds: 600_000 };

function path(name: string, content: () => string, ends?: PromisedEnd): Attack {
  const make = () => probed(onePage(content()), { limits });
  return { name: `PDF: ${name}`, make, ...(ends && { ends }) };
}

export const attacks: readonly Attack[] = [
  path('a line of ten million points', () => `0 0 m ${'100 700 l 500 20 l '.repeat(TIMES)} S`),
  path('a path of five million lines', () => `${'100 700 m 500 20 l '.repeat(TIMES)} S`),
  path(
    'a clip of ten million points',
    () => `0 0 m ${'100 700 l 500 20 l '.repeat(TIMES)} W n 0 0 100 100 re f`,
  ),
  path('a line of two million points', () => `0 0 m ${'100 700 l 500 20 l '.repeat(TIMES / 5)} S`, TOO_LARGE),
];
