/** What kind of file some bytes are. */
// See docs/language/01-document-anchors-fields.md#110-file-types
import { isWithin, oleContentType, zipContentType } from './containers.js';
import { COMPOUND_FILE_START } from './office/compound-file.js';

/** The content types that are told apart, with their usual names and file extensions. */
const CONTENT_TYPES = {
  'application/pdf': { name: 'a PDF', extensions: ['pdf'] },
  'image/png': { name: 'a PNG image', extensions: ['png'] },
  'image/jpeg': { name: 'a JPEG image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/tiff': { name: 'a TIFF image', extensions: ['tif', 'tiff'] },
  'image/gif': { name: 'a GIF image', extensions: ['gif'] },
  'image/bmp': { name: 'a BMP image', extensions: ['bmp'] },
  'image/webp': { name: 'a WebP image', extensions: ['webp'] },
  'image/heic': { name: 'a HEIC image', extensions: ['heic', 'heif'] },
  'application/msword': { name: 'a Word document of the old binary format', extensions: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    name: 'a Word document',
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
  },
  'application/vnd.ms-excel': { name: 'an Excel workbook of the old binary format', extensions: ['xls'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    name: 'an Excel workbook',
    extensions: ['xlsx', 'xltx'],
  },
  'application/vnd.ms-excel.sheet.macroenabled.12': {
    name: 'an Excel workbook with macros',
    extensions: ['xlsm', 'xltm'],
    usual: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  },
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': {
    name: 'a binary Excel workbook',
    extensions: ['xlsb'],
    usual: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  },
  'application/vnd.ms-powerpoint': {
    name: 'a PowerPoint presentation of the old binary format',
    extensions: ['ppt'],
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    name: 'a PowerPoint presentation',
    extensions: ['pptx'],
  },
  'application/vnd.oasis.opendocument.text': { name: 'an OpenDocument text', extensions: ['odt'] },
  'application/vnd.oasis.opendocument.spreadsheet': {
    name: 'an OpenDocument spreadsheet',
    extensions: ['ods', 'ots'],
  },
  'application/vnd.ms-outlook': { name: 'an Outlook message', extensions: ['msg'] },
  'application/x-ooxml-protected': { name: 'an Office document protected by a password', extensions: [] },
  'application/x-ole-storage': { name: 'a compound file of unknown content', extensions: [] },
  'application/rtf': { name: 'an RTF text', extensions: ['rtf'] },
  'application/zip': { name: 'a ZIP archive', extensions: ['zip'] },
  'application/gzip': { name: 'a GZIP archive', extensions: ['gz', 'tgz'] },
  'application/postscript': { name: 'a PostScript file', extensions: ['ps', 'eps'] },
  'text/html': { name: 'an HTML page', extensions: ['html', 'htm', 'xhtml'] },
  'application/xml': { name: 'an XML file', extensions: ['xml'] },
  'message/rfc822': { name: 'an e-mail message', extensions: ['eml'] },
  'text/csv': { name: 'a CSV file', extensions: ['csv', 'tsv'] },
  'text/plain': { name: 'a text file', extensions: ['txt', 'text', 'log'] },
} as const satisfies Record<string, ContentTypeFacts>;

interface ContentTypeFacts {
  readonly name: string;
  readonly extensions: readonly string[];
  /** How it is usually spelt, where that is not in lower case. */
  readonly usual?: string;
}

export type ContentType = keyof typeof CONTENT_TYPES;

/** The usual spelling of a content type. */
export type UsualSpelling<Type extends ContentType> = Type extends ContentType
  ? (typeof CONTENT_TYPES)[Type] extends { readonly usual: infer Usual extends string }
    ? Usual
    : Type
  : never;

/** Other names under which content types are sent. */
const ALIASES: ReadonlyMap<string, ContentType> = new Map<string, ContentType>([
  ['application/x-pdf', 'application/pdf'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/tif', 'image/tiff'],
  ['image/heif', 'image/heic'],
  ['text/rtf', 'application/rtf'],
  ['text/xml', 'application/xml'],
  ['application/xhtml+xml', 'text/html'],
  ['application/csv', 'text/csv'],
  ['text/comma-separated-values', 'text/csv'],
  ['text/tab-separated-values', 'text/csv'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
]);

const BY_EXTENSION: ReadonlyMap<string, ContentType> = new Map(
  contentTypes().flatMap((type) =>
    CONTENT_TYPES[type].extensions.map((extension): [string, ContentType] => [extension, type]),
  ),
);

/** Types that are text without any mark of their own: only their name tells them. */
const UNMARKED: ReadonlySet<ContentType> = new Set<ContentType>([
  'text/plain',
  'text/csv',
  'message/rfc822',
  'text/html',
  'application/xml',
]);

/** Every content type that can be told. */
export function contentTypes(): readonly ContentType[] {
  return Object.keys(CONTENT_TYPES) as ContentType[];
}

/** How a content type is called in a sentence, with its article. */
export function contentTypeName(type: ContentType): string {
  return CONTENT_TYPES[type].name;
}

/** A content type as it is usually spelt. */
export function usualSpelling<Type extends ContentType>(type: Type): UsualSpelling<Type> {
  const { usual = type }: ContentTypeFacts = CONTENT_TYPES[type];
  return usual as UsualSpelling<Type>;
}

/** The extensions of a content type's files, without dot, the usual one first; empty for types without. */
export function contentTypeExtensions(type: ContentType): readonly string[] {
  return CONTENT_TYPES[type].extensions;
}

/** Whether bytes of this type always begin with a signature. */
export function hasSignature(type: ContentType): boolean {
  return !UNMARKED.has(type);
}

/** A content type without its parameters, aliases resolved; undefined when it tells nothing or is unknown. */
export function normaliseContentType(contentType: string | undefined): ContentType | undefined {
  const essence = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(CONTENT_TYPES, essence)) return essence as ContentType;
  return ALIASES.get(essence);
}

/** The type that a file's extension names. */
function typeOfFilename(filename: string | undefined): ContentType | undefined {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(filename ?? '')?.[1];
  return extension === undefined ? undefined : BY_EXTENSION.get(extension.toLowerCase());
}

/** What is known of a file besides its bytes. */
interface FileHints {
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * The type of a file: by its signature; else as declared; else by its extension; else by how its text begins
 * (HTML, XML, e-mail). A signature wins over what is declared, because only bytes can be read; but an archive
 * whose names tell nothing, perhaps because it is cut off, is taken for the office file it is said to be. CSV
 * and plain text have no signature: they must be declared or have their extension. Where the declared type
 * needs a signature that is missing, the beginning of the text decides: web applications give pages and mails
 * the names of workbooks.
 */
export function detectType(bytes: Uint8Array, hints: FileHints = {}): ContentType | undefined {
  const signature = sniffSignature(bytes);
  const hinted = normaliseContentType(hints.contentType) ?? typeOfFilename(hints.filename);
  if (signature !== undefined) {
    return hinted !== undefined && OFFICE_CONTAINERS.get(hinted) === signature ? hinted : signature;
  }
  if (hinted !== undefined && !hasSignature(hinted)) return hinted;
  return sniffText(bytes) ?? hinted;
}

/** Types that are read here and kept in a container, with the type of the container. */
const OFFICE_CONTAINERS: ReadonlyMap<ContentType, ContentType> = new Map<ContentType, ContentType>([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'application/zip'],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'application/zip'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'application/zip'],
  ['application/vnd.ms-excel', 'application/x-ole-storage'],
]);

/** Signatures at fixed places: type, offset, bytes as Latin-1. */
const SIGNATURES: readonly (readonly [ContentType, number, string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/tiff', 0, 'II+\0'],
  ['image/tiff', 0, 'MM\0+'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBPVP8'],
  ['image/heic', 4, 'ftyphei'],
  ['image/heic', 4, 'ftyphev'],
  ['image/heic', 4, 'ftypmif1'],
  ['application/rtf', 0, '{\\rtf'],
  ['application/postscript', 0, '%!PS'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  // Workbooks without a container begin with a BOF record: of Excel 5 and later in three lengths, of 4, 3, 2.
  ['application/vnd.ms-excel', 0, '\x09\x08\x06\0'],
  ['application/vnd.ms-excel', 0, '\x09\x08\x08\0'],
  ['application/vnd.ms-excel', 0, '\x09\x08\x10\0'],
  ['application/vnd.ms-excel', 0, '\x09\x04\x06\0'],
  ['application/vnd.ms-excel', 0, '\x09\x02\x06\0'],
  ['application/vnd.ms-excel', 0, '\x09\0\x04\0'],
];

/** Readers accept a PDF header anywhere in this many bytes. */
const PDF_HEADER_RANGE = 1024;
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06'];

/** The type that the bytes themselves prove; undefined for text and unknown formats. */
export function sniffSignature(bytes: Uint8Array): ContentType | undefined {
  const fixed = SIGNATURES.find(([, offset, signature]) => isWithin(bytes, offset, signature));
  if (fixed) return fixed[0];
  if (isBitmap(bytes)) return 'image/bmp';
  if (ZIP_STARTS.some((start) => isWithin(bytes, 0, start))) return zipContentType(bytes);
  if (isWithin(bytes, 0, COMPOUND_FILE_START)) return oleContentType(bytes);
  return latin1(bytes, PDF_HEADER_RANGE).includes('%PDF-') ? 'application/pdf' : undefined;
}

/**
 * Whether the start of a file proves its type as all of it would. Archives and compound files name theirs in their
 * directories, which may be at the end, and texts have nothing that proves it.
 * @param start at least 1,024 bytes, or all there are
 */
export function isProvenByStart(start: Uint8Array): boolean {
  const isContainer = [...ZIP_STARTS, COMPOUND_FILE_START].some((each) => isWithin(start, 0, each));
  return !isContainer && sniffSignature(start) !== undefined;
}

/** "BM" alone is how many texts begin; the reserved zeros and the size of the header make it a bitmap. */
function isBitmap(bytes: Uint8Array): boolean {
  return isWithin(bytes, 0, 'BM') && isWithin(bytes, 6, '\0\0\0\0') && isWithin(bytes, 15, '\0\0\0');
}

/** Beginning of a file that is looked at to recognise text formats, in bytes. */
const TEXT_SAMPLE = 4096;
const HEADER_LINE = /^[A-Za-z][A-Za-z0-9-]{0,60}:/;
const MAIL_HEADERS = /^(?:from|to|subject|date|received|message-id|mime-version|return-path|delivered-to):/i;
/** So many of the first lines must be headers that only mails have. */
const LEAST_MAIL_HEADERS = 2;

/** HTML, XML or an e-mail, as the beginning of a text shows. */
function sniffText(bytes: Uint8Array): ContentType | undefined {
  const sample = latin1(bytes, TEXT_SAMPLE).replace(/^\xef\xbb\xbf/, '');
  const start = sample.trimStart().slice(0, 64).toLowerCase();
  if (start.startsWith('<!doctype html') || /^<html[\s>]/.test(start)) return 'text/html';
  if (start.startsWith('<?xml')) return /<html[\s>]/i.test(sample) ? 'text/html' : 'application/xml';
  return isMail(sample) ? 'message/rfc822' : undefined;
}

function isMail(sample: string): boolean {
  const lines = sample.split(/\r?\n/);
  if (!HEADER_LINE.test(lines[0] ?? '')) return false;
  const end = lines.indexOf('');
  const headers = end === -1 ? lines : lines.slice(0, end);
  return headers.filter((line) => MAIL_HEADERS.test(line)).length >= LEAST_MAIL_HEADERS;
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');
}
