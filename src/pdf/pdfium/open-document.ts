/** Opens documents whose bytes are in the memory of an instance. */
import type { Pdfium } from './library.js';

/**
 * PDFium's handle of a document; 0 where it cannot open it.
 * @param bytesAt address of its bytes, which must stay there as long as it is open
 */
export function openDocument(
  { exports, scratch }: Pdfium,
  bytesAt: number,
  length: number,
  password: string | undefined,
): number {
  const open = (passwordAt: number) => exports.FPDF_LoadMemDocument(bytesAt, length, passwordAt);
  return password === undefined ? open(0) : scratch.with(Buffer.from(`${password}\u0000`, 'utf8'), open);
}
