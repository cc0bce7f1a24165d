/** The stream cipher of files that were encrypted before AES was (ISO 32000-1, 7.6.2): no more than that, OpenSSL 3 leaves it out. */

const STATES = 256;

/** What it takes away it puts on as well. @param key 1 to 256 bytes */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: STATES }, (_, index) => index);
  for (let i = 0, j = 0; i < STATES; i++) {
    const own = state[i]!;
    j = (j + own + key[i % key.length]!) % STATES;
    state[i] = state[j]!;
    state[j] = own;
  }
  const result = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) % STATES;
    const own = state[i]!;
    j = (j + own) % STATES;
    const other = state[j]!;
    state[i] = other;
    state[j] = own;
    result[at] = data[at]! ^ state[(own + other) % STATES]!;
  }
  return result;
}
