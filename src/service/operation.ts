/**
 * What an operation is: one definition of method, path, scope, schemas and what it does. Routing, rights, checks of
 * requests, the methods of the service and its OpenAPI description derive from it.
 */
// See docs/language/09-service.md#98-endpoints
import * as z from 'zod';
import type { Environment, Principal, Scope } from './api-keys.js';
import type { ServiceContext } from './context.js';
import type { ServiceErrorCode } from './errors.js';
import type { ServiceLimits } from './limits.js';
import type { TokenRow } from './rows.js';
import type { Tx } from './store.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: holders of a key with the scope, holders of a signed address, or everybody. `own` also lets in keys
 * of the scope `extract`, and review tokens, for extractions that are theirs.
 */
export type Access =
  | { readonly scope: Exclude<Scope, '*'>; readonly own?: true }
  | { readonly open: 'signed' | 'public' };

/** What a call asks for, checked. */
export interface Asked<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/**
 * Which environments a call touches; a key may be kept out of one. `none`: nothing that belongs to an environment.
 * `shared`: changes what all environments use. `rows`: what the operation looks up belongs to one, and rows of others
 * are unknown to the caller. `asked`: those that the request names; undefined for the default of the key.
 */
type Environments<Params, Query, Body> =
  | 'none'
  | 'shared'
  | 'rows'
  | { asked(request: Asked<Params, Query, Body>): readonly (Environment | undefined)[] };

/** Who calls. */
export type Caller =
  | { readonly kind: 'key'; readonly principal: Principal }
  | { readonly kind: 'token'; readonly token: TokenRow }
  | { readonly kind: 'nobody' };

/** A call as operations see it. */
export interface Call {
  readonly caller: Caller;
  readonly account: string;
  /** What links begin with: origin and mount path. */
  readonly base: string;
  /** Aborts when the caller gave up. */
  readonly signal: AbortSignal;
  /** Which trace it belongs to, as the header of that name. */
  readonly traceparent: string | undefined;
  /** Keeps the result for repetitions of the call, in the transaction that makes its row. */
  keep(result: unknown, tx: Tx): Promise<void>;
}

/** Bytes of a request that are read before the operation runs. */
export interface ReceivedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The header, as it came. */
  readonly contentType: string | undefined;
}

/** Bytes of a request that the operation reads itself. */
export interface IncomingStream {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly headers: Headers;
}

/** Parameters of a query: numbers and lists are written as text. */
export type QueryInput = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A document as bytes, with its content type where that is known. */
export interface GivenDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
}

/** Who calls a method, and how. */
export interface CallOptions {
  /** For whom the call is; default the account `default`, with every right. */
  readonly principal?: Principal;
  /** Repetitions with the same key get the first result. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The trace that jobs and pushes of the call belong to: the header of W3C Trace Context. */
  readonly traceparent?: string;
}

/** What a method was called with. */
export interface MethodInput {
  /** Of the path, each written as in a query. */
  readonly params?: QueryInput;
  readonly query?: QueryInput | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** The method of the service that calls an operation. */
export interface CalledAs<Name extends string = string, Args extends readonly unknown[] = never> {
  /** Its resource and its own name: `batches.create`. */
  readonly name: Name;
  /** What the arguments of the method ask for. */
  input(...args: Args): MethodInput;
}

/** Gives an operation a method. @param name its resource and its own name, with a dot between them */
export function calledAs<const Name extends string, Args extends readonly unknown[]>(
  name: Name,
  input: (...args: Args) => MethodInput,
): CalledAs<Name, Args> {
  return { name, input };
}

/** A document as a request brings it. */
export function received({ bytes, contentType }: GivenDocument): ReceivedBytes {
  return { bytes, contentType: contentType ?? 'application/octet-stream' };
}

/** What a request holds besides path and query. */
export type BodySpec<Body> =
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType<Body>;
      /** Default `maxJsonBytes`. */
      readonly maxBytes?: (limits: ServiceLimits) => number;
      /** An absent body counts as `{}`. */
      readonly optional?: true;
    }
  | { readonly kind: 'bytes'; readonly maxBytes: (limits: ServiceLimits) => number }
  | { readonly kind: 'stream' };

export interface OperationInput<Params, Query, Body> extends Asked<Params, Query, Body> {
  readonly context: ServiceContext;
  readonly call: Call;
}

/** A response that is JSON whose text is made already, and kept. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A response that is a file. */
export interface FileReply {
  readonly file: ReadableStream<Uint8Array> | Uint8Array;
  readonly contentType: string;
  readonly filename?: string;
}

export interface Operation<
  Params,
  Query,
  Body,
  Result,
  As extends CalledAs | undefined = CalledAs | undefined,
> {
  /** Name in the OpenAPI description. */
  readonly id: string;
  /** The method that calls it, where there is one. */
  readonly as?: As;
  readonly summary: string;
  readonly tag: string;
  readonly method: Method;
  /** After `/v0`, parameters in braces. */
  readonly path: string;
  readonly access: Access;
  readonly environments: Environments<NoInfer<Params>, NoInfer<Query>, NoInfer<Body>>;
  readonly params: z.ZodType<Params>;
  readonly query: z.ZodType<Query>;
  readonly body?: BodySpec<Body>;
  readonly status: 200 | 204;
  /** Absent where there is no body, or a file. */
  readonly response?: z.ZodType<Result>;
  /** Errors of its own, besides those of every request. */
  readonly errors: readonly ServiceErrorCode[];
  /** Makes something, so that repetitions with the same Idempotency-Key get the first response. */
  readonly creates?: true;
  /** Requests that a call counts as for `rateLimit`, of what it asks for; default 1. */
  cost?(asked: Asked<Params, Query, Body>): number;
  /** Its response holds a credential, and is stored for repetitions where only the service can read it. */
  readonly isSecret?: true;
  headers?(result: Result): Readonly<Record<string, string>>;
  run(input: OperationInput<Params, Query, Body>): Promise<Result>;
}

/** Any operation, where only its shape matters. */
export type AnyOperation = Operation<unknown, unknown, unknown, unknown>;

const NO_MEMBERS = z.object({});
type NoMembers = typeof NO_MEMBERS;

/** An operation as it is written down: what is left out does not exist, or is 200. */
type Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body,
  Result,
  As extends CalledAs | undefined,
> = Omit<
  Operation<z.output<Params>, z.output<Query>, Body, Result, As>,
  'params' | 'query' | 'status' | 'errors'
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly status?: 200 | 204;
  readonly errors?: readonly ServiceErrorCode[];
};

/** Defines an operation. */
export function defineOperation<
  Params extends z.ZodType = NoMembers,
  Query extends z.ZodType = NoMembers,
  Body = undefined,
  Result = undefined,
  As extends CalledAs | undefined = undefined,
>(
  definition: Definition<Params, Query, Body, Result, As>,
): Operation<z.output<Params>, z.output<Query>, Body, Result, As> {
  const none = NO_MEMBERS as unknown;
  return {
    status: 200,
    errors: [],
    ...definition,
    params: definition.params ?? (none as Params),
    query: definition.query ?? (none as Query),
  } as unknown as Operation<z.output<Params>, z.output<Query>, Body, Result, As>;
}

/** A body of JSON. @param options whether it may be absent, and how large it may be */
export function jsonBody<Body>(
  schema: z.ZodType<Body>,
  options: { readonly maxBytes?: (limits: ServiceLimits) => number; readonly optional?: true } = {},
): BodySpec<Body> {
  return { kind: 'json', schema, ...options };
}

/** A body of bytes, read before the operation runs. */
export function bytesBody(maxBytes: (limits: ServiceLimits) => number): BodySpec<ReceivedBytes> {
  return { kind: 'bytes', maxBytes };
}

/** A body that the operation reads itself. */
export const streamBody: BodySpec<IncomingStream> = { kind: 'stream' };
