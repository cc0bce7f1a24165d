/** What the trace of a field says of its questions to a language model. */
// See docs/language/08-language-models.md#815-verbosity-and-trace
import type { AskedCall } from '../../../llm/ask.js';
import type { ChosenChunk } from '../../../llm/choose.js';
import type { GroundingStage } from '../../../llm/grounding.js';
import type { LlmPurpose } from '../../../llm/provider.js';
import type { ConfidenceSignal } from '../../../llm/signals.js';

/** A part of the document that a model was shown. */
interface TracedChunk {
  /** Pages from the top of what the field sees: 1.5 is the middle of its second page. */
  readonly start: number;
  readonly end: number;
  /** Higher is better; only comparable within one field. */
  readonly score: number;
}

/** A request, and what it cost. */
interface TracedCall {
  readonly purpose: LlmPurpose;
  /** Size of the request: characters of its text, and pictures if there are any. */
  readonly characters: number;
  readonly images?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly provider: string;
  readonly model?: string;
  /** Key of its recording. */
  readonly key: string;
  /** The answer was that of an equal request before; its tokens were paid once. */
  readonly cached?: true;
}

/** How the lines behind an answer were found. */
export interface TracedGrounding {
  /** `own` is text of the document that a model only pointed to; the others are stages of the search. */
  readonly stage: GroundingStage | 'own';
  /** Up to 1. */
  readonly score: number;
}

/** A cell of a list or table with a value. */
export interface TracedCell {
  /** Position in the value, from 0. */
  readonly row: number;
  /** Id of the column. */
  readonly column: string;
  readonly answer: string;
  /** Null when the answer is not on the document: it may be worked out, or made up. */
  readonly grounding: TracedGrounding | null;
  /** Positions in `lines` of the trace. */
  readonly lines: readonly number[];
}

export interface ModelTrace {
  /** What was chosen for the model, best first; empty where it was not shown lines of the document. */
  readonly chunks: readonly TracedChunk[];
  /** What was chosen and not shown, because it was too much for a request; best first. */
  readonly omitted?: readonly TracedChunk[];
  /** Requests that the value came from, in order: searches, questions, second tries, judgements. */
  readonly calls: readonly TracedCall[];
  /** What the model answered, before types and filters. */
  readonly answer?: string | null;
  readonly signal?: ConfidenceSignal;
  /** How the lines behind the answer were found; null when they were not: it may be worked out, or made up. */
  readonly grounding?: TracedGrounding | null;
  /** Cells of a list or table with a value, how many of them were found on the document, and where. */
  readonly cells?: {
    readonly total: number;
    readonly located: number;
    readonly answers: readonly TracedCell[];
  };
  /** The class that was chosen, of fields that classify. */
  readonly choice?: string | null;
}

/** Decimals of scores that distinguish chunks. */
const SCORE_DECIMALS = 4;

/** Chunks as a trace shows them, best first. */
export function tracedChunks(chosen: readonly ChosenChunk[]): readonly TracedChunk[] {
  return chosen.map(({ start, end, score }) => ({
    start,
    end,
    score: Number(score.toFixed(SCORE_DECIMALS)),
  }));
}

/** Calls as a trace shows them. */
export function tracedCalls(calls: readonly AskedCall[]): readonly TracedCall[] {
  return calls.map(({ purpose, characters, images, usage, provider, model, key, cached }) => ({
    purpose,
    characters,
    ...(images > 0 && { images }),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    provider,
    ...(model !== undefined && { model }),
    key,
    ...(cached && { cached }),
  }));
}

/** Cells as a trace shows them. */
export function tracedCells(answers: readonly TracedCell[]): NonNullable<ModelTrace['cells']> {
  const located = answers.filter(({ grounding }) => grounding !== null).length;
  return { total: answers.length, located, answers };
}
