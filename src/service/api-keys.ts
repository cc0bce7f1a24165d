/** API keys: how they look, what is stored of them, and who somebody is that shows one. */
// See docs/language/09-service.md#916-api-keys

import { checkBlobKey } from './blobs.js';
import {
  equalInConstantTime,
  platformRandom,
  type Random,
  sha256,
  toBase64Url,
  toHex,
  utf8,
} from './bytes.js';
import { KEY_USE_EVERY_MS } from './kept.js';

/** What a key may do; `*` is everything. */
export const SCOPES = ['extract', 'read', 'configure', 'review', 'audit', '*'] as const;

/** What a key may do; `*` is everything. */
export type Scope = (typeof SCOPES)[number];

/** Scopes of a key that was made without any being named. */
const DEFAULT_SCOPES: readonly Scope[] = ['extract', 'read'];

/** The environments that configurations are published to, in the order in which responses list them. */
export const ENVIRONMENTS = ['production', 'development'] as const;

/** Which published configs an extraction runs with. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Who makes a request. */
export interface Principal {
  readonly account: string;
  /** Id of the key, the only part of it that may be logged. */
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Default environment; one of `development` touches nothing of production. */
  readonly environment?: Environment;
}

/** A key as it is stored. Times are milliseconds since 1970. */
export interface KeyRow {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** SHA-256 of the secret, in hexadecimal: enough for 256 random bits. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly environment?: Environment;
  readonly created: number;
  readonly expires?: number;
  readonly revoked?: number;
  readonly lastUsed?: number;
}

/** Where keys are kept. */
export interface KeyStore {
  insert(row: KeyRow): Promise<void>;
  find(id: string): Promise<KeyRow | null>;
  list(account: string): Promise<readonly KeyRow[]>;
  /** False when the account has no such key. A key that was revoked before keeps its moment. */
  revoke(account: string, id: string, at: number): Promise<boolean>;
  /** Notes that a key was used. */
  touch(id: string, at: number): Promise<void>;
}

/** What a new key is for. */
export interface NewKey {
  readonly account: string;
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly environment?: Environment;
  /** Moment from which it counts no more, in milliseconds since 1970. */
  readonly expires?: number;
}

const PREFIX = 'al';
const ID_LENGTH = 12;
const SECRET_BYTES = 32;
/** RFC 4648, lower case. 32 letters: each takes the lowest five bits of a random byte. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** `al`, id, and the 43 characters of 32 bytes; the secret may hold underscores itself. */
const KEY = new RegExp(`^${PREFIX}_([a-z2-7]{${ID_LENGTH}})_([A-Za-z0-9_-]{43})$`, 'u');
/** Compared with where there is no key, so that an unknown id takes the time of a wrong secret. */
const NO_HASH = '0'.repeat(64);

/** Longest name of an account or key, in characters. */
const LONGEST_NAME = 128;

/** What is wrong with a key that is to be made: the member, and what it must be; undefined for nothing. */
export function flawOfKey({
  account,
  name,
  scopes = [],
  environment,
  expires,
}: NewKey): readonly [member: keyof NewKey, message: string] | undefined {
  if (!isAccountName(account)) {
    return [
      'account',
      `must be 1 to ${LONGEST_NAME} characters, without "/", "\\", control characters, "." and ".."`,
    ];
  }
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    return ['name', `must be 1 to ${LONGEST_NAME} characters, without control characters`];
  }
  if (scopes.some((scope) => !SCOPES.includes(scope))) return ['scopes', `must be of ${SCOPES.join(', ')}`];
  if (environment !== undefined && !ENVIRONMENTS.includes(environment)) {
    return ['environment', `must be one of ${ENVIRONMENTS.join(', ')}`];
  }
  const isMoment = expires === undefined || Math.abs(expires) <= LATEST_MOMENT;
  return isMoment ? undefined : ['expires', 'must be a moment'];
}

/** The last moment that has a year of four digits. */
const LATEST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Accounts are the first part of the keys of their blobs. */
function isAccountName(account: string): boolean {
  if (account.length > LONGEST_NAME) return false;
  try {
    return checkBlobKey(account).length === 1;
  } catch {
    return false;
  }
}

/**
 * Makes a key. The text is shown once and not stored.
 * @param now milliseconds since 1970
 * @throws RangeError for an account, name, scope, environment or moment that cannot be
 *
 * @example
 * const { key, row } = await makeKey({ account: 'north', name: 'ci' }, Date.now());
 * // Show `key` to its owner, and keep `row`.
 */
export async function makeKey(
  given: NewKey,
  now: number,
  random: Random = platformRandom,
): Promise<{ readonly key: string; readonly row: KeyRow }> {
  const flaw = flawOfKey(given);
  if (flaw) throw new RangeError(`The ${flaw[0]} of the key ${flaw[1]}.`);
  const { account, name, scopes = DEFAULT_SCOPES, environment, expires } = given;
  const id = Array.from(random(ID_LENGTH), (byte) => BASE32[byte % BASE32.length]).join('');
  const secret = toBase64Url(random(SECRET_BYTES));
  const row: KeyRow = {
    id,
    account,
    name,
    hash: await hashOf(secret),
    scopes: [...scopes],
    ...(environment !== undefined && { environment }),
    created: now,
    ...(expires !== undefined && { expires }),
  };
  return { key: `${PREFIX}_${id}_${secret}`, row };
}

async function hashOf(secret: string): Promise<string> {
  return toHex(await sha256(utf8(secret)));
}

/**
 * Who a key belongs to; null for keys that are malformed, unknown, wrong, revoked or expired, which all take the
 * same way through one comparison.
 * @param now milliseconds since 1970
 */
export async function principalOf(key: string, store: KeyStore, now: number): Promise<Principal | null> {
  const [, id = '', secret = ''] = KEY.exec(key) ?? [];
  const [row, hash] = await Promise.all([id === '' ? null : store.find(id), hashOf(secret)]);
  const isRight = equalInConstantTime(row?.hash ?? NO_HASH, hash);
  if (!isRight || row === null || row.revoked !== undefined) return null;
  if (row.expires !== undefined && row.expires <= now) return null;
  if (row.lastUsed === undefined || now - row.lastUsed >= KEY_USE_EVERY_MS) await store.touch(id, now);
  const { account, name, scopes, environment } = row;
  return { account, keyId: id, name, scopes, ...(environment !== undefined && { environment }) };
}

/** Whether a principal may do what a scope covers. */
export function allows(principal: Principal, scope: Scope): boolean {
  return principal.scopes.includes(scope) || principal.scopes.includes('*');
}

/** Whether a principal may touch what belongs to an environment. */
export function mayTouch({ environment }: Principal, touched: Environment): boolean {
  return environment !== 'development' || touched === 'development';
}

/** The bearer credential of an `Authorization` header; null where there is none. The scheme may have any case. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +([\x21-\x7e]+) *$/iu.exec(authorization ?? '')?.[1] ?? null;
}
