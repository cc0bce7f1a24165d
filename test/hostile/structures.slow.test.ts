import { testAttacks } from './cases.js';
import * as structures from './structures.js';

const url = new URL('structures.ts', import.meta.url);
/** One in so many runs here, and one in as many of those with pdf.js alone, too; the report runs all. */
const EVERY = 4;
const some = structures.attacks.filter((_, index) => index % EVERY === 0);
const few = some.filter((_, index) => index % EVERY === 0);

testAttacks('structures', url, { attacks: some });
testAttacks('structures, with pdf.js alone', url, { attacks: few }, 'pdfjs');
