/** What a language model is shown for a batch of questions: values, pictures, or excerpts of the document. */
// See docs/language/08-language-models.md#852-algorithm

import { type AskedCall, SMALLER } from '../../../llm/ask.js';
import { type Excerpt, pageBoxes } from '../../../llm/excerpts.js';
import { imagePrompt, queryPrompt, sourcePrompt } from '../../../llm/prompts/query.js';
import type { LlmMessage, LlmPurpose, LlmTier } from '../../../llm/provider.js';
import { serialiseValues } from '../../../llm/serialise.js';
import type { Region } from '../../../page/document/model.js';
import type { AnchorHit } from '../../anchors/anchors.js';
import { regionOf } from '../../methods/shared.js';
import { type AnswerPlaces, answerPlaces, promptHintOf } from './answers.js';
import { askerOf } from './asker.js';
import { type ContextProblem, chooseContext, type ModelContext, printContext } from './context.js';
import { warningPlace } from './notices.js';
import { type ImageSettings, shownImages } from './pictures.js';
import type { Asking, Query } from './query-batch.js';

/** What a model is shown of a document, and how it is asked about it. */
export interface Shown {
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

/** A batch that is being shown, with what all kinds of showing share. */
interface Showing extends Asking {
  /** Requests that choose what is shown are entered here. */
  readonly calls: AskedCall[];
  countTokens(text: string): number;
  warn(code: string, message: string): void;
}

/** What the model is shown for a batch, or what keeps it from being shown anything. */
export async function showFor(asking: Asking, calls: AskedCall[]): Promise<Shown | ContextProblem> {
  const { batch, ready, scope, path } = asking;
  const { client } = ready.session;
  const showing: Showing = {
    ...asking,
    calls,
    countTokens: (text) => client.countTokens(text),
    warn: (code, message) => scope.run.warn({ code, message, ...warningPlace(ready.open, scope, path) }),
  };
  if (ready.sources) return showValues(showing, ready.sources);
  return batch.images ? showPictures(showing, batch.images) : showText(showing);
}

/** What each request says of the questions. */
function requestWords({ settings, scope }: Showing) {
  const { promptIntroduction, contextDescription } = settings;
  return {
    words: { promptIntroduction, contextDescription },
    hinted: (queries: readonly Query[]) =>
      queries.map(({ description, type }) => ({ description, hint: promptHintOf(type, scope) })),
  };
}

/** Chooses the chunks of the document that fit the questions. */
function chooserOf({ batch, settings, ready, scope, calls, warn }: Showing) {
  const { session } = ready;
  const askModel = askerOf(ready, settings, calls);
  const queries = batch.queries.map(({ description }) => description);
  const search = { text: queries.join('\n'), queries };
  const shown = { filters: batch.filters, anchor: ready.hit?.line };
  return (chosenBy = settings) => chooseContext(scope, chosenBy, search, { session, askModel, warn, shown });
}

/** Values of other fields. */
function showValues(showing: Showing, sources: readonly string[]): Shown {
  const { ready, scope, calls, countTokens, warn } = showing;
  const { words, hinted } = requestWords(showing);
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
  return onceSmaller(show(ready.session.client.options.limits.sourceTokens));
}

/** Pictures of pages. */
async function showPictures(showing: Showing, images: ImageSettings): Promise<Shown | ContextProblem> {
  const { settings, ready, scope, calls, warn } = showing;
  const { session, hit } = ready;
  const { client } = session;
  const { words, hinted } = requestWords(showing);
  const choose = chooserOf(showing);
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

/** Excerpts of the document's text. */
async function showText(showing: Showing): Promise<Shown | ContextProblem> {
  const { settings, ready, scope, calls, countTokens, warn } = showing;
  const { pageHinting } = settings;
  const { words, hinted } = requestWords(showing);
  const choose = chooserOf(showing);
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
  return 'code' in context
    ? context
    : onceSmaller(show(context, ready.session.client.options.limits.queryTokens));
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
