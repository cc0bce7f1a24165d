/** Bytes as text and back, digests and comparison: what tokens, keys and signatures are made of. Web standards only. */

const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Bytes turned into text at once: `String.fromCharCode` takes its arguments on the stack. */
const CHUNK = 8192;

/** Standard Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/** Base64 for addresses: `-` and `_`, no padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

const BASE64_TEXT = /^[A-Za-z0-9+/_-]*={0,2}$/u;

/** Bytes of standard or URL-safe Base64, padded or not; undefined for any other text, white space included. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64_TEXT.test(text)) return undefined;
  const standard = text.replace(/=+$/u, '').replaceAll('-', '+').replaceAll('_', '/');
  if (standard.length % 4 === 1) return undefined;
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Lower-case hexadecimal digits, two a byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of some bytes. */
export async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

/** HMAC-SHA256 of some bytes under a key. */
export async function hmacSha256(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}

/** Whether two texts are equal, in a time that depends on their lengths only. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [utf8(a), utf8(b)];
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= left[i]! ^ (right[i] ?? 0);
  return difference === 0;
}

/** Some random bytes. */
export type Random = (bytes: number) => Uint8Array;

/** The random source of the platform. */
export const platformRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes));

const BITS_OF_FRACTION = 32;

/** A number from 0 (included) to 1 (excluded). */
export function fraction(random: Random): number {
  const [a = 0, b = 0, c = 0, d = 0] = random(BITS_OF_FRACTION / 8);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) / 2 ** BITS_OF_FRACTION;
}
