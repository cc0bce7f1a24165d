/** Operations on golden documents: samples that configurations are written against. */
import * as z from 'zod';
import { type ServiceContext, shownTime } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import { type Guarded, isAllowed } from '../invoke.js';
import { fileAddress, uploadAddress } from '../links.js';
import { type Call, type CallOptions, calledAs, defineOperation, jsonBody } from '../operation.js';
import { whileCallerWaits } from '../processing/checks.js';
import { documentText } from '../processing/golden.js';
import type { GoldenPatch, GoldenRow, TypeRow } from '../rows.js';
import { resourceName, rowId } from '../schemas/common.js';
import type { GoldenChange, GoldenTextRequest, NewGolden } from '../schemas/goldens.js';
import {
  type Golden,
  golden,
  goldenChange,
  goldenList,
  goldenText,
  goldenTextRequest,
  newGolden,
} from '../schemas/goldens.js';
import { findConfig, typeById, typeByName } from './lookups.js';

const tag = 'Goldens';
const ofType = z.object({ id: rowId });
const ofGolden = z.object({ id: rowId, name: z.string() });

export const listGoldens = defineOperation({
  id: 'listGoldens',
  as: calledAs('goldens.list', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'All goldens of a document type, by name',
  method: 'GET',
  path: '/document_types/{id}/goldens',
  access: { scope: 'read' },
  environments: 'none',
  params: ofType,
  response: goldenList,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const type = await typeById(context, call, params.id);
    const names = await configNames(context, type);
    const rows = await context.store.listGoldens(type.id);
    return Promise.all(rows.map((row) => shownGolden(context, call, row, names)));
  },
});

export const createGolden = defineOperation({
  id: 'createGolden',
  as: calledAs('goldens.create', (id: string, body: NewGolden, options?: CallOptions) => ({
    params: { id },
    body,
    options,
  })),
  tag,
  summary: 'Makes a golden; its document is put to the upload_url of the answer',
  method: 'POST',
  path: '/document_types/{id}/goldens',
  access: { scope: 'configure' },
  environments: 'shared',
  params: ofType,
  body: jsonBody(newGolden),
  response: golden,
  errors: ['not_found', 'name_taken'],
  creates: true,
  async run({ context, call, params, body }) {
    const type = await typeById(context, call, params.id);
    const row: GoldenRow = {
      id: context.newId(),
      account: call.account,
      typeId: type.id,
      name: body.name,
      created: await context.time.now(),
      configId: await configIdOf(context, type, body.configuration),
      document: null,
      error: null,
      thumbnailKey: null,
      expected: null,
    };
    const shown = await shownGolden(context, call, row, await configNames(context, type));
    return context.store.transaction(async (tx) => {
      const made = await context.store.insertGolden(row, tx);
      if (made === 'name_taken') throw serviceError('name_taken', { name: body.name });
      if (made === 'no_type') throw serviceError('not_found');
      await call.keep(shown, tx);
      return shown;
    });
  },
});

export const getGolden = defineOperation({
  id: 'getGolden',
  as: calledAs('goldens.get', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'One golden',
  method: 'GET',
  path: '/document_types/{id}/goldens/{name}',
  access: { scope: 'read' },
  environments: 'none',
  params: ofGolden,
  response: golden,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const { type, row } = await goldenByName(context, call, params);
    return shownGolden(context, call, row, await configNames(context, type));
  },
});

export const updateGolden = defineOperation({
  id: 'updateGolden',
  as: calledAs('goldens.update', (id: string, name: string, body: GoldenChange, options?: CallOptions) => ({
    params: { id, name },
    body,
    options,
  })),
  tag,
  summary: 'Renames a golden, or names its configuration',
  method: 'PUT',
  path: '/document_types/{id}/goldens/{name}',
  access: { scope: 'configure' },
  environments: 'shared',
  params: ofGolden,
  body: jsonBody(goldenChange),
  response: golden,
  errors: ['not_found', 'name_taken'],
  async run({ context, call, params, body }) {
    const { type, row } = await goldenByName(context, call, params);
    const patch: GoldenPatch = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.configuration !== undefined && {
        configId: await configIdOf(context, type, body.configuration),
      }),
    };
    const changed = await context.store.changeGolden(row.id, patch);
    if (changed === 'name_taken') throw serviceError('name_taken', { name: body.name ?? row.name });
    if (!changed) throw serviceError('not_found');
    return shownGolden(context, call, changed, await configNames(context, type));
  },
});

export const deleteGolden = defineOperation({
  id: 'deleteGolden',
  as: calledAs('goldens.delete', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'Deletes a golden',
  method: 'DELETE',
  path: '/document_types/{id}/goldens/{name}',
  access: { scope: 'configure' },
  environments: 'shared',
  params: ofGolden,
  status: 204,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const { row } = await goldenByName(context, call, params);
    if (!(await context.store.deleteGolden(row.id))) throw serviceError('not_found');
    // Its bytes go with the sweep: nothing refers to them any more.
    return undefined;
  },
});

export const deleteGoldenConfiguration = defineOperation({
  id: 'deleteGoldenConfiguration',
  as: calledAs('goldens.deleteConfiguration', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'Takes the configuration of a golden away',
  method: 'DELETE',
  path: '/document_types/{id}/goldens/{name}/configuration',
  access: { scope: 'configure' },
  environments: 'shared',
  params: ofGolden,
  status: 204,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const { row } = await goldenByName(context, call, params);
    if (!(await context.store.changeGolden(row.id, { configId: null }))) throw serviceError('not_found');
    return undefined;
  },
});

export const extractTextFromGolden = defineOperation({
  id: 'extractTextFromGolden',
  as: calledAs('goldens.text', (type: string, body: GoldenTextRequest, options?: CallOptions) => ({
    params: { document_type: type },
    body,
    options,
  })),
  tag,
  summary: 'The text of a golden as the fields of a configuration see it',
  method: 'POST',
  path: '/extract_text_from_golden/{document_type}',
  access: { scope: 'configure' },
  environments: 'none',
  params: z.object({ document_type: z.string() }),
  body: jsonBody(goldenTextRequest, { maxBytes: (limits) => limits.maxConfigBodyBytes }),
  response: goldenText,
  errors: [
    'unknown_document_type',
    'not_found',
    'missing_document',
    'config_invalid',
    'document_invalid',
    'sync_timeout',
  ],
  async run({ context, call, params, body }) {
    const type = await typeByName(context, call.account, params.document_type);
    const row = await context.store.getGolden({ typeId: type.id, name: body.golden });
    if (!row) throw serviceError('not_found');
    if (!row.document) throw serviceError('missing_document');
    const { document } = row;
    return whileCallerWaits(context, call.signal, (waiting) =>
      context.syncTurns.within(call.account, waiting, () =>
        documentText(context, type, document, body.configuration, waiting),
      ),
    );
  },
});

/** What running the configs of a type on its goldens asks for: it changes nothing, and takes a while. */
export const checking: Guarded = { access: { scope: 'configure' }, environments: 'none' };

async function goldenByName(
  context: ServiceContext,
  call: Call,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ readonly type: TypeRow; readonly row: GoldenRow }> {
  const type = await typeById(context, call, id);
  const isName = resourceName.safeParse(name).success;
  const row = isName ? await context.store.getGolden({ typeId: type.id, name }) : null;
  if (!row) throw serviceError('not_found');
  return { type, row };
}

/** @throws ServiceError `invalid_request` for a configuration that the type does not have */
async function configIdOf(
  context: ServiceContext,
  type: TypeRow,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const config = await findConfig(context, type.id, name);
  if (!config)
    throw invalidRequest({ path: 'configuration', message: `there is no configuration "${name}"` });
  return config.id;
}

async function configNames({ store }: ServiceContext, type: TypeRow): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.listConfigs(type.id)).map(({ id, name }) => [id, name]));
}

async function shownGolden(
  context: ServiceContext,
  { base, caller }: Call,
  row: GoldenRow,
  names: ReadonlyMap<string, string>,
): Promise<Golden> {
  const configuration = row.configId === null ? undefined : names.get(row.configId);
  const target = { kind: 'golden', id: row.id } as const;
  return {
    name: row.name,
    created: shownTime(row.created),
    ...(configuration !== undefined && { configuration }),
    ...(row.error !== null && { error: row.error }),
    ...(row.document && {
      download_url: await fileAddress(context, base, { kind: 'golden', key: row.id }),
    }),
    // Whoever has the address gives the golden its document.
    ...(!row.document &&
      isAllowed(createGolden, caller) && { upload_url: (await uploadAddress(context, base, target)).url }),
    ...(row.thumbnailKey !== null && {
      thumbnail_url: await fileAddress(context, base, { kind: 'thumbnail', key: row.id }),
    }),
  };
}
