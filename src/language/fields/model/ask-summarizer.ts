/** Rows that a language model makes of the text of another field. */
// See docs/language/08-language-models.md#8112-summarizer

import type { PathStep } from '../../../errors.js';
import type { FieldOutput } from '../../../foundation/schema/language.js';
import { ask, isOverflow, SMALLER } from '../../../llm/ask.js';
import { rowsSchema } from '../../../llm/prompts/list.js';
import { summarizerPrompt } from '../../../llm/prompts/summarizer.js';
import { clientWithin } from '../../../llm/room.js';
import { serialiseValues, simpleValue } from '../../../llm/serialise.js';
import { cutText } from '../../../llm/tokens.js';
import { store } from '../../computed/output.js';
import type { FieldScope } from '../definition.js';
import { plainTrace } from '../trace.js';
import { answerPlaces, answerText, prepareAnswers } from './answers.js';
import { giveNull, type ReadyRequest } from './conditions.js';
import { warningPlace } from './notices.js';
import { FoundCells, placed } from './rows.js';
import { tracedCalls, tracedCells } from './trace.js';

export interface SummarizerRequest {
  readonly source_id: string;
  readonly fields: readonly string[];
  readonly instructions?: string | undefined;
  readonly samples?:
    | readonly {
        readonly prompt: string;
        readonly values: readonly (string | null)[] | readonly (readonly (string | null)[])[];
      }[]
    | undefined;
}

/**
 * Asks for the rows and keeps them as plain objects; null without rows.
 * @param path where the field is in the config
 */
export async function askSummarizer(
  { source_id, fields, instructions, samples = [] }: SummarizerRequest,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const [id = ''] = ready.open;
  const examples = samples.map(({ prompt, values }) => ({ prompt, rows: sampleRows(values) }));
  const words = [instructions ?? '', ...fields, JSON.stringify(examples)].join('\n');
  const client = clientWithin(ready.session.client, undefined, { words });
  const { limits } = client.options;
  const countTokens = (given: string) => client.countTokens(given);
  const askWithin = async (maxTokens: number, canShrink: boolean) => {
    const { text, isCut } = sourceText(scope.output, source_id, maxTokens, countTokens);
    if (isCut) {
      const message = 'the value it reads is too long; its end is not shown';
      scope.run.warn({ code: 'LLM_CONTEXT_TRUNCATED', message, ...warningPlace([id], scope, path) });
    }
    const asked = await ask(
      client,
      {
        purpose: 'summarizer',
        tier: 'fast',
        messages: summarizerPrompt({ instructions, fields, samples: examples, text }),
        schema: rowsSchema('f', fields.length),
        schemaName: 'rows',
        maxOutputTokens: limits.listAnswerTokens,
        canShrink,
      },
      { fieldIds: ready.open },
    );
    return { asked, tokens: countTokens(text) };
  };
  let { asked, tokens } = await askWithin(limits.summarizerTokens, true);
  if (isOverflow(asked)) ({ asked } = await askWithin(tokens * SMALLER, false));
  if ('failure' in asked) {
    const { code, message } = asked.failure;
    const model = { chunks: [], calls: tracedCalls(asked.calls) };
    giveNull([id], 'summarizer', { reason: message, issue: { type: 'llm', code }, model }, scope, path);
    return;
  }
  const { rows } = asked.value as { rows: Readonly<Record<string, string | null>>[] };
  const values = rows.map((row) =>
    Object.fromEntries(fields.map((field, i) => [field, row[`f${i + 1}`] ?? null])),
  );
  store(scope, id, values.length > 0 ? values : null);
  if (!scope.run.trace) return;
  const { lines, cells } = await placesOf(values, scope);
  scope.run.trace(id, {
    ...plainTrace(path, 'summarizer', values.length > 0 ? undefined : 'the model gave no row'),
    lines: lines.map(({ text: printed, page, boundingPolygon }) => ({
      text: printed,
      page,
      boundingPolygon,
    })),
    model: { chunks: [], calls: tracedCalls(asked.calls), cells: tracedCells(cells) },
  });
}

/** Where on the document the values of rows are. */
async function placesOf(
  rows: readonly Readonly<Record<string, string | null>>[],
  scope: FieldScope,
): Promise<FoundCells> {
  await prepareAnswers([], scope);
  const places = answerPlaces([], [], scope);
  const found = new FoundCells();
  for (const [row, values] of rows.entries()) {
    for (const [column, value] of Object.entries(values)) {
      const answer = answerText(value);
      if (answer === null) continue;
      const place = places.locate(answer);
      found.add({ row, column, answer }, place && placed(place, place.lines));
    }
  }
  return found;
}

/** Rows of a sample: a flat list is one row. A missing value is shown as `null`. */
function sampleRows(
  values: readonly (string | null)[] | readonly (readonly (string | null)[])[],
): readonly (readonly string[])[] {
  const rows = values.some(Array.isArray)
    ? (values as readonly (readonly (string | null)[])[])
    : [values as readonly (string | null)[]];
  return rows.map((row) => row.map((value) => value ?? 'null'));
}

/** The text of a string as it is, all else as JSON; no more than a request has room for. */
function sourceText(
  output: FieldOutput,
  id: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): { readonly text: string; readonly isCut: boolean } {
  const simple = simpleValue(output[id]);
  if (typeof simple === 'string') return cutText(simple, maxTokens, countTokens);
  const { json, isCut } = serialiseValues({ [id]: output[id] }, maxTokens, countTokens);
  return { text: json, isCut };
}
