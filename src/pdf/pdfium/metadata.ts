/** Metadata of a document, as far as PDFium and the objects of the file tell them. */
import type { PdfMetadata } from '../engine.js';
import type { FileObjects } from '../objects/file-objects.js';
import { readXmp } from '../objects/xmp.js';
import { plainRecord } from '../plain-record.js';
import type { Pdfium } from './library.js';
import type { Opened } from './opened.js';

/** Members of the information dictionary that are texts (ISO 32000-1, table 317). */
const TEXTS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate'];

/** Bytes of a text, and of a name, that are read. */
const MAX_TEXT_BYTES = 1 << 20;
const NAME_BYTES = 128;

const ROOT_KEY = '/Root';
const ROOT = /^\/Root\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/u;
/** Characters of such an entry at the longest. */
const LONGEST_ROOT = 64;
const CATALOG = /\/Type\s{0,8}\/Catalog\b/u;
const PACKET = /\/Metadata\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/u;

const COLLECTION = /\/Collection\b/u;

/** The only security handler that PDFium opens files with (ISO 32000-1, 7.6.3). */
const STANDARD_HANDLER = 'Standard';

/** A version in the catalogue counts before that at the start of the file. */
const VERSION = /\/Version\s{0,8}\/([1-9]\.\d)\b/u;

const FORM = /\/AcroForm\b(?:\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R)?/u;
const FIELDS = /\/Fields\s{0,8}(?:\[\s{0,8}\d|(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R)/u;
const LIST = /^\s{0,8}\[\s{0,8}\d/u;

/** Forms of another kind, or with signatures: which of them count is not told here. */
const MORE_OF_FORM = /\/(?:XFA|SigFlags)\b/u;

/** Where a linearized file says so, and how long it says that it is. */
const LINEARIZED_BYTES = 1024;
const LINEARIZED = /\/Linearized\s{0,8}[1-9]/u;
const LENGTH = /\/L\s{0,8}(\d{1,15})\b/u;

/**
 * Members of the information dictionary and of XMP, in the names that pdf.js gives them.
 * @param file its bytes, as they are
 * @returns undefined where the file has something that is not told here: signatures, portfolios, members of its own
 */
export function readMetadata(
  pdfium: Pdfium,
  { document, objects, isEncrypted }: Pick<Opened, 'document' | 'objects' | 'isEncrypted'>,
  file: Uint8Array,
): PdfMetadata | undefined {
  const version = versionOf(pdfium, document);
  const catalog = catalogOf(objects);
  const texts = textsOf(pdfium, document);
  if (version === undefined || catalog === undefined || texts === undefined) return undefined;
  const hasForm = isForm(objects, catalog);
  if (hasForm === undefined || COLLECTION.test(catalog)) return undefined;
  const packet = PACKET.exec(catalog)?.[1];
  const xmp = packet === undefined ? undefined : packetOf(objects, Number(packet));
  if (packet !== undefined && xmp === undefined) return undefined;
  const info = {
    PDFFormatVersion: VERSION.exec(catalog)?.[1] ?? version,
    Language: languageOf(pdfium, document),
    EncryptFilterName: isEncrypted ? STANDARD_HANDLER : null,
    IsLinearized: isLinearized(file),
    IsAcroFormPresent: hasForm,
    IsXFAPresent: false,
    IsCollectionPresent: false,
    IsSignaturesPresent: false,
    ...texts,
  };
  return { info, ...(xmp && { metadata: plainRecord(Object.entries(xmp)) }) };
}

/** `1.7` for PDFium's 17. */
function versionOf({ exports, scratch }: Pdfium, document: number): string | undefined {
  if (exports.FPDF_GetFileVersion(document, scratch.at) === 0) return undefined;
  const version = scratch.word(0);
  return `${Math.floor(version / 10)}.${version % 10}`;
}

function languageOf({ exports, scratch }: Pdfium, document: number): string | null {
  const read = (at: number, bytes: number) => exports.FPDFCatalog_GetLanguage(document, at, bytes);
  return scratch.text(read, MAX_TEXT_BYTES) || null;
}

/** The texts of the information dictionary; undefined where it has other members. */
function textsOf(
  { exports, scratch }: Pdfium,
  document: number,
): Readonly<Record<string, string>> | undefined {
  const names = new Set<string>();
  const count = exports.EPDF_GetMetaKeyCount(document, 0);
  for (let index = 0; index < count; index++) {
    const length = exports.EPDF_GetMetaKeyName(document, index, 0, scratch.at, NAME_BYTES);
    const name = Buffer.from(scratch.bytes.subarray(scratch.at, scratch.at + length - 1)).toString('latin1');
    if (!TEXTS.includes(name)) return undefined;
    names.add(name);
  }
  const present = TEXTS.filter((name) => names.has(name));
  return Object.fromEntries(
    present.map((name) => {
      const text = scratch.with(Buffer.from(`${name}\u0000`, 'latin1'), (key) =>
        scratch.text((at, bytes) => exports.FPDF_GetMetaText(document, key, at, bytes), MAX_TEXT_BYTES),
      );
      return [name, text];
    }),
  );
}

/** The text of the catalogue; undefined where the file names several, or it is not found. */
function catalogOf(objects: FileObjects): string | undefined {
  const numbers = new Set(rootsOf(objects.parts[0] ?? Buffer.alloc(0)));
  const [number] = numbers;
  const text = numbers.size === 1 ? objects.text(number!) : undefined;
  return text !== undefined && CATALOG.test(text) ? text : undefined;
}

/** Numbers of the objects that a file names as its root: once for each of its revisions. */
function* rootsOf(file: Buffer): Generator<number> {
  for (let at = file.indexOf(ROOT_KEY); at >= 0; at = file.indexOf(ROOT_KEY, at + ROOT_KEY.length)) {
    const root = ROOT.exec(file.toString('latin1', at, at + LONGEST_ROOT));
    if (root) yield Number(root[1]);
  }
}

/** Whether the document has a form with fields; undefined where that takes more than a look. */
function isForm(objects: FileObjects, catalog: string): boolean | undefined {
  const form = FORM.exec(catalog);
  if (form === null) return false;
  const text = form[1] === undefined ? catalog : objects.text(Number(form[1]));
  if (text === undefined || MORE_OF_FORM.test(text)) return undefined;
  const fields = FIELDS.exec(text);
  return fields !== null && (fields[1] === undefined || LIST.test(objects.text(Number(fields[1])) ?? ''));
}

function packetOf(objects: FileObjects, number: number): ReturnType<typeof readXmp> {
  const data = objects.stream(number);
  return data && readXmp(Buffer.from(data).toString('utf8').trim());
}

function isLinearized(file: Uint8Array): boolean {
  const start = Buffer.from(file.subarray(0, LINEARIZED_BYTES)).toString('latin1');
  return LINEARIZED.test(start) && Number(LENGTH.exec(start)?.[1]) === file.length;
}
