/** A provider that answers from a function: for tests of configs and of what handles answers. */
// See docs/language/08-language-models.md#89-recordings-and-tests-without-a-network

import {
  LlmError,
  type LlmFinishReason,
  type LlmProvider,
  type LlmRequest,
  type LlmResponse,
} from './provider.js';
import type { JsonSchemaSubset } from './schema.js';
import { estimateTokens } from './tokens.js';

/** What a script answers: JSON, text, a whole response, or an error to be thrown. */
export type ScriptedAnswer =
  | Error
  | string
  | { readonly object: unknown; readonly finishReason?: LlmFinishReason }
  | { readonly text: string; readonly finishReason?: LlmFinishReason };

/** What a scripted provider answers to a request. */
export type Script = (request: LlmRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A provider that answers by a function and keeps what it was asked. */
export interface ScriptedProvider extends LlmProvider {
  /** All requests so far, in order. */
  readonly requests: readonly LlmRequest[];
}

/** What a scripted provider can do beside answering. */
export interface ScriptedOptions {
  readonly id?: string | undefined;
  readonly capabilities?: LlmProvider['capabilities'] | undefined;
  readonly embed?: LlmProvider['embed'] | undefined;
}

/**
 * A provider that answers every request by a function. Tokens are estimated.
 *
 * @example
 * const provider = scripted(() => ({ object: { answers: [{ value: 'Ada' }] } }));
 * await extract(bytes, config, undefined, { llm: { providers: { test: provider } } });
 * provider.requests.length; // 1
 */
export function scripted(script: Script, options: ScriptedOptions = {}): ScriptedProvider {
  const requests: LlmRequest[] = [];
  return {
    id: options.id ?? 'scripted',
    requests,
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.embed && { embed: options.embed }),
    async complete(request) {
      requests.push(request);
      const answer = await script(request);
      if (answer instanceof Error) throw answer;
      return responseOf(typeof answer === 'string' ? { text: answer } : answer, request);
    },
  };
}

function responseOf(answer: Exclude<ScriptedAnswer, Error | string>, { messages }: LlmRequest): LlmResponse {
  const asked = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  const said = 'object' in answer ? JSON.stringify(answer.object) : answer.text;
  return {
    ...answer,
    finishReason: answer.finishReason ?? 'stop',
    usage: { inputTokens: estimateTokens(asked.join('\n')), outputTokens: estimateTokens(said ?? '') },
    model: 'scripted',
  };
}

/** An answer to a query: its text, or its text and a confidence signal. */
export type AnswerByField = string | null | { readonly answer: string | null; readonly signal: string };

/**
 * A script that answers queries by field id, and lists and tables by the id of their field: rows of texts by
 * property or column position. A field that it does not know has no answer.
 *
 * @example
 * scripted(answersByField({ landlord: 'Ada Moss', wines: [['Rioja', '12.00'], ['Cava', null]] }))
 */
export function answersByField(
  answers: Readonly<Record<string, AnswerByField | readonly (readonly (string | null)[])[]>>,
): Script {
  return ({ meta, schema }) => {
    if (!schema || !('properties' in schema)) return new LlmError('bad_request', 'the request has no schema');
    const { properties } = schema;
    const of = (id: string | undefined) =>
      id !== undefined && Object.hasOwn(answers, id) ? answers[id] : undefined;
    if ('rows' in properties)
      return { object: { rows: scriptedRows(of(meta.fieldIds[0]), properties['rows']) } };
    const object: Record<string, unknown> = {};
    for (const [i, [name, wanted]] of Object.entries(properties).entries()) {
      const answer = of(meta.fieldIds[i]);
      const isWhole = typeof answer === 'object' && answer !== null && 'answer' in answer;
      const whole = isWhole
        ? answer
        : {
            answer: typeof answer === 'string' ? answer : null,
            signal: typeof answer === 'string' ? 'confident_answer' : 'answer_not_found',
          };
      object[name] = asked({ ...whole, evidence: null }, wanted);
    }
    return { object };
  };
}

/** The members of an answer that its schema asks for. */
function asked(answer: Readonly<Record<string, unknown>>, schema: JsonSchemaSubset): object {
  const names = 'properties' in schema ? Object.keys(schema.properties) : [];
  return Object.fromEntries(names.map((name) => [name, answer[name] ?? null]));
}

/** Rows of texts as objects by the members that the schema asks for, in their order; `from` is for row numbers. */
function scriptedRows(answer: unknown, schema: JsonSchemaSubset | undefined): readonly object[] {
  if (!Array.isArray(answer) || !schema || !('items' in schema) || !('properties' in schema.items)) return [];
  const { items } = schema;
  const names = Object.keys(schema.items.properties).filter((name) => name !== 'from');
  const rows: readonly unknown[] = answer;
  return rows.map((row) => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
    return asked({ from: [], ...Object.fromEntries(names.map((name, i) => [name, cells[i]])) }, items);
  });
}
