import { isolatedPdf } from '../../src/pdf/isolated/isolated.js';
import { pdfium } from '../../src/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../src/pdf/pdfjs/pdfjs.js';
import { describePdfEngine } from './engine-cases.js';

describePdfEngine('pdfjs', pdfjs(), async () => undefined);
describePdfEngine('pdfium', pdfium(), async () => undefined);

const isolated = isolatedPdf();
describePdfEngine('pdfjs in processes of its own', isolated, () => isolated.close());

const isolatedPdfium = isolatedPdf({ engine: 'pdfium' });
describePdfEngine('pdfium in processes of its own', isolatedPdfium, () => isolatedPdfium.close());
