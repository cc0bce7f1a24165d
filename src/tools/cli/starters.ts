/** Starters: configs of the package for kinds of documents that everyone has, over many layouts. */
import { readFile } from 'node:fs/promises';

/** The kinds. Each is a file of `starters/`. */
export const STARTERS = ['invoice', 'receipt', 'bank-statement', 'pay-stub'] as const;

export type Starter = (typeof STARTERS)[number];

/** The folder of the package, as seen from the sources and from `dist` alike. */
const FOLDER = new URL('../../../starters/', import.meta.url);

/** The text of a starter, with its comments. */
export function starterText(starter: Starter): Promise<string> {
  return readFile(new URL(`${starter}.json`, FOLDER), 'utf8');
}
