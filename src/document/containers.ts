/** Telling the files apart that are kept in a ZIP archive or in a compound (OLE) file. Nothing is unpacked. */
import type { ContentType } from './detect.js';
import { readZipDirectory } from './zip-directory.js';

/** Whether a signature (Latin-1) stands at an offset. */
export function isWithin(bytes: Uint8Array, offset: number, signature: string): boolean {
  for (let i = 0; i < signature.length; i++) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return true;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Entries looked at; office files have their parts far earlier. */
const ENTRY_LIMIT = 4096;

/** The type of a ZIP archive, by the names in its directory. */
export function zipContentType(bytes: Uint8Array): ContentType {
  const names = readZipDirectory(bytes, ENTRY_LIMIT)?.entries.map(({ name }) => name) ?? [];
  const has = (prefix: string) => names.some((name) => name.startsWith(prefix));
  if (has('word/')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
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

/** Layout of a compound file: the header, and the 128-byte entries of its directory. */
const SECTOR_SHIFT_OFFSET = 30;
const FIRST_DIRECTORY_OFFSET = 48;
const FAT_SECTORS_OFFSET = 76;
const FAT_SECTORS_IN_HEADER = 109;
const DIRECTORY_ENTRY_SIZE = 128;
const HEADER_SIZE = 512;
/** Sectors of the directory looked at. */
const DIRECTORY_SECTOR_LIMIT = 64;

const OLE_STREAMS: readonly (readonly [string, ContentType])[] = [
  ['EncryptedPackage', 'application/x-ooxml-protected'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
];

/** The type of a compound file, by the streams in its directory. */
export function oleContentType(bytes: Uint8Array): ContentType {
  const names = oleNames(bytes);
  return OLE_STREAMS.find(([name]) => names.has(name))?.[1] ?? 'application/x-ole-storage';
}

function oleNames(bytes: Uint8Array): Set<string> {
  const names = new Set<string>();
  if (bytes.length < HEADER_SIZE) return names;
  const view = viewOf(bytes);
  const shift = view.getUint16(SECTOR_SHIFT_OFFSET, true);
  if (shift !== 9 && shift !== 12) return names;
  const sectorSize = 1 << shift;
  let sector = view.getUint32(FIRST_DIRECTORY_OFFSET, true);
  for (let read = 0; read < DIRECTORY_SECTOR_LIMIT; read++) {
    const offset = (sector + 1) * sectorSize;
    if (offset + sectorSize > bytes.length) break;
    for (let entry = offset; entry < offset + sectorSize; entry += DIRECTORY_ENTRY_SIZE) {
      names.add(entryName(view, entry));
    }
    const next = nextSector(view, sector, sectorSize);
    if (next === undefined) break;
    sector = next;
  }
  return names;
}

/** An entry's name: up to 31 UTF-16 units, its length in bytes with the final zero at offset 64. */
function entryName(view: DataView, entry: number): string {
  const units = Math.min(31, Math.max(0, view.getUint16(entry + 64, true) / 2 - 1));
  let name = '';
  for (let i = 0; i < units; i++) name += String.fromCharCode(view.getUint16(entry + 2 * i, true));
  return name;
}

/** The sector after another in the allocation table, as far as the header lists the table's sectors. */
function nextSector(view: DataView, sector: number, sectorSize: number): number | undefined {
  const perSector = sectorSize / 4;
  const table = Math.floor(sector / perSector);
  if (table >= FAT_SECTORS_IN_HEADER) return undefined;
  const tableSector = view.getUint32(FAT_SECTORS_OFFSET + 4 * table, true);
  const offset = (tableSector + 1) * sectorSize + 4 * (sector % perSector);
  return offset + 4 <= view.byteLength ? view.getUint32(offset, true) : undefined;
}
