import { pdfium } from '../../src/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../src/pdf/pdfjs/pdfjs.js';
import { describePdfEngine } from './engine-cases.js';

describePdfEngine('pdfjs', pdfjs());
describePdfEngine('pdfium', pdfium());
