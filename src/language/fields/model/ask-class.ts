/** Asks a language model of which class a document is, then the questions of that class. */
// See docs/language/08-language-models.md#8115-concurrent-queries-classify-and-query

import type { PathStep } from '../../../errors.js';
import { type AskedCall, ask, isOverflow, SMALLER } from '../../../llm/ask.js';
import { distinctivePages } from '../../../llm/distinctive-pages.js';
import type { Excerpt } from '../../../llm/excerpts.js';
import { branchPrompt, CHOICE_SCHEMA } from '../../../llm/prompts/choice.js';
import { store } from '../../computed/output.js';
import type { FieldScope } from '../definition.js';
import { plainTrace } from '../trace.js';
import { shownAnswer } from './answers.js';
import { askQueries } from './ask-queries.js';
import { giveNull, type ReadyRequest } from './conditions.js';
import { withDuration } from './duration.js';
import { modelScope } from './model-scope.js';
import { warningPlace, warnOfSubstitute } from './notices.js';
import type { Query } from './query-batch.js';
import { type ModelMembers, type ModelSettings, resolveSettings } from './settings.js';
import { tracedCalls } from './trace.js';
import { readyWithin } from './within.js';

/** A class, and what is asked of documents of it. */
export interface QueryClass {
  readonly id: string;
  readonly description: string;
  readonly queries: readonly Query[];
}

export interface ClassRequest {
  /** Key of the class in the output; undefined when it is not output. */
  readonly id: string | undefined;
  readonly classes: readonly QueryClass[];
  /** Class that is taken when the model names none. */
  readonly byDefault: string | undefined;
  /** What is classified, in words. */
  readonly about: string | undefined;
  readonly members: ModelMembers;
}

/**
 * Chooses a class and asks its questions; ids of other classes become null.
 * @param path where the field is in the config
 */
export async function classifyThenAsk(
  request: ClassRequest,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const { id, classes, byDefault, members } = request;
  const settings = resolveSettings(members, 'query', ready.session.defaults);
  warnOfSubstitute(settings.provider, ready.open, scope, path, ready);
  const calls: AskedCall[] = [];
  const chosen = await choose(request, settings, ready, scope, path, calls);
  if (typeof chosen === 'object' && chosen !== null) {
    const issue = { type: 'llm', code: chosen.code } as const;
    const model = { chunks: [], calls: tracedCalls(calls) };
    giveNull(ready.open, 'classifyAndQuery', { reason: chosen.message, issue, model }, scope, path);
    return;
  }
  const model = { chunks: [], calls: tracedCalls(calls), choice: chosen };
  const name = chosen ?? byDefault;
  const own = classes.find((each) => each.id === name);
  const asked = new Set(own?.queries.map((query) => query.id));
  const others = ready.open.filter((each) => each !== id && !asked.has(each));
  const reason = own
    ? `the document is of the class ${JSON.stringify(own.id)}`
    : 'the document is of no class';
  if (id !== undefined && ready.open.includes(id)) {
    const timed = own && withDuration({ value: own.id, type: 'string' }, calls, scope);
    const value = timed ? shownAnswer(timed, [], [], scope) : null;
    store(scope, id, value);
    scope.run.trace?.(id, {
      ...plainTrace(path, 'classifyAndQuery', own ? undefined : 'the model named no class'),
      model,
    });
  }
  giveNull(others, 'classifyAndQuery', { reason, model }, scope, path);
  if (!own) return;
  const open = ready.open.filter((each) => asked.has(each));
  if (open.length === 0) return;
  const batch = { method: 'classifyAndQuery', queries: own.queries, members, callsBefore: calls };
  await askQueries(batch, { ...ready, open }, scope, path);
}

/** The id of the class that a model names, null for none; the only class is not asked about. */
async function choose(
  { classes, about }: ClassRequest,
  settings: ModelSettings,
  given: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
  calls: AskedCall[],
): Promise<string | null | { readonly code: string; readonly message: string }> {
  const [first] = classes;
  if (classes.length === 1 && first) return first.id;
  const { pageHinting, pageRange, provider } = settings;
  const labels = classes.map((each) => ({ label: each.id, description: each.description }));
  const words = [about ?? '', ...labels.flatMap(({ label, description }) => [label, description])].join('\n');
  const { session, open } = readyWithin(given, settings, { words, questions: 1 });
  const { client } = session;
  const { choiceAnswerTokens, queryTokens } = client.options.limits;
  const countTokens = (text: string) => client.countTokens(text);
  const shown = modelScope(scope, pageRange);
  const askWith = (excerpts: readonly Excerpt[], canShrink: boolean) =>
    ask(
      client,
      {
        purpose: 'classify.branch',
        tier: 'fast',
        messages: branchPrompt(labels, excerpts, about),
        schema: CHOICE_SCHEMA,
        schemaName: 'choice',
        maxOutputTokens: choiceAnswerTokens,
        canShrink,
      },
      { provider, fieldIds: open },
    );
  const excerpts = distinctivePages(shown, { pageHinting, maxTokens: queryTokens, countTokens });
  let asked = await askWith(excerpts, true);
  if (isOverflow(asked)) {
    const message = 'the pages that decide the class are too long for one request; half of them are shown';
    scope.run.warn({ code: 'LLM_CONTEXT_TRUNCATED', message, ...warningPlace(open, scope, path) });
    const maxTokens = countTokens(excerpts.map(({ text }) => text).join('\n')) * SMALLER;
    asked = await askWith(distinctivePages(shown, { pageHinting, maxTokens, countTokens }), false);
  }
  calls.push(...asked.calls);
  if ('failure' in asked) return asked.failure;
  const { choice } = asked.value as { choice: number | null };
  return choice === null ? null : (classes[choice - 1]?.id ?? null);
}
