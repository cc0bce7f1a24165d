/** The OpenAPI 3.1 description of the service, made from its operations. */
import * as z from 'zod';
import { SERVICE_ERRORS, type ServiceErrorCode } from './errors.js';
import { API_PREFIX } from './http/path.js';
import type { Access, AnyOperation, BodySpec } from './operation.js';
import { components } from './schemas/common.js';
import { errorBody } from './schemas/error.js';

type JsonObject = { [member: string]: unknown };
type Description = JsonObject & { readonly openapi: string };

/** Errors that every request may be answered with. */
const ALWAYS: readonly ServiceErrorCode[] = ['invalid_request', 'not_found', 'internal', 'unavailable'];
const WITH_KEY: readonly ServiceErrorCode[] = ['unauthorized', 'forbidden', 'rate_limited'];
const WITH_JSON: readonly ServiceErrorCode[] = ['missing_content_type', 'not_json', 'too_large'];
const CREATING: readonly ServiceErrorCode[] = ['idempotency_mismatch', 'idempotency_in_progress'];

/** The description as JSON. @param version of the library @param base where the service is mounted */
export function openApi(
  operations: readonly AnyOperation[],
  { version, base }: { readonly version: string; readonly base: string },
): Description {
  const schemas = new Schemas();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = `${API_PREFIX}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Anchorline',
      version,
      description: 'Extracts checked, typed JSON from documents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base === '' ? '/' : base }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: schemas.all(),
    },
  };
}

function accessErrors(access: Access): readonly ServiceErrorCode[] {
  if (!('open' in access)) return WITH_KEY;
  return access.open === 'signed' ? ['rate_limited'] : [];
}

/** The codes that an operation may answer with, by status. */
function errorsOf(operation: AnyOperation): ReadonlyMap<number, readonly ServiceErrorCode[]> {
  const codes = new Set<ServiceErrorCode>([
    ...ALWAYS,
    ...accessErrors(operation.access),
    ...(operation.body?.kind === 'json' ? WITH_JSON : []),
    ...(operation.creates ? CREATING : []),
    ...operation.errors,
  ]);
  const byStatus = new Map<number, ServiceErrorCode[]>();
  for (const code of codes) {
    const { status } = SERVICE_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function described(operation: AnyOperation, schemas: Schemas): JsonObject {
  const { id, summary, tag, access, environments, body } = operation;
  const cost = operation.cost ? ' Counts as a request for each document.' : '';
  const isOpen = 'open' in access;
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(isOpen ? { security: [] } : { description: `${rights(access.scope, environments)}${cost}` }),
    parameters: parameters(operation, schemas),
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: { ...success(operation, schemas), ...failures(operation, schemas) },
  };
}

/** What a key of development may not do, by what a call touches. */
const KEPT_OUT = {
  none: '',
  shared: ' It changes what all environments share, so a key of `development` may not call it.',
  rows: ' What belongs to `production` is not found with a key of `development`.',
  asked: ' A key of `development` may not name `production`.',
};

function rights(scope: string, environments: AnyOperation['environments']): string {
  const touched = typeof environments === 'object' ? 'asked' : environments;
  return `Needs the scope \`${scope}\`.${KEPT_OUT[touched]}`;
}

function parameters(operation: AnyOperation, schemas: Schemas): JsonObject[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repetitions of the request with the same key get the first response for 24 hours',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  return [
    ...membersOf(operation.params, 'path', schemas),
    ...membersOf(operation.query, 'query', schemas),
    ...(operation.creates ? [key] : []),
  ];
}

function membersOf(schema: z.ZodType, place: 'path' | 'query', schemas: Schemas): JsonObject[] {
  const { properties = {}, required = [] } = schemas.inline(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function requestBody(body: BodySpec<unknown>, schemas: Schemas): JsonObject {
  if (body.kind === 'json') {
    return {
      required: !body.optional,
      content: { 'application/json': { schema: schemas.reference(body.schema, 'input') } },
    };
  }
  const description = 'The raw bytes of the document, with its own Content-Type';
  return { required: true, description, content: { '*/*': { schema: {} } } };
}

function success(operation: AnyOperation, schemas: Schemas): JsonObject {
  const { status, response } = operation;
  if (status === 204) return { 204: { description: 'Done' } };
  if (!response) {
    const isUpload = operation.body?.kind === 'stream';
    return { 200: isUpload ? { description: 'Taken' } : { description: 'The file', content: { '*/*': {} } } };
  }
  const schema = schemas.reference(response, 'output');
  return {
    200: {
      description: operation.summary,
      content: { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } },
    },
  };
}

function failures(operation: AnyOperation, schemas: Schemas): JsonObject {
  const schema = schemas.reference(errorBody, 'output');
  const entries = [...errorsOf(operation)].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } },
    },
  ]);
  return Object.fromEntries(entries);
}

/** The JSON Schemas of a description: those with a name are there once, under it. */
class Schemas {
  readonly #named = new Map<string, JsonObject>();

  /** A schema in its place: a reference where it has a name. */
  reference(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const id = components.get(schema)?.id;
    if (id === undefined) return this.inline(schema, io);
    if (!this.#named.has(id)) this.#named.set(id, this.inline(schema, io));
    return { $ref: `#/components/schemas/${id}` };
  }

  /** A schema in full. */
  inline(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
    });
    return rest as JsonObject;
  }

  all(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
