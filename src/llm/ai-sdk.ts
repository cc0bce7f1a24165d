/** Models of the Vercel AI SDK as a provider. The package `ai` is loaded when the first call is made. */
// See docs/language/08-language-models.md#881-models-of-the-ai-sdk
import type { EmbeddingModel, LanguageModel, ModelMessage } from 'ai';
import { ProviderError } from '../errors.js';
import { imagesOf, messageText } from './message-text.js';
import {
  type EmbedRequest,
  type EmbedResponse,
  LlmError,
  type LlmErrorCode,
  type LlmFinishReason,
  type LlmMessage,
  type LlmPart,
  type LlmProvider,
  type LlmPurpose,
  type LlmRequest,
  type LlmResponse,
  type LlmTier,
  type LlmUsage,
} from './provider.js';
import { retryAfterOf } from './retry-after.js';

/**
 * A model of the AI SDK (`openai('…')`, `anthropic('…')` …), recognised by the members that all of its versions have,
 * so that the types of this library do not depend on the package.
 */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Chooses a model for each request. */
export type AiSdkModelChoice = (request: {
  readonly purpose: LlmPurpose;
  readonly tier: LlmTier;
  readonly hasImages: boolean;
}) => AiSdkModel;

/** How a model of the AI SDK is used. */
export interface AiSdkOptions {
  /** Name of the provider in recordings and reports; default that of the model. */
  readonly id?: string | undefined;
  readonly embeddingModel?: AiSdkModel | undefined;
  /** Options of the model's vendor, as the AI SDK takes them. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** `structuredOutput: false` for models that know no JSON Schema, `images: false` for those that see none. */
  readonly capabilities?: LlmProvider['capabilities'] | undefined;
}

type Sdk = typeof import('ai');
type ProviderOptions = NonNullable<Parameters<Sdk['generateText']>[0]['providerOptions']>;

/**
 * A provider on a model of the Vercel AI SDK, version 6 or later. Its own retries are switched off: the extraction
 * has its own, with one budget.
 * @param model one for everything, or a function that chooses by purpose and tier
 * @throws ProviderError from its calls, when the package `ai` is not installed
 *
 * @example
 * const provider = aiSdk(openai('gpt-5'), { embeddingModel: openai.embedding('text-embedding-3-small') });
 * await extract(bytes, config, undefined, { llm: { providers: { 'open-ai': provider } } });
 */
export function aiSdk(model: AiSdkModel | AiSdkModelChoice, options: AiSdkOptions = {}): LlmProvider {
  const { embeddingModel, capabilities, providerOptions } = options;
  const id = options.id ?? (typeof model === 'function' ? 'ai-sdk' : `${model.provider}/${model.modelId}`);
  return {
    id,
    ...(capabilities && { capabilities }),
    complete: (request) => complete(request, model, providerOptions as ProviderOptions | undefined),
    ...(embeddingModel && { embed: (request: EmbedRequest) => embed(request, embeddingModel) }),
  };
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('ai');
  } catch (cause) {
    const message = 'aiSdk() needs the package "ai", version 6 or later: npm install ai';
    throw new ProviderError('ai-sdk', 'package_missing', message, { cause });
  }
}

async function complete(
  request: LlmRequest,
  choice: AiSdkModel | AiSdkModelChoice,
  providerOptions: ProviderOptions | undefined,
): Promise<LlmResponse> {
  const sdk = await loadSdk();
  const { purpose, tier, messages, schema, schemaName, temperature, seed, maxOutputTokens, signal } = request;
  const hasImages = imagesOf(messages).length > 0;
  const model = typeof choice === 'function' ? choice({ purpose, tier, hasImages }) : choice;
  const system = messages.filter(({ role }) => role === 'system').map(messageText);
  const settings = {
    model: model as LanguageModel,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: messages.filter(({ role }) => role !== 'system').map(messageOf),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(providerOptions && { providerOptions }),
  };
  try {
    if (!schema) {
      const result = await sdk.generateText(settings);
      return { text: result.text, ...responseFacts(result) };
    }
    const output = sdk.Output.object({
      schema: sdk.jsonSchema(schema as Parameters<Sdk['jsonSchema']>[0]),
      ...(schemaName !== undefined && { name: schemaName }),
    });
    const result = await sdk.generateText({ ...settings, output });
    return { ...contentOf(result), ...responseFacts(result) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (sdk.NoObjectGeneratedError.isInstance(error)) {
      const { text = '', finishReason, usage, response } = error;
      return { text, ...responseFacts({ finishReason, usage, response }) };
    }
    throw explain(sdk, error);
  }
}

/** The getter throws where nothing was parsed, as for empty answers: then the text is all there is. */
function contentOf(result: {
  readonly output: unknown;
  readonly text: string;
}): Pick<LlmResponse, 'object' | 'text'> {
  try {
    return { object: result.output };
  } catch {
    return { text: result.text };
  }
}

interface SdkResponse {
  readonly finishReason?: string | undefined;
  readonly usage?:
    | {
        readonly inputTokens?: number | undefined;
        readonly outputTokens?: number | undefined;
        readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined } | undefined;
      }
    | undefined;
  readonly response?: { readonly modelId?: string | undefined } | undefined;
  readonly warnings?: readonly object[] | undefined;
}

function responseFacts({
  finishReason,
  usage,
  response,
  warnings = [],
}: SdkResponse): Omit<LlmResponse, 'text' | 'object'> {
  return {
    finishReason: finishReasonOf(finishReason),
    usage: usageOf(usage),
    ...(response?.modelId !== undefined && { model: response.modelId }),
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => JSON.stringify(warning)) }),
  };
}

function usageOf(usage: SdkResponse['usage']): LlmUsage {
  const cachedInputTokens = usage?.inputTokenDetails?.cacheReadTokens;
  return {
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
  };
}

function finishReasonOf(reason: string | undefined): LlmFinishReason {
  return reason === 'stop' || reason === 'length' || reason === 'content-filter' || reason === 'error'
    ? reason
    : 'other';
}

function messageOf(message: LlmMessage): ModelMessage {
  const { role, content } = message;
  if (role === 'assistant') return { role, content: messageText(message) };
  return { role: 'user', content: typeof content === 'string' ? content : content.map(partOf) };
}

function partOf(part: LlmPart) {
  return part.type === 'text'
    ? { type: 'text' as const, text: part.text }
    : { type: 'file' as const, data: part.data, mediaType: part.mediaType };
}

async function embed({ texts, signal }: EmbedRequest, model: AiSdkModel): Promise<EmbedResponse> {
  const sdk = await loadSdk();
  try {
    const { embeddings, usage } = await sdk.embedMany({
      model: model as EmbeddingModel,
      values: [...texts],
      maxRetries: 0,
      abortSignal: signal,
    });
    return { vectors: embeddings, usage: { tokens: usage.tokens || 0 }, model: model.modelId };
  } catch (error) {
    if (signal.aborted) throw error;
    throw explain(sdk, error);
  }
}

/** Words by which vendors say that a request was too long. */
const TOO_LONG = /context.{0,20}length|maximum.{0,20}tokens|too long|too many tokens|exceeds.{0,30}context/iu;

/** An error of the SDK as one of ours. What a vendor wrote is in it as far as its message holds it. */
function explain(sdk: Sdk, error: unknown): LlmError {
  if (!sdk.APICallError.isInstance(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return new LlmError('unknown', message, { cause: error });
  }
  const { statusCode: status, responseHeaders = {}, responseBody = '', message, isRetryable } = error;
  const isTooLong = (status === 400 || status === 413) && TOO_LONG.test(`${message} ${responseBody}`);
  const code = isTooLong ? 'context_overflow' : codeOf(status);
  return new LlmError(code, message, {
    status,
    retryAfterMs: retryAfterOf(responseHeaders),
    retryable: isTooLong ? false : isRetryable,
    cause: error,
  });
}

/** Without a status no answer came. */
function codeOf(status: number | undefined): LlmErrorCode {
  if (status === undefined) return 'network';
  if (status === 429) return 'rate_limit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'unavailable' : 'bad_request';
}
