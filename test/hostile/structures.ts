/**
 * PDF files that are put together wrong, one fault each: what a stranger's program, a broken transfer or an attacker
 * leaves of the structure. Small, so that either engine can be held to them in the process itself.
 */
import type { Attack } from './attack.js';
import { contents } from './structures/contents.js';
import { files } from './structures/files.js';
import { pages } from './structures/pages.js';
import { resources } from './structures/resources.js';
import { trees } from './structures/trees.js';

/** Files that keep an engine busy for seconds, or fill a heap of 512 MB in pdf.js: the report runs them. */
const SLOW = [
  'a text of five megabytes',
  'a text without end',
  'no cross-references',
  'one page a hundred times',
  'predictor 2 of 1000000000 columns',
  'states that are not given back',
];

/** Keys of a billion bits, which pdf.js tries for hours. */
const WALLED = /^encryption .*\/Length 1000000000/u;

export const attacks: readonly Attack[] = [...files, ...trees, ...pages, ...contents, ...resources].map(
  (attack) => ({ ...attack, slow: SLOW.includes(attack.name), walled: WALLED.test(attack.name) }),
);
