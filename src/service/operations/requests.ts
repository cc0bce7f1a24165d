/** Checks that requests for extractions share: environment, names, extra data, webhooks. */
import { ExtraDataError } from '../../errors.js';
import { checkedExtraData } from '../../foundation/objects/extra-data.js';
import { orderedJson } from '../../foundation/objects/members.js';
import type { Environment } from '../api-keys.js';
import { utf8 } from '../bytes.js';
import type { ServiceContext } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import type { ExtractionRequest, WebhookTarget } from '../extraction-rows.js';
import { principalOfCaller } from '../invoke.js';
import type { Call, QueryInput } from '../operation.js';
import { checkAddress } from '../outbound/policy.js';
import { type ConfigRow, type JsonText, type TypeRow, versionFor } from '../rows.js';
import type { ExtractQuery, Segmentation } from '../schemas/extractions.js';
import type { Webhook } from '../schemas/webhooks.js';
import { findConfig, typeByName } from './lookups.js';

/** The query of an extraction, as a method is called with it. */
export type ExtractInput = ExtractQuery & QueryInput;

/** Requests that name the environment whose configurations run. */
export const askedEnvironment = {
  asked: ({ query }: { readonly query: { readonly environment?: Environment | undefined } }) => [
    query.environment,
  ],
};

/** The environment of a request: the one asked for, else that of the key. */
export function environmentOf({ caller }: Call, asked: Environment | undefined): Environment {
  return asked ?? principalOfCaller(caller)?.environment ?? 'production';
}

/** Whether a request refuses documents that fit no fingerprint; undefined where it leaves that to the type. */
export function strictOf({
  strict,
}: {
  readonly strict?: 'true' | 'false' | undefined;
}): boolean | undefined {
  return strict === undefined ? undefined : strict === 'true';
}

/** The name of the file, which has two parameters. @throws ServiceError when they differ */
export function documentNameOf(query: {
  readonly document_name?: string | undefined;
  readonly filename?: string | undefined;
}): string | undefined {
  const { document_name: name, filename } = query;
  if (name !== undefined && filename !== undefined && name !== filename) {
    throw invalidRequest({ path: 'filename', message: 'must equal document_name, or be left out' });
  }
  return name ?? filename;
}

/** Extra data of a request, as it is kept; `null` means none. @throws ServiceError `extra_data_invalid` */
export function givenExtraDataOf(given: unknown): JsonText | null {
  if (given === undefined || given === null) return null;
  try {
    return orderedJson(checkedExtraData(given));
  } catch (error) {
    if (!(error instanceof ExtraDataError)) throw error;
    const issues = [{ path: 'extra_data', message: error.message }];
    throw serviceError('extra_data_invalid', undefined, { issues });
  }
}

/** An address of a caller. @throws ServiceError `url_not_allowed` */
export function allowedAddress({ policy }: ServiceContext, url: string, path: string): string {
  const checked = checkAddress(url, policy);
  if (checked.ok) return checked.url.href;
  const issues = [{ path, message: checked.reason }];
  throw serviceError('url_not_allowed', { reason: checked.reason }, { issues });
}

/** The webhook of a request. @throws ServiceError `url_not_allowed`, `invalid_request` */
export function webhookOf(
  context: ServiceContext,
  given: Webhook | null | undefined,
): WebhookTarget | undefined {
  if (!given) return undefined;
  const { url, payload } = given;
  allowedAddress(context, url, 'webhook.url');
  const { maxWebhookPayloadBytes: max } = context.limits;
  const payloadText = payload === undefined ? undefined : orderedJson(payload);
  if (payloadText !== undefined && utf8(payloadText).byteLength > max) {
    throw invalidRequest({ path: 'webhook.payload', message: `must take at most ${max} bytes as JSON` });
  }
  return { url, ...(payloadText !== undefined && { payloadText }) };
}

/** What an extraction is to be made with. */
export interface Wanted {
  readonly types: readonly TypeRow[];
  readonly config?: ConfigRow;
}

/**
 * The type, and the named config, of a request for one document.
 * @throws ServiceError `unknown_document_type`, `unknown_configuration`, `no_published_config`
 */
export async function wantedSingle(
  context: ServiceContext,
  call: Call,
  environment: Environment,
  { type: name, config: configName }: { readonly type: string; readonly config?: string | undefined },
): Promise<Wanted> {
  const type = await typeByName(context, call.account, name);
  if (configName === undefined) {
    await refuseUnpublished(context, type, environment);
    return { types: [type] };
  }
  const config = await findConfig(context, type.id, configName);
  if (!config || versionFor(config, environment) === null) {
    throw serviceError('unknown_configuration', { name: configName, environment });
  }
  return { types: [type], config };
}

/** The types of a request for a portfolio, each once. @throws ServiceError */
export async function wantedPortfolio(
  context: ServiceContext,
  call: Call,
  environment: Environment,
  names: readonly string[],
  segmentation: Segmentation,
): Promise<Wanted> {
  const { maxPortfolioTypes: max } = context.limits;
  const distinct = [...new Set(names)];
  if (distinct.length > max)
    throw invalidRequest({ path: 'types', message: `must have at most ${max} items` });
  if (segmentation === 'llm' && !context.llm) throw serviceError('llm_unavailable');
  const types = await Promise.all(distinct.map((name) => typeByName(context, call.account, name)));
  for (const type of types) await refuseUnpublished(context, type, environment);
  return { types };
}

/** @throws ServiceError `no_published_config` */
async function refuseUnpublished(
  { store }: ServiceContext,
  type: TypeRow,
  environment: Environment,
): Promise<void> {
  const configs = await store.listConfigs(type.id);
  if (configs.some((config) => versionFor(config, environment) !== null)) return;
  throw serviceError('no_published_config', { name: type.name, environment });
}

/** What a request says besides types, as far as an extraction keeps it; what is undefined was not said. */
type RequestFacts = Pick<ExtractionRequest, 'environment'> & {
  readonly [Name in 'segmentBy' | 'documentName' | 'strict' | 'contentType' | 'webhook']?:
    | ExtractionRequest[Name]
    | undefined;
};

/** The parts of a request that an extraction keeps. */
export function extractionRequest(
  call: Call,
  { types, config }: Wanted,
  facts: RequestFacts,
): ExtractionRequest {
  const principal = principalOfCaller(call.caller);
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return {
    ...(given as Pick<ExtractionRequest, 'environment'>),
    types: types.map(({ name }) => name),
    ...(config && { configId: config.id }),
    ...(call.traceparent !== undefined && { traceparent: call.traceparent }),
    ...(principal && { keyId: principal.keyId, actor: { type: 'key', name: principal.name } }),
  };
}
