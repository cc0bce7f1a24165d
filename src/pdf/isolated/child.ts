/** Started as a process of its own: reads PDFs for the process that started it, and ends with that. */
import { pdfjs } from '../pdfjs/pdfjs.js';
import { type Answer, READY, type Request } from './protocol.js';
import { server } from './serve.js';

const serve = server(pdfjs(), (answer: Answer) => process.send?.(answer));
process.on('message', (request) => void serve(request as Request));
process.on('disconnect', () => process.exit());
process.send?.(READY);
