/** Started as a process of its own, which reads PDFs with pdf.js. */
import { pdfjs } from '../pdfjs/pdfjs.js';
import { serveProcess } from './serve-process.js';

serveProcess(pdfjs());
