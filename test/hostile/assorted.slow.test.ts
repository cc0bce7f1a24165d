import * as assorted from './assorted.js';
import { testAttacks } from './cases.js';

const url = new URL('assorted.ts', import.meta.url);

testAttacks('assorted', url, assorted);
testAttacks('assorted, with pdf.js alone', url, assorted, 'pdfjs');
