/** The key of an encrypted file by its user password (ISO 32000-1, 7.6.3; ISO 32000-2, 7.6.4 for revision 6). */
import type { Ciphers } from '../../../foundation/platform/ciphers.js';
import { rc4 } from './rc4.js';

/** What a file says of its encryption. */
export interface Encryption {
  readonly revision: number;
  /** Bytes that the key may have. */
  readonly keyBytes: readonly number[];
  /** `O`, `U` and `UE`: what passwords are checked with, and the key of files from revision 5 on, encrypted. */
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly userKey: Buffer;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** The first id of the file. */
  readonly id: Buffer;
}

/** First revisions of more rounds, of AES with 256 bits, and of its hash of many rounds. */
const MORE_ROUNDS = 3;
const AES_256 = 5;
const MANY_HASHES = 6;

/** What pads a password to 32 bytes (algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const KEY_ROUNDS = 50;
const CHECK_ROUNDS = 20;

/** Bytes of a password in UTF-8 that count. */
const LONGEST_PASSWORD = 127;

/** In `U` from revision 5 on: the hash, the salt that passwords are checked with, the salt of the key. */
const HASH_BYTES = 32;
const SALT_BYTES = 8;

/** Bytes of a block of AES. */
export const AES_BLOCK = 16;

/** Undefined where the password is not the user's; it may be the owner's. */
export function fileKey(ciphers: Ciphers, encryption: Encryption, password: string): Buffer | undefined {
  if (encryption.revision >= AES_256) return newKey(ciphers, encryption, password);
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, PADDING.length);
  return encryption.keyBytes
    .map((bytes) => oldKey(ciphers, encryption, padded, bytes))
    .find((key) => isUsers(ciphers, encryption, key));
}

/** Algorithm 2. */
function oldKey({ digest }: Ciphers, encryption: Encryption, padded: Buffer, bytes: number): Buffer {
  const { revision, owner, permissions, id, encryptsMetadata } = encryption;
  const allowed = Buffer.alloc(4);
  allowed.writeInt32LE(permissions | 0);
  const mark = Buffer.alloc(revision > MORE_ROUNDS && !encryptsMetadata ? 4 : 0, 0xff);
  let key = digest('md5', padded, owner.subarray(0, PADDING.length), allowed, id, mark).subarray(0, bytes);
  if (revision < MORE_ROUNDS) return key;
  for (let round = 0; round < KEY_ROUNDS; round++) key = digest('md5', key).subarray(0, bytes);
  return key;
}

/** Algorithms 4 and 5. */
function isUsers({ digest }: Ciphers, { revision, user, id }: Encryption, key: Buffer): boolean {
  if (revision < MORE_ROUNDS) return rc4(key, PADDING).equals(user);
  let check = digest('md5', PADDING, id);
  for (let round = 0; round < CHECK_ROUNDS; round++) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  return check.equals(user.subarray(0, check.length));
}

/** Algorithm 2.A. */
function newKey(ciphers: Ciphers, encryption: Encryption, password: string): Buffer | undefined {
  const { revision, user, userKey } = encryption;
  const entered = Buffer.from(password, 'utf8').subarray(0, LONGEST_PASSWORD);
  const salts = user.subarray(HASH_BYTES, HASH_BYTES + 2 * SALT_BYTES);
  if (salts.length < 2 * SALT_BYTES || userKey.length !== HASH_BYTES) return undefined;
  const hash = (salt: Buffer) => {
    const first = ciphers.digest('sha256', entered, salt);
    return revision < MANY_HASHES ? first : hardened(ciphers, entered, first);
  };
  if (!hash(salts.subarray(0, SALT_BYTES)).equals(user.subarray(0, HASH_BYTES))) return undefined;
  return ciphers.decryptAes(hash(salts.subarray(SALT_BYTES)), Buffer.alloc(AES_BLOCK), userKey);
}

/** Algorithm 2.B: rounds, at least 64, until the last byte of one is no more than its number less 32. */
const LEAST_ROUNDS = 64;
const ALLOWANCE = 32;
const REPEATED = 64;
const DIGESTS = ['sha256', 'sha384', 'sha512'] as const;

function hardened({ digest, encryptAes }: Ciphers, password: Buffer, first: Buffer): Buffer {
  let hash = first;
  for (let round = 1, last = 0; round <= LEAST_ROUNDS || last > round - 1 - ALLOWANCE; round++) {
    const once = Buffer.concat([password, hash]);
    const all = Buffer.concat(Array.from({ length: REPEATED }, () => once));
    const mixed = encryptAes(hash.subarray(0, AES_BLOCK), hash.subarray(AES_BLOCK, 2 * AES_BLOCK), all);
    const sum = mixed.subarray(0, AES_BLOCK).reduce((total, byte) => total + byte, 0);
    hash = digest(DIGESTS[sum % DIGESTS.length]!, mixed);
    last = mixed.at(-1)!;
  }
  return hash.subarray(0, HASH_BYTES);
}
