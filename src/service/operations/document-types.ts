/** Operations on document types. */
// See docs/language/09-service.md#951-document-type
import * as z from 'zod';
import type { Validation } from '../../language/validate/schema.js';
import { type Deed, noteDeed } from '../audit.js';
import { type ServiceContext, shownTime } from '../context.js';
import { invalidRequestIn, serviceError } from '../errors.js';
import { type CallOptions, calledAs, defineOperation, jsonBody } from '../operation.js';
import { issuesOf } from '../processing/checks.js';
import type { JsonObject, TypePatch, TypeRow } from '../rows.js';
import { rowId } from '../schemas/common.js';
import type { DocumentTypeChange, NewDocumentType } from '../schemas/document-types.js';
import {
  type DocumentType,
  documentType,
  documentTypeChange,
  documentTypeList,
  type GivenSettings,
  newDocumentType,
  type TypeSettings,
} from '../schemas/document-types.js';

const tag = 'Document types';
const params = z.object({ id: rowId });

/** A document type as responses show it. */
function shownType({ id, name, created, schema, description }: TypeRow): DocumentType {
  return {
    id,
    name,
    created: shownTime(created),
    // Settings are stored as they were checked.
    schema: schema as TypeSettings,
    ...(description !== null && { description }),
  };
}

export const listDocumentTypes = defineOperation({
  id: 'listDocumentTypes',
  as: calledAs('documentTypes.list', (options?: CallOptions) => ({ options })),
  tag,
  summary: 'All document types, by name',
  method: 'GET',
  path: '/document_types',
  access: { scope: 'read' },
  environments: 'none',
  response: documentTypeList,
  async run({ context, call }) {
    return (await context.store.listTypes(call.account)).map(shownType);
  },
});

export const createDocumentType = defineOperation({
  id: 'createDocumentType',
  as: calledAs('documentTypes.create', (body: NewDocumentType, options?: CallOptions) => ({ body, options })),
  tag,
  summary: 'Makes a document type',
  method: 'POST',
  path: '/document_types',
  access: { scope: 'configure' },
  environments: 'shared',
  body: jsonBody(newDocumentType),
  response: documentType,
  errors: ['name_taken', 'sync_timeout'],
  creates: true,
  async run({ context, call, body }) {
    const { schema, description: inner } = withoutDescription(body.schema);
    await checkConditions(context, schema, call.signal);
    const row: TypeRow = {
      id: context.newId(),
      account: call.account,
      name: body.name,
      description: body.description ?? inner ?? null,
      schema: mergedSettings({}, schema),
      created: await context.time.now(),
    };
    const shown = shownType(row);
    return context.store.transaction(async (tx) => {
      const made = await context.store.insertType(row, tx);
      if (made === 'name_taken') throw serviceError('name_taken', { name: body.name });
      await noteDeed(context, call, deed('created', row), tx);
      await call.keep(shown, tx);
      return shown;
    });
  },
});

export const getDocumentType = defineOperation({
  id: 'getDocumentType',
  as: calledAs('documentTypes.get', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'One document type',
  method: 'GET',
  path: '/document_types/{id}',
  access: { scope: 'read' },
  environments: 'none',
  params,
  response: documentType,
  errors: ['not_found'],
  async run({ context, call, params: { id } }) {
    const row = await context.store.getType(call.account, { id });
    if (!row) throw serviceError('not_found');
    return shownType(row);
  },
});

export const updateDocumentType = defineOperation({
  id: 'updateDocumentType',
  as: calledAs('documentTypes.update', (id: string, body: DocumentTypeChange, options?: CallOptions) => ({
    params: { id },
    body,
    options,
  })),
  tag,
  summary: 'Changes a document type; absent members stay',
  method: 'PUT',
  path: '/document_types/{id}',
  access: { scope: 'configure' },
  environments: 'shared',
  params,
  body: jsonBody(documentTypeChange),
  response: documentType,
  errors: ['not_found', 'name_taken', 'sync_timeout'],
  async run({ context, call, params: { id }, body }) {
    const given = body.schema && withoutDescription(body.schema);
    if (given) await checkConditions(context, given.schema, call.signal);
    const { store } = context;
    return store.transaction(async (tx) => {
      const row = await store.getType(call.account, { id }, tx);
      if (!row) throw serviceError('not_found');
      const description = body.description === undefined ? given?.description : body.description;
      const patch: TypePatch = {
        ...(body.name !== undefined && { name: body.name }),
        ...(description !== undefined && { description }),
        ...(given && { schema: mergedSettings(row.schema, given.schema) }),
      };
      const updated = await store.updateType(call.account, id, patch, tx);
      if (updated === 'name_taken') throw serviceError('name_taken', { name: body.name ?? row.name });
      if (!updated) throw serviceError('not_found');
      const members = Object.keys(patch);
      await noteDeed(context, call, { ...deed('changed', updated), details: { members } }, tx);
      return shownType(updated);
    });
  },
});

export const deleteDocumentType = defineOperation({
  id: 'deleteDocumentType',
  as: calledAs('documentTypes.delete', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'Deletes a document type with its configurations and goldens; extractions stay',
  method: 'DELETE',
  path: '/document_types/{id}',
  access: { scope: 'configure' },
  environments: 'shared',
  params,
  status: 204,
  errors: ['not_found'],
  async run({ context, call, params: { id } }) {
    const { store } = context;
    return store.transaction(async (tx) => {
      const row = await store.getType(call.account, { id }, tx);
      if (!row || !(await store.deleteType(call.account, id, tx))) throw serviceError('not_found');
      await noteDeed(context, call, deed('deleted', row), tx);
      return undefined;
    });
  },
});

/** What was done to a type, for the audit log. */
function deed(what: 'created' | 'changed' | 'deleted', { id, name }: TypeRow): Deed {
  return { action: `document_type.${what}`, subject: id, name };
}

function withoutDescription({ description, ...schema }: GivenSettings): {
  readonly schema: Omit<GivenSettings, 'description'>;
  readonly description: string | null | undefined;
} {
  return { schema, description };
}

/** Parses the conditions of validations in the language of the extractor. @throws ServiceError with the path of each that is wrong */
async function checkConditions(
  context: ServiceContext,
  { validations }: GivenSettings,
  signal: AbortSignal,
): Promise<void> {
  if (!validations || validations.length === 0) return;
  const issues = await issuesOf(
    context,
    { validations: validations satisfies readonly Validation[] },
    signal,
  );
  if (issues.length > 0) throw invalidRequestIn(issues);
}

/** Settings with some replaced as a whole; `null` takes one back to its default. */
function mergedSettings(present: JsonObject, given: Omit<GivenSettings, 'description'>): JsonObject {
  const merged = Object.entries({ validations: [], ...present, ...given }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  // What the schema has accepted is JSON.
  return { validations: [], ...Object.fromEntries(merged) } as JsonObject;
}
