/** Texts that only the service can read where they are stored: sealed with its secrets, by AES-256-GCM. */
// See docs/language/09-service.md#965-idempotency
import { fromBase64, hmacSha256, type Random, toBase64Url, utf8 } from './bytes.js';

/** What AES-GCM wants (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const CIPHER = 'AES-GCM';
/** Keeps this use of a secret apart from its others. */
const PURPOSE = utf8('anchorline.sealed');

/** Seals a text with the first secret. @param random gives the nonce */
export async function seal(text: string, secrets: readonly string[], random: Random): Promise<string> {
  const nonce = new Uint8Array(random(NONCE_BYTES));
  const key = await keyOf(secrets[0]!);
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, key, utf8(text));
  return `${toBase64Url(nonce)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/** The text that any of the secrets sealed; undefined for every other. */
export async function unseal(sealed: string, secrets: readonly string[]): Promise<string | undefined> {
  const [nonce, data] = sealed.split('.').map(fromBase64);
  if (!nonce || !data) return undefined;
  for (const secret of secrets) {
    try {
      const text = await crypto.subtle.decrypt({ name: CIPHER, iv: nonce }, await keyOf(secret), data);
      return new TextDecoder().decode(text);
    } catch {
      // Another secret sealed it, or none.
    }
  }
  return undefined;
}

async function keyOf(secret: string) {
  const bytes = await hmacSha256(utf8(secret), PURPOSE);
  return crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
}
