import { testAttacks } from './cases.js';
import * as attacks from './paths.js';

const url = new URL('paths.ts', import.meta.url);

testAttacks('paths in PDFium', url, attacks);
// pdf.js takes long to read so many numbers, most of all on a busy machine.
testAttacks('paths in pdf.js', url, { attacks: attacks.attacks.slice(-1) }, 'pdfjs');
testAttacks('paths behind the wall', url, attacks, 'wall');
