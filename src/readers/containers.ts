/** Telling the files apart that are kept in a ZIP archive or in a compound (OLE) file. Nothing is unpacked. */
import type { ContentType } from './detect.js';
import { openCompoundFile } from './office/compound-file.js';
import { readZipDirectory } from './office/zip-directory.js';

/** Whether a signature (Latin-1) stands at an offset. */
export function isWithin(bytes: Uint8Array, offset: number, signature: string): boolean {
  for (let i = 0; i < signature.length; i++) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return true;
}

/** Entries looked at; office files have their parts far earlier. */
const ENTRY_LIMIT = 4096;

/** The type of a ZIP archive, by the names in its directory. */
export function zipContentType(bytes: Uint8Array): ContentType {
  const names = readZipDirectory(bytes, ENTRY_LIMIT)?.entries.map(({ name }) => name) ?? [];
  const has = (prefix: string) => names.some((name) => name.startsWith(prefix));
  if (has('word/')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (has('xl/workbook.bin')) return 'application/vnd.ms-excel.sheet.binary.macroenabled.12';
  if (has('xl/vbaProject.bin')) return 'application/vnd.ms-excel.sheet.macroenabled.12';
  if (has('xl/')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  if (has('ppt/')) return 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  return openDocumentType(bytes) ?? 'application/zip';
}

/** The first entry of an OpenDocument file is its content type, stored without compression. */
const MIMETYPE_NAME_OFFSET = 30;
const MIMETYPE_NAME = 'mimetype';

function openDocumentType(bytes: Uint8Array): ContentType | undefined {
  if (!isWithin(bytes, MIMETYPE_NAME_OFFSET, MIMETYPE_NAME)) return undefined;
  const offset = MIMETYPE_NAME_OFFSET + MIMETYPE_NAME.length;
  const types = [
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
  ] as const;
  return types.find((type) => isWithin(bytes, offset, type));
}

/** By lower-case names. */
const OLE_STREAMS: readonly (readonly [string, ContentType])[] = [
  ['encryptedpackage', 'application/x-ooxml-protected'],
  ['worddocument', 'application/msword'],
  ['workbook', 'application/vnd.ms-excel'],
  ['book', 'application/vnd.ms-excel'],
  ['powerpoint document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
];

/** The type of a compound file, by what lies at the top level of its directory. */
export function oleContentType(bytes: Uint8Array): ContentType {
  const names = new Set(openCompoundFile(bytes).names.map((name) => name.toLowerCase()));
  return OLE_STREAMS.find(([name]) => names.has(name))?.[1] ?? 'application/x-ole-storage';
}
