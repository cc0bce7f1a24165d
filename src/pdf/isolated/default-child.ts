/** Started as a process of its own, which reads PDFs with PDFium where it is installed, else with pdf.js. */
import { defaultPdf } from '../default-engine.js';
import { serveProcess } from './serve-process.js';

serveProcess(defaultPdf());
