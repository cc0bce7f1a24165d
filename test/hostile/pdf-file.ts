/** Writes PDF files of any size from the bodies of their objects. */
import { deflateSync } from 'node:zlib';

/** Body of an object: all between `obj` and `endobj`. */
export type PdfBody = string | Uint8Array;

/**
 * A file with a cross-reference table.
 * @param objects bodies by number; 1 is the catalogue
 * @param trailer further entries of the trailer
 */
export function pdfFile(objects: ReadonlyMap<number, PdfBody>, trailer = ''): Uint8Array {
  const numbers = [...objects.keys()].sort((a, b) => a - b);
  const size = (numbers.at(-1) ?? 0) + 1;
  const pieces: Buffer[] = [];
  let length = 0;
  const write = (piece: PdfBody) => {
    const bytes = Buffer.from(piece as string, 'latin1');
    pieces.push(bytes);
    length += bytes.length;
  };
  const offsets = new Map<number, number>();
  write('%PDF-1.7\n');
  for (const number of numbers) {
    offsets.set(number, length);
    write(`${number} 0 obj\n`);
    write(objects.get(number)!);
    write('\nendobj\n');
  }
  const start = length;
  const rows = Array.from({ length: size - 1 }, (_, i) => {
    const offset = offsets.get(i + 1);
    return offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

/** Body of a stream, packed where its data is long. */
export function packed(data: string | Uint8Array, entries = ''): Uint8Array {
  const bytes = deflateSync(Buffer.from(data as string, 'latin1'));
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** Body of a stream as it is. */
export function plain(data: string | Uint8Array, entries = ''): Uint8Array {
  const bytes = Buffer.from(data as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** What a page of `onePage` has besides its content. */
export interface OnePage {
  /** Entries of the page. */
  readonly page?: string;
  /** Entries of its resources. */
  readonly resources?: string;
  /** Entries of the catalogue. */
  readonly catalog?: string;
  readonly trailer?: string;
  /** Further objects, from 10 on. */
  readonly objects?: Iterable<readonly [number, PdfBody]>;
}

/** A file of one page with Helvetica as `/F1` and a line of text in front of its content. */
export function onePage(content: string | Uint8Array, parts: OnePage = {}): Uint8Array {
  const { page = '', resources = '', catalog = '', trailer = '', objects = [] } = parts;
  const text = 'BT /F1 12 Tf 72 700 Td (one line of text) Tj ET\n';
  const whole = typeof content === 'string' ? text + content : Buffer.concat([Buffer.from(text), content]);
  return pdfFile(
    new Map<number, PdfBody>([
      [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [
        3,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
      ],
      [4, packed(whole)],
      [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
      ...objects,
    ]),
    trailer,
  );
}
