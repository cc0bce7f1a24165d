/** The operations as methods that take and return the JSON of requests and responses. */
import type { ServiceContext } from './context.js';
import { serviceError } from './errors.js';
import { authorise, type CallDetails, type Guarded, invoke } from './invoke.js';
import type { CallOptions, GivenDocument, MethodInput, Operation, QueryInput } from './operation.js';
import { checking, updateGolden } from './operations/goldens.js';
import { OPERATIONS } from './operations/index.js';
import { HOST } from './operations/keys.js';
import { createToken, type ShownToken, shownToken } from './operations/reviews.js';
import { putUpload } from './operations/uploads.js';
import { checkGoldens, keepExpectation } from './processing/golden-check.js';
import { takePresigned } from './processing/presigned.js';
import type { TypeRow } from './rows.js';
import type { TokenRequest } from './schemas/reviews.js';

/** Operations that have a method. */
type Called = Extract<(typeof OPERATIONS)[number], { readonly as?: { readonly name: string } }>;
type NameOf<Op extends Called> = NonNullable<Op['as']>['name'];
type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
type OwnName<Name, Resource extends string> = Name extends `${Resource}.${infer Own}` ? Own : never;

/** The methods of operations, by resource. */
type OperationMethods = {
  readonly [Resource in ResourceOf<NameOf<Called>>]: {
    readonly [Op in Called as OwnName<NameOf<Op>, Resource>]: (
      ...args: Parameters<NonNullable<Op['as']>['input']>
    ) => ReturnType<Op['run']>;
  };
};

/** The methods of a service, by resource. */
export function createMethods(context: ServiceContext) {
  async function call<Params, Query, Body, Result>(
    operation: Operation<Params, Query, Body, Result>,
    { params, query, body, options = {} }: MethodInput,
  ): Promise<Result> {
    const caller = { kind: 'key', principal: options.principal ?? HOST } as const;
    authorise(operation, caller);
    const details: CallDetails = {
      caller,
      base: context.baseUrl ?? context.basePath,
      // One of its own: a signal that all calls share would gather their listeners.
      signal: options.signal ?? new AbortController().signal,
      idempotencyKey: options.idempotencyKey,
      traceparent: options.traceparent,
    };
    const input = { params: texts(params), query: texts(query), body };
    const invocation = await invoke(context, operation, input, details);
    if (invocation.kind === 'result') return invocation.result;
    return JSON.parse(invocation.response.body ?? 'null') as Result;
  }
  /** The account of a call of a method that has no route. */
  function accountFor(guarded: Guarded, { principal = HOST }: CallOptions = {}): string {
    authorise(guarded, { kind: 'key', principal });
    return principal.account;
  }
  async function rowOf(account: string, id: string): Promise<TypeRow> {
    const row = await context.store.getType(account, { id });
    if (!row) throw serviceError('not_found');
    return row;
  }

  const methods: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    if (!operation.as) continue;
    const { name, input } = operation.as;
    const [resource = '', own = ''] = name.split('.');
    methods[resource] ??= {};
    methods[resource][own] = (...args: never[]) =>
      call<never, never, never, unknown>(operation as never, input(...args));
  }
  const { goldens, extractions, reviews, ...others } = methods as OperationMethods;

  return {
    ...others,
    goldens: {
      ...goldens,
      /** Whether each golden of a type still gives what is kept of it. */
      check: async (id: string, options?: CallOptions) =>
        checkGoldens(context, await rowOf(accountFor(checking, options), id)),
      /** Keeps what a golden gives now, for `check`. */
      accept: async (id: string, name: string, options?: CallOptions) => {
        const type = await rowOf(accountFor(updateGolden, options), id);
        const row = await context.store.getGolden({ typeId: type.id, name });
        if (!row) throw serviceError('not_found');
        return keepExpectation(context, type, row);
      },
    },
    extractions: {
      ...extractions,
      /** Takes the bytes of an upload address, as PUT does. */
      upload: async (uploadUrl: string, document: GivenDocument): Promise<void> => {
        const token = new URL(uploadUrl, 'http://service').pathname.split('/').at(-1) ?? '';
        const headers = new Headers(document.contentType ? { 'content-type': document.contentType } : {});
        const body = { stream: new Blob([document.bytes]).stream(), headers };
        await call(putUpload, { params: { token }, body });
      },
      /**
       * Reports that a document was put to an address of the store of blobs; without it the sweep finds out.
       * @returns whether there was something to take
       */
      uploaded: (id: string) => takePresigned(context, id),
    },
    reviews: {
      ...reviews,
      /**
       * A token after it was made, with its last uses; never its text.
       * @param id the first half of the token
       */
      getToken: async (id: string, options?: CallOptions): Promise<ShownToken> => {
        const account = accountFor(createToken, options);
        const row = await context.store.getToken(id);
        if (row?.account !== account) throw serviceError('not_found');
        return shownToken(row);
      },
      /** A token for one extraction and, where the service knows one, the address of the page for it. */
      link: async (id: string, options?: CallOptions & { readonly expires?: string }) => {
        const grants: TokenRequest['grants'] = [
          { route: '/documents/{id}', method: 'GET', path: { id } },
          { route: '/extractions/{id}', method: 'PUT', path: { id } },
        ];
        const until = options?.expires === undefined ? {} : { expires: options.expires };
        const { token, expires } = await reviews.createToken({ grants, ...until }, options);
        const url = context.reviewUrl?.(id, token);
        return { token, expires, ...(url !== undefined && { url }) };
      },
    },
  };
}

/** The members of a path or a query as they are written there; those that are undefined are left out. */
function texts(given: QueryInput = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  );
}

/** The methods of a service, by resource. Each takes and returns the JSON of a request and its response. */
export type ServiceMethods = ReturnType<typeof createMethods>;
