/** Decrypts what an encrypted file holds (ISO 32000-1, 7.6; ISO 32000-2, 7.6): each object with a key of its own. */
import { type Ciphers, ciphers } from '../../../foundation/platform/ciphers.js';
import { AES_BLOCK, type Encryption, fileKey } from './file-key.js';
import type { FileObjects } from './file-objects.js';
import {
  isDictionary,
  isReference,
  isString,
  nameIn,
  type PdfDictionary,
  type PdfValue,
  parseValue,
} from './object-values.js';
import { rc4 } from './rc4.js';
import { stringBytes } from './strings.js';
import { trailerOf } from './trailer.js';

/** An object of a file. */
export interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

export interface FileCipher {
  /** The bytes of a string of an object. */
  string(bytes: Buffer, of: ObjectId): Buffer;
  /** The data of a stream, packed; undefined where it has a cipher of its own. @param dictionary its text */
  stream(data: Buffer, of: ObjectId, dictionary: string): Buffer | undefined;
}

type Method = 'none' | 'RC4' | 'AES' | 'AES with the key of the file';

/** Names of methods in crypt filters. */
const METHODS: Readonly<Record<string, Method>> = {
  None: 'none',
  V2: 'RC4',
  AESV2: 'AES',
  AESV3: 'AES with the key of the file',
};

/** First version with crypt filters, and the last one. */
const WITH_FILTERS = 4;
const LAST_VERSION = 5;

/** Bits of a key where nothing is said, and what is taken for bytes where bits are meant (crypt filters may say either). */
const USUAL_BITS = 40;
const FILTER_BYTES = 16;

/** Bytes of a file's key for AES. */
const KEY_BYTES = { AES: 16, AES_256: 32 };

/** Bytes of a key of an object beyond those of the file's, and at most. */
const MORE_BYTES = 5;
const MOST_BYTES = 16;

const SALT = Buffer.from('sAlT');

/** Characters of the encryption dictionary that are read. */
const LONGEST = 16 * 1024;

const NOT_ENCRYPTED = /\/Type\s{0,8}\/XRef\b/u;
const METADATA = /\/Type\s{0,8}\/Metadata\b/u;

/**
 * Of a file as it says itself how it is encrypted.
 * @param objects of the file as they are
 * @returns undefined where the password is not the user's, the file is damaged, or the platform has no ciphers
 */
export function fileCipher(objects: FileObjects, password = ''): FileCipher | undefined {
  if (ciphers === undefined) return undefined;
  const trailer = trailerOf(objects);
  const dictionary = encryptionOf(objects, trailer?.get('Encrypt'));
  const methods = dictionary && methodsOf(dictionary);
  const encryption = dictionary && readEncryption(dictionary, trailer?.get('ID'));
  const key = methods && encryption && fileKey(ciphers, encryption, password);
  if (!key || !fits(key, methods.strings) || !fits(key, methods.streams)) return undefined;
  const { digest, decryptAes } = ciphers;
  const decrypt = (data: Buffer, { number, generation }: ObjectId, method: Method): Buffer => {
    if (method === 'none') return data;
    if (method === 'AES with the key of the file') return fromAes(decryptAes, key, data);
    const id = Buffer.alloc(MORE_BYTES);
    id.writeUIntLE(number, 0, 3);
    id.writeUIntLE(generation, 3, 2);
    const isAes = method === 'AES';
    const length = Math.min(key.length + MORE_BYTES, MOST_BYTES);
    const own = digest('md5', key, id, isAes ? SALT : Buffer.alloc(0)).subarray(0, length);
    return isAes ? fromAes(decryptAes, own, data) : rc4(own, data);
  };
  return {
    string: (bytes, of) => decrypt(bytes, of, methods.strings),
    stream: (data, of, text) => {
      if (text.includes('/Crypt')) return undefined;
      const isPlain = NOT_ENCRYPTED.test(text) || (!encryption.encryptsMetadata && METADATA.test(text));
      return isPlain ? data : decrypt(data, of, methods.streams);
    },
  };
}

/** Whether a method takes a key of this length. */
function fits({ length }: Buffer, method: Method): boolean {
  if (method === 'AES') return length === KEY_BYTES.AES;
  return method !== 'AES with the key of the file' || length === KEY_BYTES.AES_256;
}

/** Data begin with what the chain of blocks starts from, and end with as many bytes as the last one says. */
function fromAes(decrypt: Ciphers['decryptAes'], key: Buffer, data: Buffer): Buffer {
  const end = data.length - (data.length % AES_BLOCK);
  if (end <= AES_BLOCK) return Buffer.alloc(0);
  const blocks = decrypt(key, data.subarray(0, AES_BLOCK), data.subarray(AES_BLOCK, end));
  const padding = blocks.at(-1)!;
  return padding > AES_BLOCK ? blocks : blocks.subarray(0, blocks.length - padding);
}

/** The dictionary is never packed, nor encrypted itself. */
function encryptionOf({ plain }: FileObjects, entry: PdfValue): PdfDictionary | undefined {
  if (!isReference(entry)) return isDictionary(entry) ? entry : undefined;
  const head = `${entry.number} 0 obj`;
  let at = plain.lastIndexOf(head);
  while (at > 0 && isDigit(plain[at - 1]!)) at = plain.lastIndexOf(head, at - 1);
  if (at <= 0) return undefined;
  const start = at + head.length;
  const value = parseValue(plain.toString('latin1', start, start + LONGEST));
  return isDictionary(value) ? value : undefined;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Undefined for versions that are not known. */
function methodsOf(
  dictionary: PdfDictionary,
): { readonly strings: Method; readonly streams: Method } | undefined {
  const version = numberIn(dictionary.get('V')) ?? 0;
  if (nameIn(dictionary.get('Filter')) !== 'Standard' || version > LAST_VERSION) return undefined;
  if (version < WITH_FILTERS) return { strings: 'RC4', streams: 'RC4' };
  const filters = dictionary.get('CF');
  const methodOf = (entry: string): Method | undefined => {
    const name = nameIn(dictionary.get(entry)) ?? 'Identity';
    if (name === 'Identity') return 'none';
    const filter = isDictionary(filters) ? filters.get(name) : undefined;
    return METHODS[(isDictionary(filter) && nameIn(filter.get('CFM'))) || 'None'];
  };
  const strings = methodOf('StrF');
  const streams = methodOf('StmF');
  return strings && streams && { strings, streams };
}

function readEncryption(dictionary: PdfDictionary, ids: PdfValue): Encryption | undefined {
  const revision = numberIn(dictionary.get('R'));
  const permissions = numberIn(dictionary.get('P'));
  const owner = bytesIn(dictionary.get('O'));
  const user = bytesIn(dictionary.get('U'));
  if (revision === undefined || permissions === undefined || !owner || !user) return undefined;
  const bits = numberIn(dictionary.get('Length')) ?? USUAL_BITS;
  return {
    revision,
    // The first revision knows no other keys; later ones do not always say what theirs have.
    keyBytes: revision < 3 ? [USUAL_BITS / 8] : [...new Set([bits / 8, FILTER_BYTES, USUAL_BITS / 8])],
    owner,
    user,
    userKey: bytesIn(dictionary.get('UE')) ?? Buffer.alloc(0),
    permissions,
    encryptsMetadata: dictionary.get('EncryptMetadata') !== false,
    id: bytesIn(Array.isArray(ids) ? (ids[0] as PdfValue) : undefined) ?? Buffer.alloc(0),
  };
}

function numberIn(value: PdfValue): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function bytesIn(value: PdfValue): Buffer | undefined {
  return isString(value) ? stringBytes(value.written) : undefined;
}
