/**
 * Decoding what the PDF engine can decode anyway: PDF has the codes of fax and JPEG among its filters. The parts of
 * a picture are laid out in a PDF, one point a pixel, and drawn at 72 pixels an inch, so that each pixel comes out as
 * it was stored.
 */
import { guarded, type Interrupt } from '../../interrupt.js';
import type { PdfEngine, PdfPage } from '../../pdf/engine.js';
import { POINTS_PER_INCH } from '../../units.js';
import { damaged, type Pixels } from './picture.js';

/** A rectangle of a picture, coded by itself. */
export interface CodedPart {
  /** Place in the picture, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Entries of an image dictionary of PDF that tell how the bytes are coded. */
  readonly entries: string;
  readonly bytes: Uint8Array;
}

/** The pixels of a picture made of coded parts. @throws DocumentError `invalid_document`, `timed_out`, `aborted` */
export async function decodeParts(
  size: { readonly width: number; readonly height: number },
  parts: readonly CodedPart[],
  engine: PdfEngine,
  interrupt: Interrupt,
): Promise<Pixels> {
  const file = await engine.open(pdfOf(size, parts), { signal: interrupt.signal });
  try {
    const page = await file.page(0);
    const { width, height, data } = await guarded(
      page.render({ dpi: POINTS_PER_INCH, toRead: true }),
      interrupt,
    );
    if (width !== size.width || height !== size.height) throw damaged('its size cannot be drawn');
    if (isWhite(data) && (await isUndrawable(page))) throw damaged('its pixels cannot be decoded');
    return { width, height, data };
  } finally {
    await file.close();
  }
}

function isWhite(data: Uint8ClampedArray): boolean {
  for (let i = 0; i < data.length; i++) if (data[i] !== 255) return false;
  return true;
}

/** Engines leave out images that they cannot decode. */
async function isUndrawable(page: PdfPage): Promise<boolean> {
  return (await page.images()).length === 0;
}

/** A PDF of one page that shows the parts. */
function pdfOf(
  { width, height }: { width: number; height: number },
  parts: readonly CodedPart[],
): Uint8Array {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (piece: string | Uint8Array) => {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    pieces.push(bytes);
    length += bytes.length;
  };
  const writeObject = (dictionary: string, stream?: string | Uint8Array) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n<< ${dictionary}`);
    if (stream === undefined) {
      write(' >>\nendobj\n');
      return;
    }
    const bytes = typeof stream === 'string' ? encoder.encode(stream) : stream;
    write(` /Length ${bytes.length} >>\nstream\n`);
    write(bytes);
    write('\nendstream\nendobj\n');
  };
  const names = parts.map((_, i) => `/I${i} ${i + FIRST_PART} 0 R`).join(' ');
  write('%PDF-1.7\n');
  writeObject('/Type /Catalog /Pages 2 0 R');
  writeObject('/Type /Pages /Kids [3 0 R] /Count 1');
  writeObject(
    `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << ${names} >> >>`,
  );
  writeObject('', parts.map((part, i) => placement(part, height, i)).join('\n'));
  for (const part of parts) {
    const size = `/Width ${part.width} /Height ${part.height}`;
    writeObject(`/Type /XObject /Subtype /Image ${size} ${part.entries}`, part.bytes);
  }
  const table = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return joined(pieces, length);
}

/** Number of the object of the first part. */
const FIRST_PART = 5;

function placement({ left, top, width, height }: CodedPart, pageHeight: number, index: number): string {
  return `q ${width} 0 0 ${height} ${left} ${pageHeight - top - height} cm /I${index} Do Q`;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
