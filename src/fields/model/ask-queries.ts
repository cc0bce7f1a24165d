/** Questions that a language model answers together: what it is shown, what it is asked, what becomes of the answers. */
// See docs/language/08-language-models.md#852-algorithm
import type { AnchorHit } from '../../anchors/anchors.js';
import { store } from '../../computed/output.js';
import type { Line, Region } from '../../document/model.js';
import { formatPath, type PathStep } from '../../errors.js';
import type { FieldValue, TypeReference } from '../../language.js';
import { type AskedCall, ask, isOverflow, SMALLER } from '../../llm/ask.js';
import { type Excerpt, pageBoxes } from '../../llm/excerpts.js';
import {
  answersSchema,
  imagePrompt,
  judgementSchema,
  judgePrompt,
  queryPrompt,
  sourcePrompt,
} from '../../llm/prompts/query.js';
import type { LlmMessage, LlmPurpose, LlmTier } from '../../llm/provider.js';
import { type AskedWords, queryAnswerTokens } from '../../llm/room.js';
import { serialiseValues } from '../../llm/serialise.js';
import { type ConfidenceSignal, confidenceOf, signalOf } from '../../llm/signals.js';
import type { AskModel } from '../../llm/summaries.js';
import type { CommonOptions } from '../../methods/filters.js';
import { regionOf } from '../../methods/shared.js';
import type { FieldScope } from '../definition.js';
import { tellDoubt } from '../doubts.js';
import { plainTrace, printedLine } from '../trace.js';
import {
  type AnswerPlaces,
  answerPlaces,
  answerText,
  prepareAnswers,
  promptHintOf,
  shownAnswer,
  typedAnswer,
} from './answers.js';
import { placeOfIds, type ReadyRequest } from './conditions.js';
import { type ContextProblem, chooseContext, type ModelContext, printContext } from './context.js';
import { type ImageSettings, NO_IMAGES, shownImages } from './pictures.js';
import { type ModelMembers, type ModelSettings, resolveSettings } from './settings.js';
import { type ModelTrace, tracedCalls, tracedChunks } from './trace.js';
import { readyWithin } from './within.js';

/** A question, and the field that its answer becomes. */
export interface Query {
  readonly id: string;
  readonly description: string;
  readonly type?: TypeReference | undefined;
}

/** Questions of one field. */
export interface QueryBatch {
  /** Id of the method, for traces. */
  readonly method: string;
  readonly queries: readonly Query[];
  readonly members: ModelMembers;
  /** Pictures are sent instead of text. */
  readonly images?: ImageSettings | undefined;
  /** Filters on the answer, of fields with a single question. */
  readonly filters?: CommonOptions | undefined;
  /** Answers that are less sure are left out. */
  readonly minConfidence?: number | undefined;
  /** Requests that led to these questions, for traces. */
  readonly callsBefore?: readonly AskedCall[] | undefined;
}

/** An answer, before it is kept. */
interface Answered {
  readonly id: string;
  readonly value: FieldValue;
  readonly reason?: string | undefined;
  readonly lines: readonly Line[];
  readonly model: ModelTrace;
}

/** What a model is shown. */
interface Shown {
  readonly purpose: LlmPurpose;
  readonly tier: LlmTier;
  messages(queries: readonly Query[], form: { signals: boolean; evidence: boolean }): readonly LlmMessage[];
  /** Where answers are looked for; those about pictures are not. */
  readonly places: AnswerPlaces | undefined;
  readonly regions: readonly Region[];
  readonly excerpts: readonly Excerpt[];
  readonly context: ModelContext | undefined;
  /** Chunks that were chosen and had no room. */
  readonly omitted?: ModelContext['chosen'];
  /** The same with less data, for a request that was too long; without it there is no less. */
  smaller?(): Promise<Shown | ContextProblem>;
  /** Answers about text of the document can be judged. */
  readonly isText: boolean;
  /** Requests that chose what is shown. */
  readonly calls: readonly AskedCall[];
}

/**
 * Asks for the open ids of a batch and keeps their answers, in the order of the questions. Where an id is asked
 * twice, the first answer counts.
 * @param path where the field stands in the config
 */
export async function askQueries(
  batch: QueryBatch,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  keepAnswers(await answerQueries(batch, ready, scope, path), ready.open, batch.method, scope, path);
}

/** The answers to a batch, not yet kept; failures have been told. */
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
  tellSubstitute(settings.provider, open, scope, path, ready);
  const calls: AskedCall[] = [...(batch.callsBefore ?? [])];
  const shown = await showFor(batch, settings, ready, scope, path, calls);
  if ('code' in shown) return failed(open, shown, scope, path, { chunks: [], calls: tracedCalls(calls) });
  const asked = batch.queries.filter(({ id }) => open.includes(id));
  const size = client.options.limits.queriesPerCall;
  const parts = Array.from({ length: Math.ceil(asked.length / size) }, (_, i) =>
    asked.slice(i * size, (i + 1) * size),
  );
  const answers = await Promise.all(
    parts.map((part) => askPart(part, batch, settings, shown, ready, scope, path, 0)),
  );
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
export function keepAnswers(
  answers: readonly Answered[],
  open: readonly string[],
  method: string,
  scope: FieldScope,
  path: readonly PathStep[],
): void {
  for (const id of open) {
    const own = answers.filter((answer) => answer.id === id);
    const answer = own.find(({ value }) => value !== null) ?? own[0];
    store(scope, id, answer?.value ?? null);
    if (!answer) continue;
    if (answer.value !== null) tellDoubt(answer.lines, scope.run, warningPlace([id], scope, path));
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
  return ids.map((id) => ({ id, value: null, reason: message, lines: [], model }));
}

/** Warns where the provider that a config names is not there, so that the default one answers. */
// See docs/language/08-language-models.md#81-providers-in-configs
export function tellSubstitute(
  provider: string | undefined,
  ids: readonly string[],
  scope: FieldScope,
  path: readonly PathStep[],
  { session }: ReadyRequest,
): void {
  if (provider === undefined || session.client.options.onMissingProvider === 'error') return;
  if (!session.client.providerFor(provider).isSubstitute) return;
  const message = `there is no provider ${JSON.stringify(provider)}; ${session.client.options.default.id} answers`;
  scope.run.warn({ code: 'LLM_PROVIDER_SUBSTITUTED', message, ...warningPlace(ids, scope, path) });
}

/** Where a warning about some ids belongs: at the first of them. */
export function warningPlace(ids: readonly string[], scope: FieldScope, path: readonly PathStep[]) {
  const [id] = ids;
  return { ...(id !== undefined && { field_id: [...scope.groups, id].join('.') }), path: formatPath(path) };
}

/** What the model is shown for a batch, or what keeps it from being shown anything. */
async function showFor(
  batch: QueryBatch,
  settings: ModelSettings,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
  calls: AskedCall[],
): Promise<Shown | ContextProblem> {
  const { session, sources, open, hit } = ready;
  const { client } = session;
  const { limits } = client.options;
  const countTokens = (text: string) => client.countTokens(text);
  const warn = (code: string, message: string) =>
    scope.run.warn({ code, message, ...warningPlace(open, scope, path) });
  const { promptIntroduction, contextDescription, pageHinting } = settings;
  const words = { promptIntroduction, contextDescription };
  const hinted = (queries: readonly Query[]) =>
    queries.map(({ description, type }) => ({ description, hint: promptHintOf(type, scope) }));
  if (sources) {
    const values = Object.fromEntries(sources.map((id) => [id, scope.output[id]]));
    const show = (maxTokens: number): Shown => {
      const { json, isCut } = serialiseValues(values, maxTokens, countTokens);
      if (isCut)
        warn('LLM_CONTEXT_TRUNCATED', 'the values it reads are too long; their last elements are not shown');
      return {
        purpose: 'query.source',
        tier: 'thorough',
        messages: (queries) => sourcePrompt({ ...words, questions: hinted(queries), json }),
        places: answerPlaces([], [], scope),
        regions: [],
        excerpts: [],
        context: undefined,
        isText: false,
        calls,
        smaller: async () => show(countTokens(json) * SMALLER),
      };
    };
    return onceSmaller(show(limits.sourceTokens));
  }
  const askModel = askerOf(ready, settings, calls);
  const search = {
    text: batch.queries.map(({ description }) => description).join('\n'),
    queries: batch.queries.map(({ description }) => description),
  };
  const choose = (chosenBy = settings) => chooseContext(scope, chosenBy, search, { session, askModel, warn });
  const { images } = batch;
  if (images) {
    const show = async (maxImages: number): Promise<Shown | ContextProblem> => {
      const { imageDpi } = client.options;
      const bounds = { maxImages, imageDpi, digest: session.digest };
      const shown = await shownImages(images, hit as AnchorHit | undefined, choose, settings, scope, bounds);
      if ('code' in shown) return shown;
      const count = shown.images.length;
      const fewer = async () => {
        warn('LLM_CONTEXT_TRUNCATED', 'the pictures are too many for one request; some are not shown');
        return show(Math.ceil(count * SMALLER));
      };
      return {
        purpose: 'query.image',
        tier: 'fast',
        messages: (queries) => imagePrompt({ ...words, questions: hinted(queries), images: shown.images }),
        places: undefined,
        regions: shown.regions,
        excerpts: [],
        context: shown.context,
        isText: false,
        calls,
        ...(count > 1 && { smaller: fewer }),
      };
    };
    const shown = await show(client.options.maxImages);
    return 'code' in shown ? shown : onceSmaller(shown);
  }
  const show = (context: ModelContext, maxTokens: number): Shown => {
    const { excerpts, chosen, omitted, lines, rows, isCut } = printContext(context, {
      pageHinting,
      maxTokens,
      countTokens,
    });
    if (isCut) {
      const what = omitted.length > 0 ? `the ${omitted.length} that fit worst are` : 'the end is';
      warn('LLM_CONTEXT_TRUNCATED', `the chosen excerpts are too long for one request; ${what} not shown`);
    }
    return {
      purpose: 'query',
      tier: 'fast',
      messages: (queries, form) => queryPrompt({ ...words, ...form, questions: hinted(queries), excerpts }),
      places: answerPlaces(lines, rows, scope),
      regions: pageBoxes(context.scope, excerpts).map(({ page, box }) => regionOf(page, box)),
      excerpts,
      context: { ...context, chosen },
      omitted,
      isText: true,
      calls,
      async smaller() {
        const tokens = countTokens(excerpts.map(({ text }) => text).join('\n'));
        // A document that was shown whole is not cut at its end: the excerpts that fit best are shown.
        const isWhole = chosen.some(({ start, end }) => start === 0 && end === context.scope.pages.length);
        const again = isWhole
          ? await choose({ ...settings, hasChunkMembers: true, summaries: false })
          : context;
        return 'code' in again ? again : show(again, tokens * SMALLER);
      },
    };
  };
  const context = await choose();
  return 'code' in context ? context : onceSmaller(show(context, limits.queryTokens));
}

/** What is shown, with a single smaller form, which is made once for all requests that need it. */
function onceSmaller(shown: Shown): Shown {
  const { smaller } = shown;
  if (!smaller) return shown;
  let made: ReturnType<typeof smaller> | undefined;
  const once = async () => {
    const less = await smaller();
    if ('code' in less) return less;
    const { smaller: _none, ...last } = less;
    return last;
  };
  return {
    ...shown,
    smaller() {
      made ??= once();
      return made;
    },
  };
}

/** Asks for a field with its provider; what it cost is entered in `calls`. */
export function askerOf(
  { session, open }: ReadyRequest,
  { provider }: Pick<ModelSettings, 'provider'>,
  calls: AskedCall[],
): AskModel {
  return async (request) => {
    const asked = await ask(
      session.client,
      { ...request, tier: 'fast', schemaName: request.purpose.replace(/\W/gu, '_') },
      { provider, fieldIds: open },
    );
    calls.push(...asked.calls);
    return asked;
  };
}

/** Asks some questions; when the answer is too long, each half of them. */
async function askPart(
  queries: readonly Query[],
  batch: QueryBatch,
  settings: ModelSettings,
  shown: Shown,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
  depth: number,
): Promise<readonly Answered[]> {
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
    if (again) return askPart(queries, batch, settings, again, ready, scope, path, depth);
  }
  const isTooLong = 'failure' in asked ? asked.failure.code === 'LLM_RESPONSE_TOO_LONG' : false;
  if (isTooLong && queries.length > 1 && depth < limits.splitDepth) {
    const half = Math.ceil(queries.length / 2);
    const halves = [queries.slice(0, half), queries.slice(half)];
    const answers = await Promise.all(
      halves.map((part) => askPart(part, batch, settings, shown, ready, scope, path, depth + 1)),
    );
    return answers.flat();
  }
  const calls = [...shown.calls, ...asked.calls];
  const { omitted = [] } = shown;
  const told: ModelTrace = {
    chunks: tracedChunks(shown.context?.chosen ?? []),
    ...(omitted.length > 0 && { omitted: tracedChunks(omitted) }),
    calls: tracedCalls(calls),
  };
  if ('failure' in asked) return failed(ids, asked.failure, scope, path, told);
  const answers = readAnswers(asked.value, queries.length);
  const judged =
    wantsSignals && signals.engine !== undefined
      ? await judge(queries, answers, signals.engine, shown, ready, scope, path, calls)
      : undefined;
  const all = { ...told, calls: tracedCalls(calls) };
  return queries.map((query, i) =>
    answered(query, answers[i]!, judged?.[i], { batch, settings, shown, told: all, ready, scope, path }),
  );
}

interface RawAnswer {
  readonly answer: string | null;
  readonly signal?: string | null;
  readonly evidence?: string | null;
}

function readAnswers(value: unknown, count: number): readonly RawAnswer[] {
  const byNumber = value as Readonly<Record<string, RawAnswer>>;
  return Array.from({ length: count }, (_, i) => byNumber[`q${i + 1}`] ?? { answer: null });
}

/** Asks another provider how sure answers are; without its word they are of unknown sureness. */
// See docs/language/08-language-models.md#8413-confidence-signals
async function judge(
  queries: readonly Query[],
  answers: readonly RawAnswer[],
  engine: string,
  shown: Shown,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
  calls: AskedCall[],
): Promise<readonly ConfidenceSignal[]> {
  const { client } = ready.session;
  const ids = queries.map(({ id }) => id);
  tellSubstitute(engine, ids, scope, path, ready);
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

interface AnswerSetting {
  readonly batch: QueryBatch;
  readonly settings: ModelSettings;
  readonly shown: Shown;
  /** What all answers of the request have in common. */
  readonly told: ModelTrace;
  readonly ready: ReadyRequest;
  readonly scope: FieldScope;
  readonly path: readonly PathStep[];
}

/** One answer as the value of its field. */
function answered(
  { id, type, description }: Query,
  raw: RawAnswer,
  judged: ConfidenceSignal | undefined,
  { batch, settings, shown, told: common, ready, scope, path }: AnswerSetting,
): Answered {
  const { signals } = settings;
  const signal = shown.isText ? (judged ?? signalOf(raw.signal)) : 'not_supported';
  const isShown = signals.asked;
  const isAsked = signals.asked || batch.minConfidence !== undefined;
  const told: ModelTrace = {
    ...common,
    answer: raw.answer,
    ...(isAsked && { signal }),
  };
  const none = (reason: string): Answered => ({ id, value: null, reason, lines: [], model: told });
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
    value: shownAnswer(value, lines, shown.regions, scope),
    lines,
    model: {
      ...told,
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
