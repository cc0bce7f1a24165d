/** A PDF with the standard security handler (revision 4), so that a test says what its dictionary holds. */
import { createHash } from 'node:crypto';
import { FIRST_EXTRA, makePdf, type PageParts } from './make-pdf.js';

/** What pads a password to 32 bytes (ISO 32000-1, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const FILE_ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

/** The entry of the trailer that the password of a sealed file is checked with. */
export const SEALED_ID = `/ID [<${FILE_ID.toString('hex')}> <${FILE_ID.toString('hex')}>]`;

const OWNER = Buffer.alloc(32, 7);
const PERMISSIONS = -44;

/**
 * A file of one page that opens with a password, the empty one by default. Its strings and streams are not
 * encrypted (crypt filter `Identity`), so that the parts are in it as they are.
 */
export function sealedPdf(page: PageParts, password = ''): Uint8Array {
  const key = keyOf(password);
  const user = Buffer.concat([rounds(md5(PADDING, FILE_ID), key), Buffer.alloc(16)]);
  const dictionary =
    `<< /Filter /Standard /V 4 /R 4 /Length 128 /P ${PERMISSIONS} /O <${OWNER.toString('hex')}> ` +
    `/U <${user.toString('hex')}> /CF << >> /StmF /Identity /StrF /Identity >>`;
  const entries = `trailer\n<< /Encrypt ${FIRST_EXTRA} 0 R ${SEALED_ID} `;
  const plain = Buffer.from(makePdf(page, [dictionary])).toString('latin1');
  return Uint8Array.from(Buffer.from(plain.replace('trailer\n<< ', entries), 'latin1'));
}

const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** Algorithm 2. */
function keyOf(password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  let key = md5(padded, OWNER, permissions, FILE_ID);
  for (let round = 0; round < 50; round++) key = md5(key);
  return key;
}

/** Algorithm 5: twenty passes with keys of their own. */
function rounds(data: Buffer, key: Buffer): Buffer {
  let result = data;
  for (let round = 0; round < 20; round++)
    result = rc4(
      result,
      key.map((byte) => byte ^ round),
    );
  return result;
}

function rc4(data: Buffer, key: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      const i = (index + 1) & 255;
      j = (j + state[i]!) & 255;
      [state[i], state[j]] = [state[j]!, state[i]!];
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}
