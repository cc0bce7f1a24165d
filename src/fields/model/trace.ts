/** What the trace of a field tells of its questions to a language model. */
// See docs/language/08-language-models.md#815-verbosity-and-trace
import type { AskedCall } from '../../llm/ask.js';
import type { ChosenChunk } from '../../llm/choose.js';
import type { GroundingStage } from '../../llm/grounding.js';
import type { ConfidenceSignal } from '../../llm/signals.js';

/** A part of the document that a model was shown. */
export interface TracedChunk {
  /** Pages from the top of what the field sees: 1.5 is the middle of its second page. */
  readonly start: number;
  readonly end: number;
  /** Higher is better; only comparable within one field. */
  readonly score: number;
}

/** A request, and what it cost. */
export interface TracedCall {
  /** Key of its recording. */
  readonly key: string;
  readonly provider: string;
  readonly model?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelTrace {
  readonly chunks: readonly TracedChunk[];
  readonly calls: readonly TracedCall[];
  /** What the model answered, before types and filters. */
  readonly answer?: string | null;
  readonly signal?: ConfidenceSignal;
  /** How the lines behind the answer were found; null when they were not: it may be worked out, or made up. */
  readonly grounding?: { readonly stage: GroundingStage; readonly score: number } | null;
  /** Cells of a list or table with a value, and how many of them were found on the document. */
  readonly cells?: { readonly total: number; readonly located: number };
  /** The class that was chosen, of fields that classify. */
  readonly choice?: string | null;
}

/** Chunks as a trace shows them, best first. */
export function tracedChunks(chosen: readonly ChosenChunk[]): readonly TracedChunk[] {
  return chosen.map(({ start, end, score }) => ({ start, end, score }));
}

/** Calls as a trace shows them. */
export function tracedCalls(calls: readonly AskedCall[]): readonly TracedCall[] {
  return calls.map(({ key, provider, model, usage }) => ({
    key,
    provider,
    ...(model !== undefined && { model }),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
  }));
}
