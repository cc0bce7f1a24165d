import { testAttacks } from './cases.js';
import * as structures from './structures.js';

const url = new URL('structures.ts', import.meta.url);
/** One in so many runs with pdf.js alone, too; the report (`--road=pdfjs`) runs all. */
const EVERY = 4;
const some = { attacks: structures.attacks.filter((_, index) => index % EVERY === 0) };

testAttacks('structures', url, structures);
testAttacks('structures, with pdf.js alone', url, some, 'pdfjs');
