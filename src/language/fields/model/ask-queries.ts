/** Asks a language model questions together, and keeps its answers. */
// See docs/language/08-language-models.md#852-algorithm

import type { PathStep } from '../../../errors.js';
import { type AskedCall, ask, isOverflow } from '../../../llm/ask.js';
import { answersSchema, judgementSchema, judgePrompt } from '../../../llm/prompts/query.js';
import { type AskedWords, queryAnswerTokens } from '../../../llm/room.js';
import { type ConfidenceSignal, signalOf } from '../../../llm/signals.js';
import { store } from '../../computed/output.js';
import type { FieldScope } from '../definition.js';
import { warnOfDoubts } from '../doubts.js';
import { type FieldSelection, selectionOfOne } from '../selection.js';
import { plainTrace, printedLine } from '../trace.js';
import { prepareAnswers } from './answers.js';
import { placeOfIds, type ReadyRequest } from './conditions.js';
import { warningPlace, warnOfSubstitute } from './notices.js';
import { NO_IMAGES } from './pictures.js';
import { answered, type RawAnswer, readAnswers } from './query-answers.js';
import type { Answered, Asking, Query, QueryBatch } from './query-batch.js';
import { resolveSettings } from './settings.js';
import { type Shown, showFor } from './shown.js';
import { type ModelTrace, tracedCalls, tracedChunks } from './trace.js';
import { readyWithin } from './within.js';

/**
 * Asks for the open ids of a batch and keeps their answers, in the order of the questions. Where an id is asked
 * twice, the first answer counts.
 * @param path where the field is in the config
 */
export async function askQueries(
  batch: QueryBatch,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const answers = await answerQueries(batch, ready, scope, path);
  await keepAnswers(answers, ready.open, batch.method, scope, path, ready.match);
}

/** The answers to a batch, not yet kept; failures have been reported. */
export async function answerQueries(
  batch: QueryBatch,
  given: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<readonly Answered[]> {
  const { open } = given;
  const settings = resolveSettings(batch.members, 'query', given.session.defaults);
  const ready = readyWithin(given, settings, longestPart(batch, given));
  const { client } = ready.session;
  await prepareAnswers(batch.queries, scope);
  warnOfSubstitute(settings.provider, open, scope, path, ready);
  const calls: AskedCall[] = [...(batch.callsBefore ?? [])];
  const asking: Asking = { batch, settings, ready, scope, path };
  const shown = await showFor(asking, calls);
  if ('code' in shown) return failed(open, shown, scope, path, { chunks: [], calls: tracedCalls(calls) });
  const asked = batch.queries.filter(({ id }) => open.includes(id));
  const size = client.options.limits.queriesPerCall;
  const parts = Array.from({ length: Math.ceil(asked.length / size) }, (_, i) =>
    asked.slice(i * size, (i + 1) * size),
  );
  const answers = await Promise.all(parts.map((part) => askPart(part, asking, shown, 0)));
  return answers.flat();
}

/** The longest request that a batch may need: its longest questions. */
function longestPart({ queries }: QueryBatch, { open, session }: ReadyRequest): AskedWords {
  const asked = queries.filter(({ id }) => open.includes(id)).map(({ description }) => description);
  const longest = asked.toSorted((a, b) => b.length - a.length);
  const words = longest.slice(0, session.client.options.limits.queriesPerCall).join('\n');
  return { words, questions: asked.length };
}

/** Keeps answers: for each id the first that is there. */
export async function keepAnswers(
  answers: readonly Answered[],
  open: readonly string[],
  method: string,
  scope: FieldScope,
  path: readonly PathStep[],
  match?: FieldSelection,
): Promise<void> {
  for (const id of open) {
    const own = answers.filter((answer) => answer.id === id);
    const answer = own.find(({ value }) => value !== null) ?? own[0];
    store(scope, id, selectionOfOne(match, answer?.value ?? null, answer?.hasFailed === true));
    if (!answer) continue;
    const at = warningPlace([id], scope, path);
    if (answer.value !== null) await warnOfDoubts(answer.value, answer.lines, scope, () => at);
    scope.run.trace?.(id, {
      ...plainTrace(path, method, answer.value === null ? answer.reason : undefined),
      lines: answer.lines.map(printedLine),
      model: answer.model,
    });
  }
}

function failed(
  ids: readonly string[],
  { code, message }: { readonly code: string; readonly message: string },
  scope: FieldScope,
  path: readonly PathStep[],
  model: ModelTrace,
): readonly Answered[] {
  if (code !== NO_IMAGES) scope.run.error({ type: 'llm', code, message, ...placeOfIds(ids, scope, path) });
  return ids.map((id) => ({ id, value: null, reason: message, hasFailed: true, lines: [], model }));
}

/** Asks some questions; when the answer is too long, each half of them. */
async function askPart(
  queries: readonly Query[],
  asking: Asking,
  shown: Shown,
  depth: number,
): Promise<readonly Answered[]> {
  const { batch, settings, ready, scope, path } = asking;
  const { client } = ready.session;
  const { limits, grounding } = client.options;
  const { signals } = settings;
  const wantsSignals = shown.isText && (signals.asked || batch.minConfidence !== undefined);
  const form = {
    signals: wantsSignals && signals.engine === undefined,
    evidence: shown.isText && grounding === 'evidence',
  };
  const ids = queries.map(({ id }) => id);
  const asked = await ask(
    client,
    {
      purpose: shown.purpose,
      tier: shown.tier,
      messages: shown.messages(queries, form),
      schema: answersSchema(queries.length, form),
      schemaName: 'answers',
      maxOutputTokens: queryAnswerTokens(limits, queries.length),
      canShrink: shown.smaller !== undefined,
    },
    { provider: settings.provider, fieldIds: ids },
  );
  if (isOverflow(asked) && shown.smaller) {
    const less = await shown.smaller();
    const again = 'code' in less ? undefined : less;
    if (again) return askPart(queries, asking, again, depth);
  }
  const isTooLong = 'failure' in asked ? asked.failure.code === 'LLM_RESPONSE_TOO_LONG' : false;
  if (isTooLong && queries.length > 1 && depth < limits.splitDepth) {
    const half = Math.ceil(queries.length / 2);
    const halves = [queries.slice(0, half), queries.slice(half)];
    const answers = await Promise.all(halves.map((part) => askPart(part, asking, shown, depth + 1)));
    return answers.flat();
  }
  const calls = [...shown.calls, ...asked.calls];
  const { omitted = [] } = shown;
  const trace: ModelTrace = {
    chunks: tracedChunks(shown.context?.chosen ?? []),
    ...(omitted.length > 0 && { omitted: tracedChunks(omitted) }),
    calls: tracedCalls(calls),
  };
  if ('failure' in asked) return failed(ids, asked.failure, scope, path, trace);
  const answers = readAnswers(asked.value, queries.length);
  const judged =
    wantsSignals && signals.engine !== undefined
      ? await judge(queries, answers, signals.engine, shown, asking, calls)
      : undefined;
  const all = { ...trace, calls: tracedCalls(calls) };
  return queries.map((query, i) =>
    answered(query, answers[i]!, judged?.[i], { ...asking, shown, calls, trace: all }),
  );
}

/** Asks another provider how sure answers are; without its word they are of unknown sureness. */
// See docs/language/08-language-models.md#8413-confidence-signals
async function judge(
  queries: readonly Query[],
  answers: readonly RawAnswer[],
  engine: string,
  shown: Shown,
  { ready, scope, path }: Asking,
  calls: AskedCall[],
): Promise<readonly ConfidenceSignal[]> {
  const { client } = ready.session;
  const ids = queries.map(({ id }) => id);
  warnOfSubstitute(engine, ids, scope, path, ready);
  const asked = await ask(
    client,
    {
      purpose: 'query.judge',
      tier: 'fast',
      messages: judgePrompt({
        questions: queries,
        answers: answers.map(({ answer }) => answer ?? 'null'),
        excerpts: shown.excerpts,
      }),
      schema: judgementSchema(queries.length),
      schemaName: 'judgement',
      maxOutputTokens: client.options.limits.choiceAnswerTokens,
    },
    { provider: engine, fieldIds: ids },
  );
  calls.push(...asked.calls);
  if ('failure' in asked) {
    const message = `the answers could not be judged: ${asked.failure.message}`;
    scope.run.warn({ code: 'LLM_JUDGEMENT_FAILED', message, ...warningPlace(ids, scope, path) });
    return queries.map(() => 'unknown_signal');
  }
  const judgements = asked.value as Readonly<Record<string, { readonly signal?: string | null }>>;
  return queries.map((_, i) => signalOf(judgements[`q${i + 1}`]?.signal));
}
