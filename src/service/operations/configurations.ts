/** Operations on configurations: drafts, versions, and what is published where. */
// See docs/language/09-service.md#952-configs-and-versions
import * as z from 'zod';
import { ENVIRONMENTS, type Environment } from '../api-keys.js';
import { type AuditAction, noteDeed } from '../audit.js';
import { type ServiceContext, shownTime } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import { reaches } from '../invoke.js';
import type { ServiceLimits } from '../limits.js';
import { type Call, type CallOptions, calledAs, defineOperation, jsonBody } from '../operation.js';
import { checkConfig } from '../processing/checks.js';
import type { ConfigRow, VersionRow } from '../rows.js';
import { rowId } from '../schemas/common.js';
import type { ConfigurationChange, NewConfiguration, Publication } from '../schemas/configurations.js';
import {
  type Configuration,
  type ConfigurationVersion,
  configurationChange,
  configurationResponse,
  configurationSummaries,
  newConfiguration,
  publication,
  versionList,
} from '../schemas/configurations.js';
import type { Tx } from '../store.js';
import { configByName, typeById } from './lookups.js';

const tag = 'Configurations';
const ofType = z.object({ id: rowId });
const ofConfig = z.object({ id: rowId, name: z.string() });
const ofVersion = z.object({ id: rowId, name: z.string(), version: z.string() });
const maxBytes = (limits: ServiceLimits) => limits.maxConfigBodyBytes;

/** Requests that name the environment to publish to. */
const asksToPublish = {
  asked: ({ body }: { readonly body: { readonly publish_as?: Environment | undefined } }) => [
    body.publish_as,
  ],
};

/** Characters of version ids. */
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';
const ID_LENGTH = 32;
/** Tries of a change that others are making, too. */
const CHANGE_TRIES = 5;

export const listConfigurations = defineOperation({
  id: 'listConfigurations',
  as: calledAs('configurations.list', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'All configurations of a document type, by name',
  method: 'GET',
  path: '/document_types/{id}/configurations',
  access: { scope: 'read' },
  environments: 'none',
  params: ofType,
  response: configurationSummaries,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const type = await typeById(context, call, params.id);
    return (await context.store.listConfigs(type.id)).map(shownSummary);
  },
});

export const createConfiguration = defineOperation({
  id: 'createConfiguration',
  as: calledAs('configurations.create', (id: string, body: NewConfiguration, options?: CallOptions) => ({
    params: { id },
    body,
    options,
  })),
  tag,
  summary: 'Makes a configuration: a draft, or published to an environment',
  method: 'POST',
  path: '/document_types/{id}/configurations',
  access: { scope: 'configure' },
  environments: asksToPublish,
  params: ofType,
  body: jsonBody(newConfiguration, { maxBytes }),
  response: configurationResponse,
  errors: ['not_found', 'name_taken', 'config_invalid', 'too_large', 'sync_timeout'],
  creates: true,
  async run({ context, call, params, body }) {
    const type = await typeById(context, call, params.id);
    const text = textOf(context, body.configuration);
    if (body.publish_as) await checkConfig(context, text, call.signal);
    const created = await context.time.now();
    const version: VersionRow = { id: newVersionId(context), created, configId: context.newId(), text };
    const row: ConfigRow = {
      id: version.configId,
      typeId: type.id,
      name: body.name,
      created,
      counter: 1,
      versions: [{ id: version.id, created }],
      published: { ...NOWHERE, ...(body.publish_as && { [body.publish_as]: version.id }) },
      draft: body.publish_as ? null : version.id,
    };
    const shown = shownConfig(row, version);
    return context.store.transaction(async (tx) => {
      const made = await context.store.insertConfig(row, [version], tx);
      if (made === 'name_taken') throw serviceError('name_taken', { name: body.name });
      if (made === 'no_type') throw serviceError('not_found');
      await noteChange(context, call, undefined, row, tx);
      await call.keep(shown, tx);
      return shown;
    });
  },
});

export const getConfiguration = defineOperation({
  id: 'getConfiguration',
  as: calledAs('configurations.get', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'One configuration, with the text of its draft or else its newest version',
  method: 'GET',
  path: '/document_types/{id}/configurations/{name}',
  access: { scope: 'read' },
  environments: 'none',
  params: ofConfig,
  response: configurationResponse,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const row = await configOf(context, call, params);
    return withText(context, row, shownVersionOf(row));
  },
});

export const updateConfiguration = defineOperation({
  id: 'updateConfiguration',
  as: calledAs(
    'configurations.update',
    (id: string, name: string, body: ConfigurationChange, options?: CallOptions) => ({
      params: { id, name },
      body,
      options,
    }),
  ),
  tag,
  summary: 'Renames a configuration, saves its draft, or publishes a new version',
  method: 'PUT',
  path: '/document_types/{id}/configurations/{name}',
  access: { scope: 'configure' },
  environments: asksToPublish,
  params: ofConfig,
  body: jsonBody(configurationChange, { maxBytes }),
  response: configurationResponse,
  errors: [
    'not_found',
    'name_taken',
    'draft_conflict',
    'change_conflict',
    'config_invalid',
    'too_large',
    'sync_timeout',
  ],
  async run({ context, call, params, body }) {
    const text = body.configuration === undefined ? undefined : textOf(context, body.configuration);
    const { publish_as: environment } = body;
    if (text !== undefined && environment) await checkConfig(context, text, call.signal);
    return changed(context, call, params, async (row) => {
      if (body.name !== undefined && body.name !== row.name) refuseForeign(call, row);
      const renamed = { ...row, ...(body.name !== undefined && { name: body.name }) };
      if (text === undefined) {
        return {
          next: environment ? await withDraftPublished(context, call, renamed, environment) : renamed,
        };
      }
      const created = await context.time.now();
      const add: VersionRow = { id: newVersionId(context), created, configId: row.id, text };
      const replacesDraft =
        row.draft !== null && (!environment || body.current_draft === row.draft) ? row.draft : null;
      if (row.draft !== null && !environment && body.current_draft !== row.draft) {
        throw serviceError('draft_conflict');
      }
      const kept = renamed.versions.filter(({ id }) => id !== replacesDraft);
      const next: ConfigRow = {
        ...renamed,
        versions: [{ id: add.id, created }, ...kept],
        draft: environment ? (replacesDraft ? null : row.draft) : add.id,
        published: environment ? { ...row.published, [environment]: add.id } : row.published,
      };
      return { next, add };
    });
  },
});

export const deleteConfiguration = defineOperation({
  id: 'deleteConfiguration',
  as: calledAs('configurations.delete', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'Deletes a configuration with its versions',
  method: 'DELETE',
  path: '/document_types/{id}/configurations/{name}',
  access: { scope: 'configure' },
  environments: 'rows',
  params: ofConfig,
  status: 204,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const row = await configOf(context, call, params);
    refuseForeign(call, row);
    return context.store.transaction(async (tx) => {
      if (!(await context.store.deleteConfig(row.id, tx))) throw serviceError('not_found');
      const { id: subject, name } = row;
      await noteDeed(context, call, { action: 'configuration.deleted', subject, name }, tx);
      return undefined;
    });
  },
});

export const listVersions = defineOperation({
  id: 'listConfigurationVersions',
  as: calledAs('configurations.versions', (id: string, name: string, options?: CallOptions) => ({
    params: { id, name },
    options,
  })),
  tag,
  summary: 'The versions of a configuration, newest first',
  method: 'GET',
  path: '/document_types/{id}/configurations/{name}/versions',
  access: { scope: 'read' },
  environments: 'none',
  params: ofConfig,
  response: versionList,
  errors: ['not_found'],
  async run({ context, call, params }) {
    return { versions: shownVersions(await configOf(context, call, params)) };
  },
});

export const getVersion = defineOperation({
  id: 'getConfigurationVersion',
  as: calledAs(
    'configurations.getVersion',
    (id: string, name: string, version: string, options?: CallOptions) => ({
      params: { id, name, version },
      options,
    }),
  ),
  tag,
  summary: 'A configuration with the text of one version, or of what an environment has',
  method: 'GET',
  path: '/document_types/{id}/configurations/{name}/{version}',
  access: { scope: 'read' },
  environments: 'none',
  params: ofVersion,
  response: configurationResponse,
  errors: ['not_found'],
  async run({ context, call, params }) {
    const row = await configOf(context, call, params);
    const environment = asEnvironment(params.version);
    const id = environment ? row.published[environment] : params.version;
    if (id === null || !row.versions.some((version) => version.id === id)) throw serviceError('not_found');
    return withText(context, row, id);
  },
});

export const publishVersion = defineOperation({
  id: 'publishConfigurationVersion',
  as: calledAs(
    'configurations.publish',
    (id: string, name: string, version: string, body: Publication, options?: CallOptions) => ({
      params: { id, name, version },
      body,
      options,
    }),
  ),
  tag,
  summary: 'Publishes a version to an environment',
  method: 'PUT',
  path: '/document_types/{id}/configurations/{name}/{version}',
  access: { scope: 'configure' },
  environments: asksToPublish,
  params: ofVersion,
  body: jsonBody(publication),
  response: configurationResponse,
  errors: ['not_found', 'change_conflict', 'config_invalid', 'sync_timeout'],
  async run({ context, call, params, body }) {
    return changed(
      context,
      call,
      params,
      async (row) => ({ next: await withPublished(context, call, row, params.version, body.publish_as) }),
      params.version,
    );
  },
});

export const deleteVersion = defineOperation({
  id: 'deleteConfigurationVersion',
  as: calledAs(
    'configurations.deleteVersion',
    (id: string, name: string, version: string, options?: CallOptions) => ({
      params: { id, name, version },
      options,
    }),
  ),
  tag,
  summary: 'Unpublishes what an environment has, or deletes a version',
  method: 'DELETE',
  path: '/document_types/{id}/configurations/{name}/{version}',
  access: { scope: 'configure' },
  environments: { asked: ({ params }) => [asEnvironment(params.version)] },
  params: ofVersion,
  status: 204,
  errors: ['not_found', 'in_use', 'change_conflict'],
  async run({ context, call, params: { version, ...params } }) {
    const environment = asEnvironment(version);
    await change(context, call, params, async (row) => {
      if (environment) {
        if (row.published[environment] === null) throw serviceError('not_found');
        return { next: { ...row, published: { ...row.published, [environment]: null } } };
      }
      if (!row.versions.some(({ id }) => id === version)) throw serviceError('not_found');
      if (environmentsOf(row, version).length > 0) {
        throw serviceError('in_use', { why: 'published; unpublish it first' });
      }
      const versions = row.versions.filter(({ id }) => id !== version);
      if (versions.length === 0) {
        throw serviceError('in_use', { why: 'the only one of its configuration; delete that instead' });
      }
      return { next: { ...row, versions, draft: row.draft === version ? null : row.draft } };
    });
    return undefined;
  },
});

/** @throws ServiceError `forbidden` for a config that an environment runs which the caller may not touch */
function refuseForeign({ caller }: Call, { published }: ConfigRow): void {
  if (ENVIRONMENTS.some((each) => published[each] !== null && !reaches(caller, each))) {
    throw serviceError('forbidden');
  }
}

const NOWHERE: ConfigRow['published'] = { production: null, development: null };

interface ConfigChange {
  readonly next: ConfigRow;
  readonly add?: VersionRow;
}

type MakeChange = (row: ConfigRow) => Promise<ConfigChange>;

async function configOf(
  context: ServiceContext,
  call: Call,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<ConfigRow> {
  const type = await typeById(context, call, id);
  return configByName(context, type.id, name);
}

/** Changes a config as it is at the moment; where another change was faster, it is made again. */
async function change(
  context: ServiceContext,
  call: Call,
  params: { readonly id: string; readonly name: string },
  make: MakeChange,
): Promise<ConfigRow> {
  for (let tries = 1; ; tries += 1) {
    const row = await configOf(context, call, params);
    const { next, add } = await make(row);
    const outcome = await context.store.transaction(async (tx) => {
      const made = await context.store.changeConfig(row.id, { counter: row.counter }, next, add, tx);
      if (made === 'ok') await noteChange(context, call, row, next, tx);
      return made;
    });
    if (outcome === 'ok') return next;
    if (outcome === 'name_taken') throw serviceError('name_taken', { name: next.name });
    if (tries === CHANGE_TRIES) {
      throw serviceError('change_conflict', { name: row.name }, { retryAfterSeconds: 1 });
    }
  }
}

/** Writes down what a change publishes and takes back, or that it does neither. @param before undefined for a new config */
async function noteChange(
  context: ServiceContext,
  call: Call,
  before: ConfigRow | undefined,
  { id: subject, name, published }: ConfigRow,
  tx: Tx,
): Promise<void> {
  const moved = ENVIRONMENTS.filter((each) => published[each] !== (before?.published[each] ?? null));
  const note = (action: AuditAction, details = {}) =>
    noteDeed(context, call, { action, subject, name, details }, tx);
  if (!before) await note('configuration.created');
  else if (moved.length === 0) await note('configuration.changed');
  for (const environment of moved) {
    const version = published[environment];
    if (version === null) await note('configuration.unpublished', { environment });
    else await note('configuration.published', { environment, version });
  }
}

/** Changes a config and shows it. @param version whose text is shown; default that of a config by itself */
async function changed(
  context: ServiceContext,
  call: Call,
  params: { readonly id: string; readonly name: string },
  make: MakeChange,
  version?: string,
): Promise<Configuration> {
  const row = await change(context, call, params, make);
  return withText(context, row, version ?? shownVersionOf(row));
}

async function withDraftPublished(
  context: ServiceContext,
  call: Call,
  row: ConfigRow,
  environment: Environment,
): Promise<ConfigRow> {
  if (row.draft !== null) return withPublished(context, call, row, row.draft, environment);
  throw invalidRequest({ path: 'publish_as', message: 'there is no draft; give a configuration' });
}

/** A version in an environment; a draft becomes a version like others. */
async function withPublished(
  context: ServiceContext,
  call: Call,
  row: ConfigRow,
  version: string,
  environment: Environment,
): Promise<ConfigRow> {
  const [found] = await context.store.getVersions(row.id, [version]);
  if (!found || !row.versions.some(({ id }) => id === version)) throw serviceError('not_found');
  await checkConfig(context, found.text, call.signal);
  return {
    ...row,
    published: { ...row.published, [environment]: version },
    draft: row.draft === version ? null : row.draft,
  };
}

/** The text of a configuration in a request. @throws ServiceError `too_large` */
function textOf({ limits }: ServiceContext, given: string | object): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given, null, 2);
  if (new TextEncoder().encode(text).byteLength > limits.maxConfigBytes) {
    throw serviceError('too_large', { thing: 'configuration', max: limits.maxConfigBytes });
  }
  return text;
}

function newVersionId({ random }: ServiceContext): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    // Six bits of each byte; the one value beyond the alphabet is drawn again.
    id += Array.from(random(ID_LENGTH), (byte) => ID_ALPHABET[byte & 63] ?? '').join('');
  }
  return id.slice(0, ID_LENGTH);
}

function asEnvironment(text: string): Environment | undefined {
  return ENVIRONMENTS.find((environment) => environment === text.toLowerCase());
}

/** The version that a config shows by itself: the draft, else the newest. */
function shownVersionOf(row: ConfigRow): string {
  const id = row.draft ?? row.versions[0]?.id;
  if (id === undefined) throw serviceError('not_found');
  return id;
}

async function withText({ store }: ServiceContext, row: ConfigRow, id: string): Promise<Configuration> {
  const [version] = await store.getVersions(row.id, [id]);
  if (!version) throw serviceError('not_found');
  return shownConfig(row, version);
}

function shownConfig(row: ConfigRow, { id, text }: Pick<VersionRow, 'id' | 'text'>): Configuration {
  return { ...shownSummary(row), configuration: text, version_id: id };
}

function shownSummary(row: ConfigRow) {
  const { id, name, created } = row;
  return { id, name, created: shownTime(created), versions: shownVersions(row) };
}

function shownVersions(row: ConfigRow): ConfigurationVersion[] {
  return row.versions.map(({ id, created }) => ({
    version_id: id,
    datetime: shownTime(created),
    environments: environmentsOf(row, id),
    draft: row.draft === id,
  }));
}

function environmentsOf({ published }: ConfigRow, version: string): Environment[] {
  return ENVIRONMENTS.filter((environment) => published[environment] === version);
}
