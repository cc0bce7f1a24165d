/**
 * Language models: providers to hand to `extract` and `createExtractor` as their option `llm`.
 * See `docs/guides/language-models.md`.
 *
 * @example
 * import { aiSdk } from 'anchorline/llm';
 * await extract(bytes, config, undefined, { llm: { providers: { 'open-ai': aiSdk(openai('gpt-5')) } } });
 */
export { type AiSdkModel, type AiSdkModelChoice, type AiSdkOptions, aiSdk } from '../../llm/ai-sdk.js';
export type { LlmCallEvent } from '../../llm/call-event.js';
export {
  DEFAULT_LLM_LIMITS,
  type LlmBudget,
  type LlmCache,
  type LlmLimits,
  type LlmOptions,
  type LlmPrice,
} from '../../llm/options.js';
export {
  type EmbedRequest,
  type EmbedResponse,
  LlmError,
  type LlmErrorCode,
  type LlmFinishReason,
  type LlmImagePart,
  type LlmMessage,
  type LlmPart,
  type LlmPrompt,
  type LlmProvider,
  type LlmPurpose,
  type LlmRequest,
  type LlmResponse,
  type LlmTextPart,
  type LlmTier,
  type LlmUsage,
} from '../../llm/provider.js';
export { type ReplayOptions, replay } from '../../llm/replay.js';
export type { JsonSchemaSubset } from '../../llm/schema.js';
export {
  type AnswerByField,
  answersByField,
  type Script,
  type ScriptedAnswer,
  type ScriptedOptions,
  type ScriptedProvider,
  scripted,
} from '../../llm/scripted.js';
export type { LlmTotals, LlmUsageReport } from '../../llm/usage.js';
export { type ConfigFromSchemaOptions, configFromSchema } from './config-from-schema.js';
export type { AnswerPlace, DataError } from './data-from-result.js';
export { type Distilled, type DistilOptions, distil, type Sample } from './distil.js';
export { type ExtractAsOptions, type ExtractedAs, extractAs } from './extract-as.js';
export type { Left, LeftReason } from './left.js';
export type { Disagreement, DistilledField } from './prove.js';
export { type JsonSchemaInput, SchemaError } from './schema-shape.js';
