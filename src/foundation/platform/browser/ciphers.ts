/** Browsers have digests and AES only as promises: PDFium decrypts whole files there. */
import type { Ciphers } from '../ciphers.js';

export const ciphers: Ciphers | undefined = undefined;
