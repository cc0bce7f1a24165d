/**
 * Decoding what the PDF engine can decode anyway: PDF has the codes of fax and JPEG among its filters. The parts of
 * a picture are laid out in a PDF, one point a pixel, and drawn at 72 pixels an inch, so that each pixel comes out as
 * it was stored; large pictures in bands.
 */

import { guarded, type Interrupt } from '../../foundation/async/interrupt.js';
import { POINTS_PER_INCH } from '../../page/document/geometry.js';
import type { PageSize } from '../../page/layout/page-rotation.js';
import type { PdfEngine, PdfPage } from '../pdf/engine.js';
import { CHANNELS, damaged, type Pixels } from './picture.js';

/** A rectangle of a picture, coded by itself. */
export interface CodedPart {
  /** Place in the picture, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Entries of an image dictionary of PDF that say how the bytes are coded. */
  readonly entries: string;
  readonly bytes: Uint8Array;
}

/**
 * Pixels that are drawn at a time: as many as a page of Letter at 300 dpi has, 40 MB. The engine holds them, the copy that
 * it gives and what it decodes them from, and keeps the memory for other files.
 */
const BAND_PIXELS = 10_000_000;

/** Rows that are drawn at a time, one page of the PDF each. */
interface Band {
  readonly top: number;
  readonly height: number;
}

function bandsOf({ width, height }: PageSize): Band[] {
  const rows = Math.max(1, Math.floor(BAND_PIXELS / width));
  const count = Math.ceil(height / rows);
  return Array.from({ length: count }, (_, i) => ({
    top: i * rows,
    height: Math.min(rows, height - i * rows),
  }));
}

/** The pixels of a picture made of coded parts. @throws DocumentError `invalid_document`, `timed_out`, `aborted` */
export async function decodeParts(
  { width, height }: PageSize,
  parts: readonly CodedPart[],
  engine: PdfEngine,
  interrupt: Interrupt,
): Promise<Pixels> {
  const bands = bandsOf({ width, height });
  const file = await engine.open(pdfOf(width, bands, parts), { signal: interrupt.signal });
  try {
    let pixels: Uint8ClampedArray | undefined;
    for (const [index, band] of bands.entries()) {
      const page = await file.page(index);
      const drawn = await guarded(page.render({ dpi: POINTS_PER_INCH, drawnBy: 'pdfjs' }), interrupt);
      if (drawn.width !== width || drawn.height !== band.height) throw damaged('its size cannot be drawn');
      if (bands.length === 1) pixels = drawn.data;
      else {
        pixels ??= new Uint8ClampedArray(width * height * CHANNELS);
        pixels.set(drawn.data, band.top * width * CHANNELS);
      }
    }
    if (!pixels) throw damaged('it has no rows');
    if (isWhite(pixels) && (await isUndrawable(await file.page(0))))
      throw damaged('its pixels cannot be decoded');
    return { width, height, data: pixels };
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

/** A PDF that shows the parts, a page for each band. */
function pdfOf(width: number, bands: readonly Band[], parts: readonly CodedPart[]): Uint8Array {
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
  const firstPart = 3 + bands.length * 2;
  write('%PDF-1.7\n');
  writeObject('/Type /Catalog /Pages 2 0 R');
  const kids = bands.map((_, i) => `${3 + i * 2} 0 R`).join(' ');
  writeObject(`/Type /Pages /Kids [${kids}] /Count ${bands.length}`);
  for (const [i, band] of bands.entries()) {
    const shown = [...parts.entries()].filter(([, part]) => isIn(part, band));
    const names = shown.map(([at]) => `/I${at} ${at + firstPart} 0 R`).join(' ');
    writeObject(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${band.height}] /Contents ${4 + i * 2} 0 R /Resources << /XObject << ${names} >> >>`,
    );
    writeObject('', shown.map(([at, part]) => placement(part, band, at)).join('\n'));
  }
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

function isIn({ top, height }: CodedPart, band: Band): boolean {
  return top < band.top + band.height && top + height > band.top;
}

function placement({ left, top, width, height }: CodedPart, band: Band, index: number): string {
  return `q ${width} 0 0 ${height} ${left} ${band.top + band.height - top - height} cm /I${index} Do Q`;
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
