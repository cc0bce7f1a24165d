/** Started as a process of its own, which reads PDFs with PDFium. */
import { pdfium } from '../pdfium/pdfium.js';
import { serveProcess } from './serve-process.js';

serveProcess(pdfium());
