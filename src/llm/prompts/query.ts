/** Questions about a document, about values taken from it, or about pictures of it. */
// See docs/language/08-language-models.md#814-prompts
import type { Excerpt } from '../excerpts.js';
import { boundaryMark, dataText, framed } from '../frame.js';
import type { LlmImagePart, LlmMessage, LlmPart } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import { SIGNAL_NAMES, SIGNALS } from '../signals.js';
import {
  type Asked,
  type AuthorWords,
  excerptBlocks,
  jsonBlock,
  messagesOf,
  numbered,
  paragraphs,
  rows,
  task,
} from './shared.js';
import { systemText } from './system.js';

/** What is asked besides the answers. */
interface AnswerForm {
  /** A label that says how sure the answer is. */
  readonly signals: boolean;
  /** A quotation that supports it. */
  readonly evidence: boolean;
}

/** The schema of answers: `q1`, `q2` … with `answer`, and `signal` and `evidence` where they are asked for. */
export function answersSchema(count: number, { signals, evidence }: AnswerForm): JsonSchemaSubset {
  const text = { type: ['string', 'null'] } as const;
  const answer = objectSchema({
    answer: text,
    ...(signals && { signal: { type: 'string', enum: SIGNAL_NAMES } as const }),
    ...(evidence && { evidence: text }),
  });
  return objectSchema(Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i + 1}`, answer])));
}

/** Questions about excerpts of a document. */
export function queryPrompt(
  input: AuthorWords &
    AnswerForm & { readonly questions: readonly Asked[]; readonly excerpts: readonly Excerpt[] },
): readonly LlmMessage[] {
  const { questions, excerpts } = input;
  return messagesOf(excerptBlocks(excerpts), (frames) =>
    paragraphs(
      task(
        input,
        'Answer each question about the document content below. Keep answers as short as the question allows.',
      ),
      rows('CONTENT', ...frames),
      rows('QUESTIONS', numbered('q', questions)),
      replyPart(questions.length, input),
    ),
  );
}

/** Questions about values that were taken from a document before. @param json of the values */
export function sourcePrompt(
  input: AuthorWords & { readonly questions: readonly Asked[]; readonly json: string },
): readonly LlmMessage[] {
  const { questions, json } = input;
  return messagesOf([jsonBlock(json)], (frames) =>
    paragraphs(
      task(
        input,
        'Answer each question using only the data below, which was taken from a document earlier. Count, add, compare, rank or reformat the data when a question calls for it; otherwise copy it.',
        'data',
      ),
      rows(...frames),
      rows('QUESTIONS', numbered('q', questions)),
      replyPart(questions.length, { signals: false, evidence: false }),
    ),
  );
}

/** A picture, and where it is from. */
export interface PromptImage {
  readonly image: LlmImagePart;
  /** `page 2, from the top to the middle`; undefined where pages are not named. */
  readonly place?: string | undefined;
}

/** Questions about pictures of pages. */
export function imagePrompt(
  input: AuthorWords & { readonly questions: readonly Asked[]; readonly images: readonly PromptImage[] },
): readonly LlmMessage[] {
  const { questions, images } = input;
  const intro = task(
    { contextDescription: input.contextDescription },
    'Answer each question from what the images show: printed text, handwriting, marks, charts, photographs. Give an estimate only where a question asks for an approximate value.',
  );
  const parts: LlmPart[] = [{ type: 'text', text: intro }];
  for (const [i, { image, place }] of images.entries()) {
    parts.push({ type: 'text', text: `IMAGE ${i + 1}${place === undefined ? '' : `: ${place}`}` }, image);
  }
  const questionPart = rows('QUESTIONS', numbered('q', questions));
  const reply = replyPart(questions.length, { signals: false, evidence: false });
  parts.push({ type: 'text', text: paragraphs(questionPart, reply) });
  const mark = boundaryMark(images.map(({ image }) => image.ref));
  return [
    { role: 'system', content: systemText(mark) },
    { role: 'user', content: parts },
  ];
}

/** The schema of a judgement: `q1`, `q2` … with `signal`. */
export function judgementSchema(count: number): JsonSchemaSubset {
  const signal = objectSchema({ signal: { type: 'string', enum: SIGNAL_NAMES } });
  return objectSchema(Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i + 1}`, signal])));
}

/** Asks how sure answers are that were given before. */
export function judgePrompt(input: {
  readonly questions: readonly Asked[];
  readonly answers: readonly string[];
  readonly excerpts: readonly Excerpt[];
}): readonly LlmMessage[] {
  const { questions, answers, excerpts } = input;
  const blocks = excerptBlocks(excerpts);
  const mark = boundaryMark([...blocks.map(({ text }) => text), ...answers.map(dataText)]);
  const asked = questions.flatMap(({ description }, i) => [
    numbered('q', [{ description }]).replace(/^q1/u, `q${i + 1}`),
    framed(mark, { label: `answer ${i + 1}`, text: dataText(answers[i] ?? '') }),
  ]);
  return [
    { role: 'system', content: systemText(mark) },
    {
      role: 'user',
      content: paragraphs(
        rows(
          'TASK',
          'Someone answered questions about the content below. For each question choose the label that describes the given answer best. Judge against the content only; do not answer anew.',
        ),
        rows('CONTENT', ...blocks.map((block) => framed(mark, block))),
        rows('QUESTIONS AND ANSWERS', ...asked),
        rows('LABELS', signalLabels()),
        rows('REPLY', 'For every question give "signal": one label.'),
      ),
    },
  ];
}

function signalLabels(): string {
  return SIGNAL_NAMES.map((name) => ` ${name} - ${SIGNALS[name]}`).join('\n');
}

function replyPart(count: number, { signals, evidence }: AnswerForm): string {
  return rows(
    'REPLY',
    'For every question give "answer": text, or null if the content has no answer.',
    count > 1
      ? 'The questions are independent; do not copy an answer from one to another unless both ask for it.'
      : undefined,
    signals
      ? `Also give "signal", the one label that describes the answer best:\n${signalLabels()}`
      : undefined,
    evidence
      ? 'Also give "evidence": the shortest run of printed words that supports the answer, exactly as printed, or null.'
      : undefined,
  );
}
