import { testAttacks } from './cases.js';
import * as structures from './structures.js';

const url = new URL('structures.ts', import.meta.url);

testAttacks('structures', url, structures);
testAttacks('structures, with pdf.js alone', url, structures, 'pdfjs');
