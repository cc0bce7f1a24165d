/** How sure an answer is, in the words that models are asked for. */
// See docs/language/08-language-models.md#8413-confidence-signals

/** The labels that models choose from, and what each means. */
export const SIGNALS = {
  confident_answer: 'a single clear answer is printed',
  inferred_answer: 'not printed as such; you worked it out from what is printed',
  multiple_possible_answers: 'different candidates fit and you picked one',
  answer_may_be_incomplete: 'the content seems to hold only part of the answer',
  ambiguous_query: 'the question can be understood in more than one way',
  answer_not_found: 'the content has no answer (answer is null)',
  incorrect_answer: 'the best candidate does not really satisfy the question',
} as const;

type AskedSignal = keyof typeof SIGNALS;

/** A label, or what takes its place where a model gave no known one, or was not asked. */
export type ConfidenceSignal = AskedSignal | 'unknown_signal' | 'not_supported';

/** The names of the labels, in the order in which they are explained. */
export const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly AskedSignal[];

/** A label as a model wrote it. */
export function signalOf(written: string | null | undefined): ConfidenceSignal {
  const name = (written ?? '').trim().toLowerCase().replace(/[ -]+/gu, '_');
  return SIGNAL_NAMES.find((known) => known === name) ?? 'unknown_signal';
}

/** How far a label can be trusted, 0 to 1; what `minConfidence` is compared with. */
const CONFIDENCE: Readonly<Record<ConfidenceSignal, number>> = {
  confident_answer: 1,
  inferred_answer: 0.75,
  multiple_possible_answers: 0.6,
  answer_may_be_incomplete: 0.6,
  ambiguous_query: 0.5,
  unknown_signal: 0.5,
  incorrect_answer: 0.1,
  answer_not_found: 0,
  not_supported: 1,
};

/** How far an answer with a label can be trusted, 0 to 1. */
export function confidenceOf(signal: ConfidenceSignal): number {
  return CONFIDENCE[signal];
}
