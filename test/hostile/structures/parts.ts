/** A sound file, and ways to put it together wrong. */
import type { Attack } from '../attack.js';
import { onePage, type PdfBody, pdfFile, plain } from '../pdf-file.js';
import { probed } from '../probe.js';

/** An attack with a file that is read without OCR. */
export function pdf(name: string, make: () => string | Uint8Array): Attack {
  return {
    name,
    make() {
      const file = make();
      return probed(typeof file === 'string' ? Buffer.from(file, 'latin1') : file, { ocrLevel: 0 });
    },
  };
}

export const TEXT = 'BT /F1 12 Tf 72 700 Td (one line of text) Tj ET';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

const sound: ReadonlyMap<number, PdfBody> = new Map<number, PdfBody>([
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [
    3,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  ],
  [4, plain(TEXT)],
  [5, FONT],
]);

/** A sound file of one page with some objects replaced or added. */
export function changed(objects: Readonly<Record<number, PdfBody>>, trailer = ''): Uint8Array {
  const all = new Map(sound);
  for (const [number, body] of Object.entries(objects)) all.set(Number(number), body);
  return pdfFile(all, trailer);
}

/** A sound file whose bytes, read as Latin-1, are edited. */
export function edited(edit: (file: string) => string): () => string {
  return () => edit(Buffer.from(pdfFile(sound)).toString('latin1'));
}

/** A page with these entries in place of the usual ones. */
export const page = (entries: string) => changed({ 3: `<< /Type /Page ${entries} >>` });
const USUAL = '/Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>';
/** A page that shows text, with more entries. */
export const pageWith = (entries: string) => page(`${USUAL} ${entries}`);

/** What may be where a number is wanted. */
export const ODD_NUMBERS = [
  '-1',
  '0',
  '1e400',
  '99999999999',
  '-2147483649',
  '0.0000001',
  'null',
  '(7)',
  '[1]',
  '1 0 R',
];

/** Cross-references as a stream, of which a part is said wrong. */

export const stream = (content: string) => changed({ 4: plain(content) });
export const fontOf = (body: string, more: Readonly<Record<number, PdfBody>> = {}) =>
  changed({ 5: body, ...more });
export const image = (entries: string, data = 'abc') =>
  onePage('q 100 0 0 100 100 100 cm /I Do Q', {
    resources: '/XObject << /I 10 0 R >>',
    objects: [[10, plain(data, `/Type /XObject /Subtype /Image ${entries}`)]],
  });
