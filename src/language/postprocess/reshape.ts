/** The document in the shape of a schema, as a language model gives it. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema
import { formatPath } from '../../errors.js';
import { orderedEntries, orderedJson, setMember } from '../../foundation/objects/members.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import { type AskFailure, ask } from '../../llm/ask.js';
import type { LlmClient } from '../../llm/client.js';
import { postprocessPrompt } from '../../llm/prompts/postprocess.js';
import type { Value } from '../rules/value.js';
import { answerForm } from './answer-schema.js';
import { type FitTools, type Fitted, fitted, type Misfit } from './fit.js';
import type { Parameter } from './parameter.js';
import { unfoundedValues } from './unfounded.js';

/** Spaces of each level of the JSON that a model reads. */
const INDENT = 2;
/** Places of values that a warning names. */
const MOST_NAMED = 5;

export interface ReshapeTools extends FitTools {
  readonly client: LlmClient;
  /** Whether a value that the mapping has stays where the answer has none. */
  readonly keepsMapped: boolean;
  /** Called with values in the answer that the document does not hold. */
  warn(code: string, message: string): void;
}

/**
 * Asks the host's default model for the document in the shape of a schema. What the schema lets follow unchanged
 * is taken from the mapping. An answer that does not fit, even after a second try, is a failure.
 * @param document at verbosity 0
 * @param mapped what the document gives without a model
 * @throws DocumentError `aborted`, `timed_out`; with the option `strict` also `LlmCallFailure`
 */
export async function reshaped(
  schema: Parameter,
  document: FieldOutput,
  mapped: Value,
  tools: ReshapeTools,
): Promise<Fitted | { readonly failure: AskFailure }> {
  const { client } = tools;
  const { sourceTokens, listAnswerTokens } = client.options.limits;
  const json = orderedJson(document, INDENT);
  const tokens = client.countTokens(json);
  // Rows that a model is not shown would be missing from its answer, and nobody would notice.
  if (tokens > sourceTokens) {
    const message = `the document has ${tokens} tokens of values, more than the ${sourceTokens} that a model is shown; raise llm.limits.sourceTokens`;
    return { failure: { code: 'LLM_CONTEXT_OVERFLOW', message } };
  }
  const { schema: asked, unwrapped } = answerForm(schema);
  const read = (answer: unknown) => {
    const given = unwrapped(answer);
    const whole = tools.keepsMapped ? filled(schema, given, mapped) : given;
    return fitted(schema, whole as FieldOutput, tools);
  };
  const answer = await ask(
    client,
    {
      purpose: 'postprocess',
      tier: 'thorough',
      messages: postprocessPrompt(json),
      schema: asked,
      schemaName: 'document',
      maxOutputTokens: listAnswerTokens,
    },
    { fieldIds: [] },
    (value) => read(value).problems.filter(isWrong).map(describe),
  );
  if ('failure' in answer) return answer;
  if (answer.finishReason === 'length') {
    const message = 'the answer was cut off because it was too long';
    return { failure: { code: 'LLM_RESPONSE_TOO_LONG', message } };
  }
  const { value, problems } = read(answer.value);
  warnOfUnfounded(value, schema, document, tools);
  return { value: completed(schema, value, mapped), problems };
}

/** What a document does not say may be missing from an answer; all else that does not fit is a mistake. */
function isWrong({ isMissing }: Misfit): boolean {
  return !isMissing;
}

function describe({ path, message }: Misfit): string {
  return `${formatPath(['schema', ...path])}: ${message}`;
}

function warnOfUnfounded(
  value: Value,
  schema: Parameter,
  document: FieldOutput,
  { warn }: Pick<ReshapeTools, 'warn'>,
): void {
  const places = unfoundedValues(value, schema, document);
  if (places.length === 0) return;
  const named = places.slice(0, MOST_NAMED).map((path) => formatPath(['postprocessorOutput', ...path]));
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : '';
  const message = `the model gave values that the document does not hold; they may be worked out, or made up: ${named.join(', ')}${more}`;
  warn('LLM_VALUE_NOT_FOUND', message);
}

/** An answer with the values of the mapping where it has none. */
function filled(schema: Parameter, answer: unknown, mapped: Value): unknown {
  if (answer === null) return mapped;
  if (!('properties' in schema) || !isObject(answer as Value) || !isObject(mapped)) return answer;
  const made: Record<string, unknown> = {};
  for (const [name, member] of orderedEntries(answer as Record<string, unknown>)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const other = Object.hasOwn(mapped, name) ? (mapped[name] ?? null) : null;
    setMember(made, name, property ? filled(property, member, other) : member);
  }
  return made;
}

/** An answer with all other values of the document where the schema lets them follow. */
function completed(schema: Parameter, value: Value, mapped: Value): Value {
  if (!('properties' in schema) || !isObject(value) || !isObject(mapped)) return value;
  const made: Record<string, Value> = {};
  for (const [name, member] of orderedEntries(value)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const other = Object.hasOwn(mapped, name) ? (mapped[name] ?? null) : null;
    setMember(made, name, property ? completed(property, member, other) : member);
  }
  if (!schema.additionalProperties) return made;
  for (const [name, member] of orderedEntries(mapped)) {
    if (!Object.hasOwn(schema.properties, name)) setMember(made, name, member);
  }
  return made;
}

function isObject(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
