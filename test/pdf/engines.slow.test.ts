import { isolatedPdf } from '../../src/pdf/isolated/isolated.js';
import { pdfium } from '../../src/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../src/pdf/pdfjs/pdfjs.js';
import { describePdfEngine } from './engine-cases.js';

describePdfEngine('pdfjs', pdfjs(), async () => undefined);
describePdfEngine('pdfium', pdfium(), async () => undefined);

const isolatedPdfjs = isolatedPdf({ engine: 'pdfjs' });
describePdfEngine('pdfjs in processes of its own', isolatedPdfjs, () => isolatedPdfjs.close());

const isolated = isolatedPdf();
describePdfEngine('the default one in processes of its own', isolated, () => isolated.close());
