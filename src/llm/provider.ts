/**
 * What the library asks of a language model. Everything that goes over a network is behind this interface; the
 * library holds no client of any vendor.
 */
// See docs/language/08-language-models.md#88-provider-interface
import type { JsonSchemaSubset } from './schema.js';

/** How much a request asks of a model; the host decides which model serves each. */
export type LlmTier = 'fast' | 'thorough' | 'long';

/** What a request is for. */
export type LlmPurpose =
  | 'query'
  | 'query.source'
  | 'query.image'
  | 'query.judge'
  | 'list'
  | 'list.source'
  | 'table.rewrite'
  | 'table.columns'
  | 'table.pick'
  | 'summary'
  | 'outline'
  | 'pick'
  | 'summarizer'
  | 'classify.branch'
  | 'classify.type'
  | 'segment'
  | 'postprocess';

/** Text in a message. */
export interface LlmTextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A picture in a message. */
export interface LlmImagePart {
  readonly type: 'image';
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly data: Uint8Array;
  /** Distinguishes the picture from others wherever it is made again: document, page, rectangle and resolution. */
  readonly ref: string;
}

/** A part of a message: text or a picture. */
export type LlmPart = LlmTextPart | LlmImagePart;

/** One message of a request. */
export interface LlmMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly LlmPart[];
}

/** What a model is asked, as far as its answer depends on it. */
export interface LlmPrompt {
  readonly purpose: LlmPurpose;
  readonly tier: LlmTier;
  readonly messages: readonly LlmMessage[];
  /** The JSON that is wanted; plain text without it. */
  readonly schema?: JsonSchemaSubset | undefined;
  /** Lower-case letters and underscores, 40 at most. */
  readonly schemaName?: string | undefined;
  readonly maxOutputTokens: number;
}

/** One call of a provider. */
export interface LlmRequest extends LlmPrompt {
  /** 0 unless the host says otherwise; undefined for models that refuse it. */
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  /** Aborts when the caller gave up or the time for this attempt is over. */
  readonly signal: AbortSignal;
  readonly meta: {
    readonly callId: string;
    /** 0 for the first try. */
    readonly attempt: number;
    /** Hash of all that the answer depends on: equal requests have equal keys. */
    readonly key: string;
    /** Ids of the fields that the answer serves, in the order of its parts. */
    readonly fieldIds: readonly string[];
  };
}

/** Tokens of a call, as the provider counts them. */
export interface LlmUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** Why a model stopped writing. */
export type LlmFinishReason = 'stop' | 'length' | 'content-filter' | 'error' | 'other';

/** The answer of a model. */
export interface LlmResponse {
  /** The answer as text; one of `text` and `object` is there. */
  readonly text?: string;
  /** The answer as JSON. */
  readonly object?: unknown;
  readonly finishReason: LlmFinishReason;
  readonly usage: LlmUsage;
  /** The model that answered, as it names itself. */
  readonly model?: string;
  readonly warnings?: readonly string[];
}

/** Texts to be turned into vectors. */
export interface EmbedRequest {
  readonly texts: readonly string[];
  /** Some models embed questions otherwise than what they are asked of. */
  readonly kind: 'chunk' | 'query';
  readonly signal: AbortSignal;
}

/** The vectors of texts. */
export interface EmbedResponse {
  /** One for each text, in order. */
  readonly vectors: readonly (readonly number[])[];
  readonly usage: { readonly tokens: number };
  readonly model?: string;
}

/** A language model, or several behind one name. */
export interface LlmProvider {
  readonly id: string;
  readonly capabilities?: {
    /** Takes pictures; without it only text is sent. */
    readonly images?: boolean;
    /** False when it knows no JSON Schema: the schema is then printed in the prompt. */
    readonly structuredOutput?: boolean;
    /** Tokens that a request and its answer may have together. */
    readonly contextTokens?: number;
    readonly maxOutputTokens?: number;
  };
  /** @throws LlmError */
  complete(request: LlmRequest): Promise<LlmResponse>;
  /** @throws LlmError */
  embed?(request: EmbedRequest): Promise<EmbedResponse>;
  countTokens?(text: string): number;
}

/** Why a provider gave no answer; some codes are worth another try. */
export type LlmErrorCode =
  | 'rate_limit'
  | 'unavailable'
  | 'timeout'
  | 'network'
  | 'auth'
  | 'bad_request'
  | 'context_overflow'
  | 'content_filter'
  | 'replay_miss'
  | 'aborted'
  | 'unknown';

/** What a provider throws when a call fails. */
export class LlmError extends Error {
  override readonly name = 'LlmError';
  readonly code: LlmErrorCode;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;
  /** How long the provider wants callers to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same call may succeed later; else the code decides. */
  readonly retryable: boolean | undefined;
  /** What the failed call cost. */
  readonly usage: LlmUsage | undefined;

  constructor(
    code: LlmErrorCode,
    message: string,
    details: {
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly retryable?: boolean | undefined;
      readonly usage?: LlmUsage | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.retryable = details.retryable;
    this.usage = details.usage;
  }
}
