/** Tokens that carry a JSON value in the open and cannot be changed: `b64url(json).b64url(HMAC-SHA256)`. */
// See docs/language/09-service.md#991-signed-links
import { equalInConstantTime, fromBase64, hmacSha256, toBase64Url, utf8 } from './bytes.js';

/** A secret shorter than the digest of HMAC-SHA256 would be weaker than the signature. */
const LEAST_SECRET_BYTES = 32;

/** Longer tokens are refused before any work is done on them, in characters. */
const LONGEST_TOKEN = 8192;

/**
 * Checks secrets of signed tokens: at least one, each of at least 32 UTF-8 bytes.
 * @throws RangeError
 */
export function checkSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0) throw new RangeError('There must be at least one secret to sign with.');
  for (const [i, secret] of secrets.entries()) {
    const { length } = utf8(secret);
    if (length < LEAST_SECRET_BYTES) {
      throw new RangeError(
        `Secret ${i} has ${length} bytes; it needs at least ${LEAST_SECRET_BYTES}, drawn at random.`,
      );
    }
  }
}

/**
 * Signs a value with the first secret.
 * @param purpose what the token is for: a token of one purpose is worth nothing for another
 * @throws RangeError for secrets that are missing or too short
 */
export async function signToken(purpose: string, value: object, secrets: readonly string[]): Promise<string> {
  checkSecrets(secrets);
  const payload = toBase64Url(utf8(JSON.stringify(value)));
  return `${payload}.${await signature(purpose, payload, secrets[0]!)}`;
}

/**
 * The value of a token that any of the secrets signed; null for every other text, without saying why.
 * @throws RangeError for secrets that are missing or too short
 */
export async function readToken(
  purpose: string,
  token: string,
  secrets: readonly string[],
): Promise<unknown> {
  checkSecrets(secrets);
  if (token.length > LONGEST_TOKEN) return null;
  const [payload = '', given = '', ...more] = token.split('.');
  const expected = await Promise.all(secrets.map((secret) => signature(purpose, payload, secret)));
  // Every secret is compared, and the text of the signature, not its bytes: several texts may give the same bytes.
  const matches = expected.filter((each) => equalInConstantTime(each, given));
  return matches.length > 0 && more.length === 0 ? parsed(payload) : null;
}

async function signature(purpose: string, payload: string, secret: string): Promise<string> {
  return toBase64Url(await hmacSha256(utf8(secret), utf8(`anchorline.${purpose}.${payload}`)));
}

function parsed(payload: string): unknown {
  const bytes = fromBase64(payload);
  if (bytes === undefined) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
