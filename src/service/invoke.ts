/** One way into every operation, for requests and for calls of the host: rights, checks, repetitions. */
// See docs/language/09-service.md#965-idempotency
import type * as z from 'zod';
import { orderedJson } from '../foundation/objects/members.js';
import { explain } from '../language/config/issues.js';
import { allows, ENVIRONMENTS, type Environment, mayTouch, type Principal } from './api-keys.js';
import { sha256, toHex, utf8 } from './bytes.js';
import { guardedCall, type ServiceContext } from './context.js';
import { invalidRequest, invalidRequestIn, type RequestIssue, serviceError } from './errors.js';
import { refuseNul, shownPath } from './http/nul.js';
import type { AnyOperation, Asked, Call, Caller, Method, Operation, ReceivedBytes } from './operation.js';
import type { IdempotencyKey, StoredResponse } from './rows.js';
import { seal, unseal } from './sealed.js';

/** What an operation is called with, before it is checked. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  /** JSON, received bytes or a stream, as the operation says. */
  readonly body?: unknown;
  /** Whether it is known that there is no NUL in the JSON of the body. */
  readonly isScanned?: true;
}

/** Who calls, and how. */
export interface CallDetails {
  readonly caller: Caller;
  readonly base: string;
  readonly signal: AbortSignal;
  readonly idempotencyKey?: string | undefined;
  /** The header of that name, for what the call causes. */
  readonly traceparent?: string | undefined;
  /** Counts the call, where its cost depends on what it asks for. @throws ServiceError `rate_limited` */
  charge?(cost: number): Promise<void>;
}

/** What came of a call. */
type Invocation<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  /** The first response to the same request. */
  | { readonly kind: 'replay'; readonly response: StoredResponse };

/** What rights are checked of: an operation, or a method of the service that has no route. */
export type Guarded = Pick<AnyOperation, 'access' | 'environments'> & { readonly method?: Method };

/** Visible ASCII. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/u;

/**
 * Checks whether a caller may use an operation.
 * @param id the extraction that the path names, for review tokens
 * @throws ServiceError `unauthorized`, `forbidden`
 */
export function authorise(operation: Guarded, caller: Caller, id?: string): void {
  if (isAllowed(operation, caller, id)) return;
  throw serviceError(caller.kind === 'nobody' ? 'unauthorized' : 'forbidden');
}

/** Whether a caller may use an operation; see `authorise`. */
export function isAllowed({ access, environments, method }: Guarded, caller: Caller, id?: string): boolean {
  if ('open' in access) return true;
  if (caller.kind === 'nobody') return false;
  if (caller.kind === 'token') {
    const granted = caller.token.grants.some((grant) => grant.extractionId === id && grant.method === method);
    return granted && access.own === true;
  }
  const { principal } = caller;
  const isOwner = access.own === true && access.scope === 'read' && allows(principal, 'extract');
  if (!allows(principal, access.scope) && !isOwner) return false;
  return environments !== 'shared' || ENVIRONMENTS.every((each) => mayTouch(principal, each));
}

/** Whether a caller may touch what belongs to an environment. */
export function reaches(caller: Caller, environment: Environment): boolean {
  const principal = principalOfCaller(caller);
  return principal === undefined || mayTouch(principal, environment);
}

/** The account that a caller acts for. */
export function accountOf(caller: Caller): string {
  if (caller.kind === 'key') return caller.principal.account;
  return caller.kind === 'token' ? caller.token.account : '';
}

/** The principal of a caller, where it has a key. */
export function principalOfCaller(caller: Caller): Principal | undefined {
  return caller.kind === 'key' ? caller.principal : undefined;
}

/**
 * Checks the input and runs the operation; a repetition of a request with the same key gets the first response.
 * @throws ServiceError, StoreError, and what is the fault of nobody who calls
 */
export async function invoke<Params, Query, Body, Result>(
  context: ServiceContext,
  operation: Operation<Params, Query, Body, Result>,
  raw: RawInput,
  details: CallDetails,
): Promise<Invocation<Result>> {
  const query = checked(operation.query, raw.query ?? {}, []);
  const params = checked(operation.params, raw.params ?? {}, []);
  const body = bodyOf(operation, raw);
  refuseAsked(operation, { params, query, body }, details.caller);
  if (operation.cost) await details.charge?.(Math.max(1, operation.cost({ params, query, body })));
  const account = accountOf(details.caller);
  const { caller, base, signal, traceparent, idempotencyKey } = details;
  const run = (keep: Call['keep']) =>
    operation.run({
      context,
      call: { caller, account, base, signal, traceparent, keep },
      params,
      query,
      body,
    });
  if (!operation.creates || idempotencyKey === undefined) {
    return { kind: 'result', result: await run(async () => undefined) };
  }
  return once(context, operation, raw, { account, caller, idempotencyKey }, run);
}

/** @throws ServiceError `forbidden` for an environment that the caller may not touch */
function refuseAsked<Params, Query, Body>(
  { environments }: Operation<Params, Query, Body, unknown>,
  asked: Asked<Params, Query, Body>,
  caller: Caller,
): void {
  const named = typeof environments === 'object' ? environments.asked(asked) : [];
  if (named.some((each) => each !== undefined && !reaches(caller, each))) throw serviceError('forbidden');
}

/** Runs an operation unless the same request was answered before. */
async function once<Result>(
  context: ServiceContext,
  operation: AnyOperation,
  raw: RawInput,
  {
    account,
    caller,
    idempotencyKey,
  }: { readonly account: string; readonly caller: Caller; readonly idempotencyKey: string },
  run: (keep: Call['keep']) => Promise<Result>,
): Promise<Invocation<Result>> {
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw invalidRequest({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const { store } = context;
  const key: IdempotencyKey = {
    account,
    route: `${operation.method} ${operation.path}`,
    key: idempotencyKey,
  };
  const taken = await store.idempotent(key, await hashOf(raw, caller));
  if (taken.state === 'done') {
    return { kind: 'replay', response: await replayed(context, operation, taken.response) };
  }
  if (taken.state === 'mismatch') throw serviceError('idempotency_mismatch');
  if (taken.state === 'busy') {
    throw serviceError('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
  }
  try {
    let isKept = false;
    const result = await run(async (made, tx) => {
      await store.saveIdempotent(key, await storedResponse(context, operation, made), tx);
      isKept = true;
    });
    if (!isKept) await store.saveIdempotent(key, await storedResponse(context, operation, result));
    return { kind: 'result', result };
  } catch (error) {
    await guardedCall(context, 'dropIdempotent', () => store.dropIdempotent(key));
    throw error;
  }
}

/** A result as it is kept for repetitions. */
async function storedResponse(
  { secrets, random }: ServiceContext,
  { status, isSecret }: AnyOperation,
  result: unknown,
): Promise<StoredResponse> {
  const text = result === undefined ? null : orderedJson(result);
  const body = isSecret && text !== null ? await seal(text, secrets.urls, random) : text;
  return { subject: idOf(result), status, body };
}

/** The id of what a result shows. */
function idOf(result: unknown): string | null {
  const isNamed = typeof result === 'object' && result !== null && 'id' in result;
  return isNamed && typeof result.id === 'string' ? result.id : null;
}

/** A result as it was kept. @throws ServiceError where the secret that sealed it is gone */
async function replayed(
  { secrets }: ServiceContext,
  { isSecret }: AnyOperation,
  response: StoredResponse,
): Promise<StoredResponse> {
  if (!isSecret || response.body === null) return response;
  const body = await unseal(response.body, secrets.urls);
  if (body === undefined) throw serviceError('idempotency_mismatch');
  return { ...response, body };
}

/** A digest of what a request asks for, and of the key that asks: another one gets nothing of the first response. */
async function hashOf({ params, query, body }: RawInput, caller: Caller): Promise<string> {
  const { keyId = null, environment = null } = principalOfCaller(caller) ?? {};
  const content = isReceivedBytes(body)
    ? { type: body.contentType ?? null, sha256: toHex(await sha256(body.bytes)) }
    : (body ?? null);
  return toHex(await sha256(utf8(orderedJson([keyId, environment, params ?? {}, query ?? {}, content]))));
}

function isReceivedBytes(body: unknown): body is ReceivedBytes {
  return typeof body === 'object' && body !== null && 'bytes' in body && body.bytes instanceof Uint8Array;
}

function bodyOf<Params, Query, Body, Result>(
  operation: Operation<Params, Query, Body, Result>,
  { body: raw, isScanned }: RawInput,
): Body {
  const { body } = operation;
  // Without a body there is nothing that could be of another type than undefined; bytes come from the reader.
  if (body?.kind !== 'json') return raw as Body;
  const value = raw === undefined && body.optional ? {} : raw;
  if (value === undefined) throw invalidRequest({ path: '', message: 'a body is required (an object)' });
  return isScanned ? parsed(body.schema, value, []) : checked(body.schema, value, []);
}

/**
 * A value that fits a schema.
 * @param at where in the request it is
 * @throws ServiceError `invalid_request` with all that is wrong
 */
export function checked<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  at: readonly (string | number)[],
): Value {
  refuseNul(value, at);
  return parsed(schema, value, at);
}

/** A value without any NUL that fits a schema; see `checked`. */
function parsed<Value>(schema: z.ZodType<Value>, value: unknown, at: readonly (string | number)[]): Value {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  throw invalidRequestIn(issuesOf(error.issues, at));
}

function issuesOf(issues: readonly z.core.$ZodIssue[], at: readonly (string | number)[]): RequestIssue[] {
  return explain(issues).map(({ path, message }) => ({ path: shownPath([...at, ...path]), message }));
}
