/** How bytes are held against the signatures of kinds of file. Nothing is unpacked. */
import type { Archive } from './formats/define.js';
import { openCompoundFile } from './office/compound-file.js';
import { readZipDirectory } from './office/zip-directory.js';

/**
 * Whether a file begins so.
 * @param signature Latin-1; `?` is any byte
 */
export function beginsWith(bytes: Uint8Array, signature: string, offset = 0): boolean {
  for (let i = 0; i < signature.length; i++) {
    if (signature[i] !== '?' && bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return true;
}

/** The first bytes of a file as Latin-1. */
export function latin1(bytes: Uint8Array, length: number, offset = 0): string {
  const end = Math.min(length, bytes.length - offset);
  return String.fromCharCode(...bytes.subarray(offset, offset + Math.max(0, end)));
}

/** Entries looked at; office files have their parts far earlier. */
const ENTRY_LIMIT = 4096;
/** The first entry of an OpenDocument file is its content type, stored without compression: here its name begins. */
const MIMETYPE_NAME_AT = 30;
const MIMETYPE_NAME = 'mimetype';
const MIMETYPE_AT = MIMETYPE_NAME_AT + MIMETYPE_NAME.length;
/** Longer than any content type that is looked for. */
const MIMETYPE_LENGTH = 100;

/** What a ZIP archive says of itself by the names in its directory. */
export function archiveOf(bytes: Uint8Array): Archive {
  const names = readZipDirectory(bytes, ENTRY_LIMIT)?.entries.map(({ name }) => name) ?? [];
  const hasMimetype = beginsWith(bytes, MIMETYPE_NAME, MIMETYPE_NAME_AT);
  return {
    has: (prefix) => names.some((name) => name.startsWith(prefix)),
    mimetype: hasMimetype ? latin1(bytes, MIMETYPE_LENGTH, MIMETYPE_AT) : '',
  };
}

/** What lies at the top level of a compound file, in lower case. */
export function compoundNamesOf(bytes: Uint8Array): ReadonlySet<string> {
  return new Set(openCompoundFile(bytes).names.map((name) => name.toLowerCase()));
}
