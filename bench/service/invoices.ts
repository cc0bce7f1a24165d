/** What the benches of the service extract, and what they make of measured times. */
import { readFileSync } from 'node:fs';
import JSON5 from 'json5';

const fixture = (path: string) => new URL(`../../fixtures/${path}`, import.meta.url);

/** An invoice of one page. */
export const bytes = new Uint8Array(readFileSync(fixture('documents/invoice.pdf')));

/** Its config. */
export const config = JSON5.parse(readFileSync(fixture('configs/invoice.json'), 'utf8'));

/** The value that a share of the values, which are sorted, do not exceed. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
