/** Operations on API keys; hosts call them, requests do not. */
import {
  type Environment,
  flawOfKey,
  type KeyRow,
  makeKey,
  type Principal,
  type Scope,
} from '../api-keys.js';
import { type Deed, noteDeed } from '../audit.js';
import { type ServiceContext, shownTime } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';

/** A key as it is shown: never its secret. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly environment?: Environment;
  readonly created: string;
  readonly expires?: string;
  readonly revoked?: string;
  readonly last_used?: string;
}

/** What a key is made for. */
export interface KeyRequest {
  readonly name: string;
  /** Default `default`. */
  readonly account?: string;
  /** Default `extract` and `read`. */
  readonly scopes?: readonly Scope[];
  readonly environment?: Environment;
  /** ISO 8601; without it the key counts until it is revoked. */
  readonly expires?: string;
}

/** Who makes or revokes a key, for the audit log; default the host. */
export interface KeyCaller {
  readonly principal?: Principal;
}

/** Making, listing and revoking API keys. */
export interface KeyOps {
  /** Makes a key. Its text is shown this once. @throws ServiceError where the host keeps keys itself, or the request is wrong */
  create(request: KeyRequest, by?: KeyCaller): Promise<ShownKey & { readonly key: string }>;
  /** Keys of an account, revoked ones, too. */
  list(account?: string): Promise<readonly ShownKey[]>;
  /** Ends a key or review token. @throws ServiceError `not_found` */
  revoke(id: string, account?: string, by?: KeyCaller): Promise<void>;
}

/** The account of hosts that serve one customer. */
const DEFAULT_ACCOUNT = 'default';

/** The principal of calls that the host makes itself. */
export const HOST: Principal = { account: DEFAULT_ACCOUNT, keyId: 'host', name: 'host', scopes: ['*'] };

export function keyOperations(context: ServiceContext): KeyOps {
  const { keys, time, random, store } = context;
  const kept = () => {
    if (keys) return keys;
    throw serviceError('invalid_request', undefined, {
      issues: [{ path: 'keys', message: 'the host authenticates by itself and keeps no keys here' }],
    });
  };
  const noted = (account: string, deed: Deed, { principal = HOST }: KeyCaller = {}) =>
    noteDeed(context, { account, caller: { kind: 'key', principal } }, deed);
  return {
    async create({ account = DEFAULT_ACCOUNT, expires, ...request }, by) {
      const until = expires === undefined ? {} : { expires: Date.parse(expires) };
      const wanted = { ...request, account, ...until };
      const [path, message] = flawOfKey(wanted) ?? [];
      if (path !== undefined && message !== undefined) throw invalidRequest({ path, message });
      const { key, row } = await makeKey(wanted, await time.now(), random);
      const { scopes } = row;
      const deed = { action: 'key.created', subject: row.id, name: row.name, details: { scopes } } as const;
      await kept().insert(row);
      await noted(account, deed, by).catch(async (error: unknown) => {
        // Nobody has seen it: a key that no entry tells of shall open nothing.
        await kept().revoke(account, row.id, row.created);
        throw error;
      });
      return { ...shownKey(row), key };
    },
    async list(account = DEFAULT_ACCOUNT) {
      return (await kept().list(account)).map(shownKey);
    },
    async revoke(id, account = DEFAULT_ACCOUNT, by) {
      const isKey = (await keys?.revoke(account, id, await time.now())) ?? false;
      if (!isKey && !(await store.revokeToken(account, id))) throw serviceError('not_found');
      // Revoked first: whoever repeats a call that failed here gets the entry, too.
      await noted(account, { action: isKey ? 'key.revoked' : 'token.revoked', subject: id, name: null }, by);
    },
  };
}

function shownKey(row: KeyRow): ShownKey {
  const { id, name, scopes, environment, created, expires, revoked, lastUsed } = row;
  return {
    id,
    name,
    scopes,
    ...(environment !== undefined && { environment }),
    created: shownTime(created),
    ...(expires !== undefined && { expires: shownTime(expires) }),
    ...(revoked !== undefined && { revoked: shownTime(revoked) }),
    ...(lastUsed !== undefined && { last_used: shownTime(lastUsed) }),
  };
}
