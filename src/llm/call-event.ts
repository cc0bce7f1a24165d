/** What is reported of a call of a language model when it has ended. */
// See docs/language/08-language-models.md#810-how-calls-are-made
import type { LlmFinishReason, LlmPurpose, LlmTier, LlmUsage } from './provider.js';

/** One call of a language model, as `onCall` of the options gets it. */
export interface LlmCallEvent {
  readonly callId: string;
  /** Key of the request, as recordings have it. */
  readonly key: string;
  readonly purpose: LlmPurpose;
  readonly tier: LlmTier;
  /** Id of the provider. */
  readonly provider: string;
  readonly model?: string;
  readonly fieldIds: readonly string[];
  /** Tries that were made. */
  readonly attempts: number;
  /** Answered by an equal call of the same extraction, or by the host's cache. */
  readonly cached: boolean;
  /** Milliseconds, waits included. */
  readonly ms: number;
  readonly usage: LlmUsage;
  readonly cost?: number;
  readonly finishReason?: LlmFinishReason;
  /** Code of the failure, where the call failed. */
  readonly error?: string;
}
