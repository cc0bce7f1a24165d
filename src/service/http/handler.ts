/** From a request to a response: the thin skin around the operations. It never throws. */
import { orderedJson } from '../../foundation/objects/members.js';
import { bearerToken, type Principal } from '../api-keys.js';
import { utf8 } from '../bytes.js';
import { reportError, type ServiceContext } from '../context.js';
import {
  errorText,
  invalidRequestIn,
  ServiceError,
  serviceError,
  UNAVAILABLE_RETRY_SECONDS,
} from '../errors.js';
import {
  accountOf,
  authorise,
  type CallDetails,
  invoke,
  principalOfCaller,
  type RawInput,
} from '../invoke.js';
import { linkSubject } from '../links.js';
import type { Observed } from '../observe.js';
import { type AnyOperation, type Caller, type FileReply, JsonText } from '../operation.js';
import { callerOfToken } from '../review-tokens.js';
import type { ErrorBody } from '../schemas/error.js';
import { isStorageAway, StoreError } from '../store-error.js';
import { readBytes, readJson, refuseDeclaredSize, refuseWrapped } from './body.js';
import { isHost } from './host.js';
import { MEDIA_TYPES, type ResponseMedia, responseMedia } from './media.js';
import { createRouter, type Match } from './path.js';

/** What a host may say of a request. */
export interface RequestContext {
  /** Who calls, where the host has found that out itself. */
  readonly principal?: Principal;
  /** Keeps the process alive; nothing that must happen depends on it. */
  waitUntil?(promise: Promise<unknown>): void;
  readonly clientIp?: string;
}

/** Answers requests. */
export type Handle = (request: Request, host?: RequestContext) => Promise<Response>;

/** The handler of a service. @param isClosed whether the service was closed */
export function createHandler(
  context: ServiceContext,
  operations: readonly AnyOperation[],
  isClosed: () => boolean,
): (request: Request, host: RequestContext | undefined, observed: Observed) => Promise<Response> {
  const router = createRouter(operations, context.basePath);
  return async (request, host = {}, observed) => {
    const requestId = context.newId();
    const media = responseMedia(request.headers.get('accept'));
    let response: Response;
    try {
      if (isClosed())
        throw serviceError('unavailable', undefined, { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
      refuseOddHost(request.headers);
      const url = new URL(request.url);
      const match = router.match(request.method, url.pathname);
      observed.routed(match.operation.path);
      response = await answer(context, request, host, url, match, media, observed);
    } catch (error) {
      response = errorResponse(asServiceError(context, error, requestId), requestId, media);
    }
    for (const [header, value] of Object.entries(STANDING_HEADERS)) response.headers.set(header, value);
    response.headers.set('x-request-id', requestId);
    return request.method === 'HEAD' ? withoutBody(response) : response;
  };
}

const STANDING_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Such a header may have changed the path of the address that the host made of it. @throws ServiceError */
function refuseOddHost(headers: Headers): void {
  const host = headers.get('host');
  if (host === null || isHost(host)) return;
  throw invalidRequestIn([{ path: 'Host', message: 'must be a host, and perhaps a port' }]);
}

async function answer(
  context: ServiceContext,
  request: Request,
  host: RequestContext,
  url: URL,
  { operation, params }: Match,
  media: ResponseMedia,
  { traceparent }: Observed,
): Promise<Response> {
  const caller = await callerOf(context, operation, request, host);
  authorise(operation, caller, params['id']);
  // What costs more is counted once it is known how much.
  const counted = (cost: number) => takeTurn(context, { operation, params, caller }, cost);
  if (!operation.cost) await counted(1);
  if (caller.kind === 'token') {
    const use = { at: await context.time.now(), route: operation.path, method: operation.method };
    await context.store.useToken(caller.token.id, { ...use, extractionId: params['id'] ?? '' });
  }
  const query = queryOf(operation, url.searchParams);
  const body = await bodyOf(context, operation, request);
  const raw: RawInput = { params, query, ...(body !== undefined && { body }), isScanned: true };
  const key = request.headers.get('idempotency-key');
  const details: CallDetails = {
    caller,
    base: context.baseUrl ?? `${url.origin}${context.basePath}`,
    signal: request.signal,
    traceparent,
    charge: counted,
    ...(key !== null && { idempotencyKey: key }),
  };
  const invocation = await invoke(context, operation, raw, details);
  if (invocation.kind === 'replay') {
    const { status, body: text } = invocation.response;
    const replayed = textResponse(text, status, media);
    replayed.headers.set('idempotency-replayed', 'true');
    return replayed;
  }
  return resultResponse(context, operation, invocation.result, media);
}

/** Who makes a request. @throws ServiceError `unauthorized` */
async function callerOf(
  context: ServiceContext,
  operation: AnyOperation,
  request: Request,
  host: RequestContext,
): Promise<Caller> {
  if ('open' in operation.access) return { kind: 'nobody' };
  if (host.principal) return { kind: 'key', principal: host.principal };
  const credential = bearerToken(request.headers.get('authorization'));
  if (credential === null) throw serviceError('unauthorized');
  const token = await callerOfToken(context, credential);
  if (token) return token;
  const principal = await context.authenticate(credential);
  if (!principal) throw serviceError('unauthorized');
  return { kind: 'key', principal };
}

/** A call that counts for `rateLimit`. */
interface Counted extends Match {
  readonly caller: Caller;
}

/**
 * What calls are counted by: the key, the account of a review token, or what a signed address is about, as that names
 * no key. All addresses that are worth nothing count as one: nobody can make the limiter forget others with them.
 * @returns undefined for what is open to everybody
 */
async function countedBy(
  context: ServiceContext,
  { operation, params, caller }: Counted,
): Promise<string | undefined> {
  const { access, method } = operation;
  if (!('open' in access)) return principalOfCaller(caller)?.keyId ?? accountOf(caller);
  if (access.open === 'public') return undefined;
  const subject = await linkSubject(context, method === 'PUT' ? 'put' : 'get', params['token'] ?? '');
  return `link:${subject ?? ''}`;
}

/** @throws ServiceError `rate_limited` */
async function takeTurn(context: ServiceContext, counted: Counted, cost: number): Promise<void> {
  const { rateLimit } = context;
  const by = rateLimit && (await countedBy(context, counted));
  if (!rateLimit || by === undefined) return;
  const { ok, retryAfterMs } = await rateLimit.take(by, cost);
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (!ok) throw serviceError('rate_limited', { n: seconds }, { retryAfterSeconds: seconds });
}

/** The parameters of a query that the operation knows. @throws ServiceError for one that is given twice */
function queryOf(operation: AnyOperation, search: URLSearchParams): Record<string, string> {
  const { shape = {} } = operation.query as { readonly shape?: object };
  const known = Object.keys(shape).filter((name) => search.has(name));
  const repeated = known.filter((name) => search.getAll(name).length > 1);
  if (repeated.length > 0) {
    throw invalidRequestIn(repeated.map((path) => ({ path, message: 'is given more than once' })));
  }
  return Object.fromEntries(known.map((name) => [name, search.get(name) ?? '']));
}

async function bodyOf(context: ServiceContext, operation: AnyOperation, request: Request): Promise<unknown> {
  const { body } = operation;
  if (!body) return undefined;
  if (body.kind !== 'json') refuseWrapped(request.headers);
  if (body.kind === 'stream') return { stream: request.body, headers: request.headers };
  const { limits } = context;
  if (body.kind === 'json') return readJson(request, body.maxBytes?.(limits) ?? limits.maxJsonBytes);
  const maxBytes = body.maxBytes(limits);
  refuseDeclaredSize(request, maxBytes, 'request body');
  const bytes = await readBytes(request.body, maxBytes, 'request body');
  return { bytes, contentType: request.headers.get('content-type') ?? undefined };
}

function resultResponse(
  { limits }: ServiceContext,
  operation: AnyOperation,
  result: unknown,
  media: ResponseMedia,
): Response {
  if (isFile(result)) return fileResponse(result);
  if (result instanceof JsonText) return textResponse(result.text, operation.status, media);
  const text = result === undefined ? null : orderedJson(result);
  if (text !== null && utf8(text).byteLength > limits.maxResponseBytes) {
    throw serviceError('response_too_large', { max: limits.maxResponseBytes });
  }
  const response = textResponse(text, operation.status, media);
  for (const [name, value] of Object.entries(operation.headers?.(result) ?? {})) {
    response.headers.set(name, value);
  }
  return response;
}

function textResponse(text: string | null, status: number, media: ResponseMedia): Response {
  if (status === 204 || text === null) return new Response(null, { status });
  return new Response(text, { status, headers: { 'content-type': MEDIA_TYPES[media] } });
}

function isFile(result: unknown): result is FileReply {
  return typeof result === 'object' && result !== null && 'file' in result && 'contentType' in result;
}

/** A half of a character beyond U+FFFF without the other. */
const LONE_HALF = /\p{Surrogate}/gu;

/** A file is saved, never shown: it comes from strangers, and may hold scripts. */
function fileResponse({ file, contentType, filename }: FileReply): Response {
  // Names in JSON may hold halves of characters, which have no UTF-8.
  const whole = filename?.replace(LONE_HALF, '\ufffd');
  const name = whole === undefined ? '' : `; filename*=UTF-8''${encodeURIComponent(whole)}`;
  const body = file instanceof Uint8Array ? new Uint8Array(file) : file;
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}

function withoutBody(response: Response): Response {
  response.body?.cancel().catch(() => undefined);
  return new Response(null, { status: response.status, headers: response.headers });
}

/** What may be said of an error; the host hears of those that are its own. */
function asServiceError(context: ServiceContext, error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  reportError(context, error, 'handle');
  if ((error instanceof StoreError && error.code !== 'misuse') || isStorageAway(error)) {
    return serviceError('unavailable', undefined, {
      cause: error,
      retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
    });
  }
  return serviceError('internal', { id: requestId }, { cause: error });
}

function errorResponse(error: ServiceError, requestId: string, media: ResponseMedia): Response {
  const { retryAfterSeconds, allow } = error.details;
  const headers = new Headers({ 'content-type': MEDIA_TYPES[media] });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  if (allow) headers.set('allow', allow.join(', '));
  if (error.code === 'unauthorized') headers.set('www-authenticate', 'Bearer');
  const text = media === 'text' ? errorText(error) : JSON.stringify(errorBodyOf(error, requestId));
  return new Response(text, { status: error.status, headers });
}

function errorBodyOf(error: ServiceError, requestId: string): ErrorBody {
  const { code, message, status, issues, details } = error;
  return {
    error: {
      code,
      message,
      status,
      request_id: requestId,
      ...(issues.length > 0 && { issues: [...issues] }),
      ...(details.extractionId !== undefined && { extraction_id: details.extractionId }),
    },
  };
}
