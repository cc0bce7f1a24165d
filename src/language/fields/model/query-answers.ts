/** From what a language model answered to the values of fields. */
import type { PathStep } from '../../../errors.js';
import type { AskedCall } from '../../../llm/ask.js';
import { type ConfidenceSignal, confidenceOf, signalOf } from '../../../llm/signals.js';
import type { FieldScope } from '../definition.js';
import { type AnswerPlaces, answerText, shownAnswer, typedAnswer } from './answers.js';
import type { ReadyRequest } from './conditions.js';
import { withDuration } from './duration.js';
import { warningPlace } from './notices.js';
import type { Answered, Asking, Query } from './query-batch.js';
import type { Shown } from './shown.js';
import type { ModelTrace } from './trace.js';

/** An answer as it was given. */
export interface RawAnswer {
  readonly answer: string | null;
  readonly signal?: string | null;
  readonly evidence?: string | null;
}

/** The answers of a response, by the numbers of their questions; one that is missing is no answer. */
export function readAnswers(value: unknown, count: number): readonly RawAnswer[] {
  const byNumber = value as Readonly<Record<string, RawAnswer>>;
  return Array.from({ length: count }, (_, i) => byNumber[`q${i + 1}`] ?? { answer: null });
}

/** The request that an answer came from. */
interface AnswerSetting extends Asking {
  readonly shown: Shown;
  /** All requests that led to it. */
  readonly calls: readonly AskedCall[];
  /** What all answers of the request have in common. */
  readonly trace: ModelTrace;
}

/** One answer as the value of its field. */
export function answered(
  { id, type, description }: Query,
  raw: RawAnswer,
  judged: ConfidenceSignal | undefined,
  { batch, settings, shown, calls, trace: common, ready, scope, path }: AnswerSetting,
): Answered {
  const { signals } = settings;
  const signal = shown.isText ? (judged ?? signalOf(raw.signal)) : 'not_supported';
  const isShown = signals.asked;
  const isAsked = signals.asked || batch.minConfidence !== undefined;
  const ownTrace: ModelTrace = {
    ...common,
    answer: raw.answer,
    ...(isAsked && { signal }),
  };
  const none = (reason: string): Answered => ({ id, value: null, reason, lines: [], model: ownTrace });
  const text = answerText(cutAnswer(raw.answer, id, ready, scope, path));
  if (text === null) return none('the model found no answer');
  if (signals.strict && signal === 'incorrect_answer') {
    return none(`the model judged its own answer wrong: ${JSON.stringify(text)}`);
  }
  const { minConfidence } = batch;
  if (minConfidence !== undefined && confidenceOf(signal) < minConfidence) {
    return none(`the answer is less sure (${signal}) than minConfidence asks`);
  }
  const typed = typedAnswer(text, { type, filters: batch.filters }, scope);
  if ('reason' in typed) return none(typed.reason);
  const found = shown.places && groundAnswer(raw, typed, description, shown.places);
  const lines = found?.lines ?? [];
  const value = {
    ...typed.value,
    ...(isShown && { confidenceSignal: signal }),
  };
  return {
    id,
    value: shownAnswer(withDuration(value, calls, scope), lines, shown.regions, scope),
    lines,
    model: {
      ...ownTrace,
      ...(shown.places && { grounding: found ? { stage: found.stage, score: found.score } : null }),
    },
  };
}

/** The lines behind an answer: those of the quotation that supports it, else those that say the same. */
// See docs/language/08-language-models.md#8414-where-an-answer-is-printed
function groundAnswer(
  { evidence }: RawAnswer,
  typed: { readonly value: object; readonly text: string },
  question: string,
  places: AnswerPlaces,
) {
  const quotation = evidence ? places.locate(evidence, question) : undefined;
  if (quotation && EXACT_STAGES.has(quotation.stage)) return { ...quotation, stage: 'evidence' as const };
  const source =
    'source' in typed.value && typeof typed.value.source === 'string' ? typed.value.source : typed.text;
  return places.locate(source, question);
}

const EXACT_STAGES: ReadonlySet<string> = new Set(['equal', 'inside', 'run']);

function cutAnswer(
  answer: string | null,
  id: string,
  { session }: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): string | null {
  const most = session.client.options.limits.answerCharacters;
  if (answer === null || answer.length <= most) return answer;
  const message = `the answer has ${answer.length} characters; only the first ${most} are kept`;
  scope.run.warn({ code: 'LLM_ANSWER_TRUNCATED', message, ...warningPlace([id], scope, path) });
  return answer.slice(0, most);
}
