/** Metadata of a document, as far as PDFium and the objects of the file give them. */
import type { PdfMetadata } from '../engine.js';
import type { FileObjects } from '../objects/file-objects.js';
import {
  isDictionary,
  isReference,
  isString,
  nameIn,
  objectValue,
  type PdfDictionary,
  type PdfValue,
  resolve,
  resolveDictionary,
  resolveList,
} from '../objects/object-values.js';
import { catalogNumber, trailerOf } from '../objects/trailer.js';
import { readXmp } from '../objects/xmp.js';
import { plainRecord } from '../plain-record.js';
import type { Pdfium } from './library.js';
import type { Opened } from './opened.js';
import { MAX_TEXT_BYTES } from './scratch.js';

/** Members of the information dictionary that are texts (ISO 32000-1, table 317). */
const TEXTS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate'];

/** Bytes of a name that are read. */
const NAME_BYTES = 128;

/** Members of the information dictionary; of longer ones none is read. */
const MAX_MEMBERS = 500;

/** A member that is a name. */
const TRAPPED = 'Trapped';

/** Names of encryption that PDFium opens. */
const ENCRYPTION = 'Standard';

/** A version in the catalogue counts before that at the start of the file. */
const VERSION = /^[1-9]\.\d$/u;

/** Fields, and their children, that are looked at. */
const MAX_FIELDS = 1000;
const MAX_FIELD_DEPTH = 10;

/** Flag of forms whose document has signatures. */
const SIGNATURES = 1;

/** Where a linearized file says so, and how long it says that it is. */
const LINEARIZED_BYTES = 1024;
const LINEARIZED = /\/Linearized\s{0,8}[1-9]/u;
const LENGTH = /\/L\s{0,8}(\d{1,15})\b/u;

/**
 * Members of the information dictionary and of XMP, in the names that pdf.js gives them.
 * @param file its bytes
 * @returns undefined where the file has something that is not handled here: portfolios, members that cannot be read
 */
export function readMetadata(
  { pdfium, document, objects, isEncrypted }: Opened,
  file: Uint8Array,
): PdfMetadata | undefined {
  const version = versionOf(pdfium, document);
  const number = catalogNumber(objects);
  const catalog = number === undefined ? undefined : objectValue(objects, number);
  const texts = textsOf(pdfium, document, objects);
  if (version === undefined || texts === undefined) return undefined;
  if (!isDictionary(catalog) || nameIn(catalog.get('Type')) !== 'Catalog') return undefined;
  const form = formOf(objects, catalog);
  if (form === undefined || catalog.has('Collection')) return undefined;
  const packet = catalog.get('Metadata');
  const xmp = isReference(packet) ? packetOf(objects, packet.number) : undefined;
  if (catalog.has('Metadata') && xmp === undefined) return undefined;
  const ownVersion = nameIn(catalog.get('Version')) ?? '';
  const info = {
    PDFFormatVersion: VERSION.test(ownVersion) ? ownVersion : version,
    Language: languageOf(pdfium, document),
    EncryptFilterName: isEncrypted ? ENCRYPTION : null,
    IsLinearized: isLinearized(file),
    IsAcroFormPresent: form.hasFields,
    IsXFAPresent: form.hasXfa,
    IsCollectionPresent: false,
    IsSignaturesPresent: form.hasSignatures,
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

/** The texts of the information dictionary; undefined where it has members that cannot be read. */
function textsOf(
  pdfium: Pdfium,
  document: number,
  objects: FileObjects,
): Readonly<Record<string, unknown>> | undefined {
  const { exports, scratch } = pdfium;
  const names = new Set<string>();
  const count = exports.EPDF_GetMetaKeyCount(document, 0);
  if (count > MAX_MEMBERS) return undefined;
  for (let index = 0; index < count; index++) {
    const length = exports.EPDF_GetMetaKeyName(document, index, 0, scratch.at, NAME_BYTES);
    if (length <= 1 || length > NAME_BYTES) return undefined;
    names.add(Buffer.from(scratch.bytes.subarray(scratch.at, scratch.at + length - 1)).toString('latin1'));
  }
  const present = TEXTS.filter((name) => names.has(name));
  const texts = Object.fromEntries(present.map((name) => [name, metaText(pdfium, document, name)]));
  const others = [...names].filter((name) => !TEXTS.includes(name));
  if (others.length === 0) return texts;
  const info = resolveDictionary(objects, trailerOf(objects)?.get('Info'));
  const custom: [string, unknown][] = [];
  let trapped: string | undefined;
  for (const name of others) {
    if (!info?.has(name)) return undefined;
    const value = resolve(objects, info.get(name));
    if (value === undefined) return undefined;
    if (name === TRAPPED) trapped = nameIn(value);
    else if (isString(value)) custom.push([name, metaText(pdfium, document, name)]);
    else if (nameIn(value) !== undefined) custom.push([name, { name: nameIn(value) }]);
    else if (typeof value === 'number' || typeof value === 'boolean') custom.push([name, value]);
  }
  return {
    ...texts,
    ...(trapped !== undefined && { [TRAPPED]: { name: trapped } }),
    ...(custom.length > 0 && { Custom: plainRecord(custom) }),
  };
}

function metaText({ exports, scratch }: Pdfium, document: number, name: string): string {
  return scratch.with(Buffer.from(`${name}\u0000`, 'latin1'), (key) =>
    scratch.text((at, bytes) => exports.FPDF_GetMetaText(document, key, at, bytes), MAX_TEXT_BYTES),
  );
}

interface Form {
  /** It has fields other than signatures that are not seen. */
  readonly hasFields: boolean;
  readonly hasXfa: boolean;
  readonly hasSignatures: boolean;
}

/** The document's form; undefined where it cannot be read. */
function formOf(objects: FileObjects, catalog: PdfDictionary): Form | undefined {
  if (!catalog.has('AcroForm')) return { hasFields: false, hasXfa: false, hasSignatures: false };
  const form = resolveDictionary(objects, catalog.get('AcroForm'));
  if (form === undefined) return undefined;
  const fields = resolveList(objects, form.get('Fields')) ?? [];
  const xfa = resolve(objects, form.get('XFA'));
  const flags = form.get('SigFlags');
  const hasSignatures = typeof flags === 'number' && (flags & SIGNATURES) !== 0;
  const seen = { fields: 0 };
  const hasOnlySignatures =
    hasSignatures && fields.every((field) => isUnseenSignature(objects, field, seen, 0));
  if (seen.fields > MAX_FIELDS) return undefined;
  return {
    hasFields: fields.length > 0 && !hasOnlySignatures,
    hasXfa: isDictionary(xfa) || (Array.isArray(xfa) && xfa.length > 0),
    hasSignatures,
  };
}

/** Whether a field, with all of its children, is a signature without a place on a page. */
function isUnseenSignature(
  objects: FileObjects,
  value: PdfValue,
  seen: { fields: number },
  depth: number,
): boolean {
  seen.fields += 1;
  const field = seen.fields > MAX_FIELDS ? undefined : resolveDictionary(objects, value);
  if (field === undefined) return false;
  if (field.has('Kids')) {
    const kids = resolveList(objects, field.get('Kids'));
    if (kids === undefined || depth >= MAX_FIELD_DEPTH) return false;
    return kids.every((kid) => isUnseenSignature(objects, kid, seen, depth + 1));
  }
  const corners = resolveList(objects, field.get('Rect'));
  return (
    nameIn(field.get('FT')) === 'Sig' && corners !== undefined && corners.every((corner) => corner === 0)
  );
}

function packetOf(objects: FileObjects, number: number): ReturnType<typeof readXmp> {
  const data = objects.stream(number);
  return data && readXmp(Buffer.from(data).toString('utf8').trim());
}

function isLinearized(file: Uint8Array): boolean {
  const start = Buffer.from(file.subarray(0, LINEARIZED_BYTES)).toString('latin1');
  return LINEARIZED.test(start) && Number(LENGTH.exec(start)?.[1]) === file.length;
}
