import { pdfium } from '../../../src/reading/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';
import { describePdfEngine } from './engine-cases.js';

describePdfEngine('pdfjs', pdfjs());
describePdfEngine('pdfium', pdfium());
