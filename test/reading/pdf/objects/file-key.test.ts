import { createCipheriv, createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ciphers } from '../../../../src/foundation/platform/ciphers.js';
import { type Encryption, fileKey } from '../../../../src/reading/pdf/objects/file-key.js';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');

/** What Acrobat 9 wrote, which pdf-lib does not (other revisions: see the tests of the cipher). */
function fifth(password: string): Encryption {
  const [check, salt] = [Buffer.from('checksum'), Buffer.from('keysalts')];
  const hash = (end: Buffer) => createHash('sha256').update(password).update(end).digest();
  const cipher = createCipheriv('aes-256-cbc', hash(salt), Buffer.alloc(16)).setAutoPadding(false);
  return {
    revision: 5,
    keyBytes: [32],
    owner: Buffer.alloc(48),
    user: Buffer.concat([hash(check), check, salt]),
    userKey: Buffer.concat([cipher.update(KEY), cipher.final()]),
    permissions: -44,
    encryptsMetadata: true,
    id: Buffer.alloc(0),
  };
}

it('the key of a file is in it, encrypted, from revision 5 on', () => {
  expect(fileKey(ciphers!, fifth('öffne'), 'öffne')?.equals(KEY)).toBe(true);
  expect(fileKey(ciphers!, fifth('öffne'), 'other')).toBeUndefined();
  expect(fileKey(ciphers!, { ...fifth(''), userKey: Buffer.alloc(8) }, '')).toBeUndefined();
  expect(fileKey(ciphers!, { ...fifth(''), user: Buffer.alloc(40) }, '')).toBeUndefined();
});
