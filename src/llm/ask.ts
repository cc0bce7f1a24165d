/** Asks a model for JSON of a given shape. */
// See docs/language/08-language-models.md#8411-asking-reading-repairing

import { LlmCallFailure, type LlmFailureCode } from '../errors.js';
import { isInterruption } from '../foundation/async/interrupt.js';
import type { CallTarget, LlmClient } from './client.js';
import { type Coerced, coerce } from './coerce.js';
import { imagesOf, messageText } from './message-text.js';
import { parseAnswer } from './parse.js';
import { repairPrompt } from './prompts/repair.js';
import type {
  LlmFinishReason,
  LlmMessage,
  LlmPrompt,
  LlmProvider,
  LlmPurpose,
  LlmResponse,
  LlmUsage,
} from './provider.js';
import type { JsonSchemaSubset } from './schema.js';

/** A request for JSON. */
export interface JsonPrompt extends LlmPrompt {
  readonly schema: JsonSchemaSubset;
  /** Whether less is asked if this is too long, so that this is not the end of it. */
  readonly canShrink?: boolean | undefined;
}

/** What was asked, what it cost and where its recording is, for traces. */
export interface AskedCall {
  readonly purpose: LlmPurpose;
  /** Size of the request: characters of its messages, and pictures. */
  readonly characters: number;
  readonly images: number;
  readonly key: string;
  readonly provider: string;
  readonly model: string | undefined;
  readonly usage: LlmUsage;
  /** Whether an equal request had been answered before, so that this one cost nothing. */
  readonly cached: boolean;
  /** Milliseconds that the provider was asked, with tries before. */
  readonly ms: number;
}

/** An answer that fits its schema, or why there is none. */
export type Asked =
  | {
      readonly value: unknown;
      readonly finishReason: LlmFinishReason;
      /** Whether the model was asked a second time. */
      readonly repaired: boolean;
      readonly calls: readonly AskedCall[];
    }
  | { readonly failure: AskFailure; readonly calls: readonly AskedCall[] };

export interface AskFailure {
  readonly code: LlmFailureCode | 'LLM_RESPONSE_INVALID' | 'LLM_RESPONSE_TOO_LONG';
  readonly message: string;
}

/** What else keeps an answer that fits its schema from being used; empty where nothing does. */
export type AnswerCheck = (value: unknown) => readonly string[];

/**
 * Asks, and asks once more when the answer cannot be used. An answer that was too long is given as far as it goes
 * where it can be read so; else it is the failure `LLM_RESPONSE_TOO_LONG`, and asking for less helps.
 * @throws DocumentError `aborted`, `timed_out`; with the option `strict` also `LlmCallFailure`
 */
export async function ask(
  client: LlmClient,
  { canShrink = false, ...prompt }: JsonPrompt,
  target: CallTarget,
  check?: AnswerCheck,
): Promise<Asked> {
  const calls: AskedCall[] = [];
  try {
    const { provider } = client.providerFor(target.provider);
    const printed = withPrintedSchema(prompt, provider);
    const first = await call(client, printed, target, calls);
    const fitted = checked(read(first, prompt.schema, false), check);
    if (first.finishReason === 'content-filter') return { failure: filtered(provider), calls };
    if ('value' in fitted) return answer(fitted.value, first, false, calls);
    if (first.finishReason === 'length') return { failure: tooLong(fitted.problems), calls };
    const messages = repairPrompt(printed.messages, shown(first), fitted.problems);
    const second = await call(client, { ...printed, messages }, target, calls);
    const again = checked(read(second, prompt.schema, true), check);
    if ('value' in again) return answer(again.value, second, true, calls);
    return { failure: unusable(again.problems), calls };
  } catch (error) {
    if (isInterruption(error) || !(error instanceof LlmCallFailure)) throw error;
    const { code, message } = error;
    if (client.options.strict && !(canShrink && code === OVERFLOW)) throw error;
    return { failure: { code, message }, calls };
  }
}

const OVERFLOW = 'LLM_CONTEXT_OVERFLOW';

/** Share of the data of a request that was too long, that the second try has. */
export const SMALLER = 0.5;

/** Whether nothing was answered because the request was too long. */
export function isOverflow(asked: Asked): boolean {
  return 'failure' in asked && asked.failure.code === OVERFLOW;
}

/** Whether an answer was cut off because it was too long, or none came because the request was: half of it may do. */
export function isTooMuch(asked: Asked): boolean {
  if (!('failure' in asked)) return asked.finishReason === 'length';
  return asked.failure.code === 'LLM_RESPONSE_TOO_LONG' || isOverflow(asked);
}

async function call(
  client: LlmClient,
  prompt: LlmPrompt,
  target: CallTarget,
  calls: AskedCall[],
): Promise<LlmResponse> {
  const { purpose, messages } = prompt;
  const { response, key, provider, cached, ms } = await client.call(prompt, target);
  calls.push({
    purpose,
    characters: messages.reduce((sum, message) => sum + messageText(message).length, 0),
    images: imagesOf(messages).length,
    key,
    provider,
    model: response.model,
    usage: response.usage,
    cached,
    ms,
  });
  return response;
}

function answer(
  value: unknown,
  { finishReason }: LlmResponse,
  repaired: boolean,
  calls: readonly AskedCall[],
): Asked {
  return { value, finishReason, repaired, calls };
}

function read(response: LlmResponse, schema: JsonSchemaSubset, fillMissing: boolean): Coerced {
  const { object, text = '', finishReason } = response;
  if (object !== undefined) return coerce(object, schema, { fillMissing });
  const parsed = parseAnswer(text, finishReason === 'length');
  if ('problem' in parsed) return { problems: [`the answer is no JSON: ${parsed.problem}`] };
  return coerce(parsed.value, schema, { fillMissing });
}

function checked(answer: Coerced, check: AnswerCheck | undefined): Coerced {
  if ('problems' in answer || !check) return answer;
  const problems = check(answer.value);
  return problems.length > 0 ? { problems } : answer;
}

function shown({ object, text }: LlmResponse): string {
  return object === undefined ? (text ?? '') : JSON.stringify(object);
}

/** Providers that know no schema are shown it. */
function withPrintedSchema(prompt: JsonPrompt, { capabilities }: LlmProvider): LlmPrompt {
  if (capabilities?.structuredOutput !== false) return prompt;
  const last = prompt.messages.at(-1);
  if (!last) return prompt;
  const note = `\n\nThe schema of the reply:\n${JSON.stringify(prompt.schema)}`;
  const message: LlmMessage = {
    ...last,
    content:
      typeof last.content === 'string'
        ? last.content + note
        : [...last.content, { type: 'text', text: note.trim() }],
  };
  return { ...prompt, messages: [...prompt.messages.slice(0, -1), message] };
}

function filtered({ id }: LlmProvider): AskFailure {
  return { code: 'LLM_CONTENT_FILTERED', message: `the provider ${id} refused to answer` };
}

function tooLong(problems: readonly string[]): AskFailure {
  const message = `the answer was cut off because it was too long: ${problems.join('; ')}`;
  return { code: 'LLM_RESPONSE_TOO_LONG', message };
}

function unusable(problems: readonly string[]): AskFailure {
  return {
    code: 'LLM_RESPONSE_INVALID',
    message: `the model's answer cannot be used, nor can its second: ${problems.join('; ')}`,
  };
}
