/** The same picture in every code of PDF's that decoders of their own read: a square, its top left quarter dark. */
import { FIRST_EXTRA, makePdf, stream } from './make-pdf.js';

/** Pixels of a side. */
const SIDE = 64;

/** The picture in black and white by group 4 of the fax codes (ITU-T T.6), black being 1. */
const FAX = bytesOf('JqDV///////////////4/////4AIAIA=');

/** Types of segments of JBIG2. */
const PAGE_INFORMATION = 48;
const GENERIC_REGION = 38;

interface Coded {
  /** Entries of the picture's dictionary. */
  readonly entries: string;
  readonly data: string;
}

const CODED = {
  /** JPEG in colour, its dark quarter red. */
  DCT: {
    entries: '/Filter /DCTDecode /ColorSpace /DeviceRGB /BitsPerComponent 8',
    data: bytesOf(
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQ' +
        'YEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCABAAEAD' +
        'ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQR' +
        'AQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMqAmNyAAvACmwwACDgJjcgALwApsMAAAAAAAAAAAAAAAAAA/9k=',
    ),
  },
  /** JPEG 2000 in grey. */
  JPX: {
    entries: '/Filter /JPXDecode',
    data: bytesOf(
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQcHAAAAAAAPY29scgEAAAAAABEAAACtanAy' +
        'Y/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAUEBAAB/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QA' +
        'JQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAALAAB/5PcGAez6c8HPgEADTEZC1UkzM4OcGAV/10V/DaAgID/2Q==',
    ),
  },
  CCITT: {
    entries: `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${SIDE} /Rows ${SIDE} >> /ColorSpace /DeviceGray /BitsPerComponent 1`,
    data: FAX,
  },
  JBIG2: {
    entries: '/Filter /JBIG2Decode /ColorSpace /DeviceGray /BitsPerComponent 1',
    data: jbig2(FAX),
  },
  /** The fax as a stencil that black is painted through. */
  stencil: {
    entries: `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${SIDE} /Rows ${SIDE} >> /ImageMask true /BitsPerComponent 1`,
    data: FAX,
  },
} as const satisfies Readonly<Record<string, Coded>>;

/** A code of pictures. */
export type PictureCode = keyof typeof CODED;

export const PICTURE_CODES = Object.keys(CODED) as readonly PictureCode[];

/** A square page that the picture fills, with a word below its middle, if any. */
export function codedPicturePdf(code: PictureCode, text = 'word'): Uint8Array {
  const { entries, data } = CODED[code];
  const picture = stream(data, `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} ${entries}`);
  return makePdf(
    {
      box: '[0 0 144 144]',
      content: `q 144 0 0 144 0 0 cm /Im1 Do Q${text && ` BT /F1 12 Tf 80 36 Td (${text}) Tj ET`}`,
      resources: `/XObject << /Im1 ${FIRST_EXTRA} 0 R >>`,
    },
    [picture],
  );
}

/** A page with words on it that cannot be drawn: it holds a white fax of 13 million pixels, 25 times over. */
export function undrawablePdf(): Uint8Array {
  const side = 3600;
  // A row like the one before is one bit, 1.
  const rows = '\xff'.repeat(side / 8);
  const parameters = `/DecodeParms << /K -1 /Columns ${side} /Rows ${side} >> /ColorSpace /DeviceGray /BitsPerComponent 1`;
  const entries = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /Filter /CCITTFaxDecode ${parameters}`;
  const draws = Array.from({ length: 25 }, (_, i) => `q 9 0 0 9 ${10 * i} 20 cm /Im1 Do Q`);
  return makePdf(
    {
      content: `BT /F1 12 Tf 72 700 Td (Invoice no.) Tj 200 0 Td (N-1) Tj ET ${draws.join(' ')}`,
      resources: `/XObject << /Im1 ${FIRST_EXTRA} 0 R >>`,
    },
    [stream(rows, entries)],
  );
}

/**
 * Rows of a fax as the segments of a JBIG2 picture inside a PDF (ITU-T T.88): what the page is (7.4.8), and a generic
 * region of all of it in the code of faxes (7.4.6).
 */
function jbig2(rows: string): string {
  const size = word(SIDE) + word(SIDE);
  const page = `${size}${word(0)}${word(0)}\x00\x00\x00`;
  const region = `${size}${word(0)}${word(0)}\x00\x01${rows}`;
  return segment(0, PAGE_INFORMATION, page) + segment(1, GENERIC_REGION, region);
}

/** A segment that refers to none, of the first page. */
function segment(number: number, type: number, data: string): string {
  return `${word(number)}${String.fromCharCode(type)}\x00\x01${word(data.length)}${data}`;
}

/** A number in four bytes. */
function word(value: number): string {
  return String.fromCharCode(0, 0, (value >> 8) & 255, value & 255);
}

/** Bytes as characters, as `makePdf` takes them. */
function bytesOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
