import { isolatedPdf } from '../../src/pdf/isolated/isolated.js';
import { pdfjs } from '../../src/pdf/pdfjs/pdfjs.js';
import { describePdfEngine } from './engine-cases.js';

describePdfEngine('pdfjs', pdfjs(), async () => undefined);

const isolated = isolatedPdf({}, new URL('./isolated/pdfjs-child.mjs', import.meta.url));
describePdfEngine('pdfjs in processes of its own', isolated, () => isolated.close());
