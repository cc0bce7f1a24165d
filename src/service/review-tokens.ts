/** Review tokens: bearer credentials for a few calls. */
// See docs/language/09-service.md#9141-review-links
import { equalInConstantTime, sha256, toHex, utf8 } from './bytes.js';
import type { ServiceContext } from './context.js';
import type { Caller } from './operation.js';

/** `{id}:{secret}`, both version 4 UUIDs; only a hash of the second is stored. */
const TOKEN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}):([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/u;

/** Compared with where there is no token, so that an unknown id takes the time of a wrong secret. */
const NO_HASH = '0'.repeat(64);

/** What is stored of the secret half of a token. */
export async function tokenHash(secret: string): Promise<string> {
  return toHex(await sha256(utf8(secret)));
}

/** Who holds a review token; undefined for what is not one, or counts no more. */
export async function callerOfToken(
  { store, time }: ServiceContext,
  credential: string,
): Promise<Caller | undefined> {
  const [, id, secret] = TOKEN.exec(credential) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const [row, hash] = await Promise.all([store.getToken(id), tokenHash(secret)]);
  const isRight = equalInConstantTime(row?.hash ?? NO_HASH, hash);
  if (!row || !isRight || row.revoked !== null || row.expires <= (await time.now())) return undefined;
  return { kind: 'token', token: row };
}
