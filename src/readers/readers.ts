/** The readers, by the content types that they read; their modules are loaded with the first such file. */
import type { Document } from '../document/model.js';
import type { ContentType } from './detect.js';
import type { ReaderOptions } from './options.js';

/** Reads the files of a content type. */
export interface Reader {
  load(bytes: Uint8Array, options: ReaderOptions, type: ContentType): Promise<Document>;
  /** Whether its files have sheets of rows in place of pages, so that they are never several documents. */
  readonly hasSheets?: true;
}

const image: Reader = {
  load: async (...file) => (await import('./picture/image.js')).loadImage(...file),
};
const workbook: Reader = {
  load: async (...file) => (await import('./sheet/spreadsheet.js')).loadSpreadsheet(...file),
  hasSheets: true,
};

const READERS = {
  'application/pdf': {
    load: async (bytes, options) => (await import('./pdf/pdf.js')).loadPdf(bytes, options),
  },
  'image/png': image,
  'image/jpeg': image,
  'image/tiff': image,
  'text/plain': {
    load: async (bytes, options) => (await import('./plain/text.js')).loadText(bytes, options),
  },
  'text/csv': {
    load: async (bytes, options) => (await import('./plain/csv.js')).loadCsv(bytes, options),
    hasSheets: true,
  },
  'message/rfc822': {
    load: async (bytes, options) => (await import('./plain/email.js')).loadEmail(bytes, options),
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    load: async (...file) => (await import('./word/docx.js')).loadDocx(...file),
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': workbook,
  'application/vnd.ms-excel.sheet.macroenabled.12': workbook,
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': workbook,
  'application/vnd.ms-excel': {
    load: async (...file) => (await import('./sheet/binary/xls.js')).loadXls(...file),
    hasSheets: true,
  },
  'application/vnd.oasis.opendocument.spreadsheet': {
    load: async (...file) => (await import('./sheet/ods.js')).loadOds(...file),
    hasSheets: true,
  },
} as const satisfies Partial<Record<ContentType, Reader>>;

/** A content type that can be read. */
export type ReadableType = keyof typeof READERS;

/** All content types that can be read. */
export function readableTypes(): readonly ReadableType[] {
  return Object.keys(READERS) as ReadableType[];
}

/** Who reads a content type; undefined where nobody does. */
export function readerOf(type: ContentType): Reader | undefined {
  return Object.hasOwn(READERS, type) ? READERS[type as ReadableType] : undefined;
}
