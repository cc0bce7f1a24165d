/** What a method that asks a language model is asked with: its own members, those of `nlp`, and the defaults. */
// See docs/language/08-language-models.md#82-members-and-defaults
import type * as z from 'zod';
import {
  type contextMembers,
  DEFAULT_MODE,
  DEFAULT_PAGE_SPAN,
  LONG_CHUNKS,
  type listEngine,
  MODEL_DEFAULTS,
  type ModelFamily,
  type tableMembers,
} from '../../../llm/members.js';

type ContextMembers = z.output<z.ZodObject<ReturnType<typeof contextMembers>>>;
type TableMembers = z.output<z.ZodObject<typeof tableMembers>>;
type ListEngine = z.output<ReturnType<typeof listEngine>>;

/** Members of all these methods and of `nlp`, any of which may be missing. */
export interface ModelMembers extends Partial<ContextMembers>, Partial<TableMembers> {
  readonly promptIntroduction?: string | undefined;
  readonly llmEngine?: ListEngine | { readonly provider: string } | undefined;
  readonly singleLLMCompletion?: boolean | undefined;
  readonly chunkScoringText?: string | undefined;
}

/** An entry of `nlp`, as the grammar has checked it. */
interface NlpEntry extends ModelMembers {
  readonly type: 'nlp';
  readonly query?: ModelMembers | undefined;
  readonly list?: ModelMembers | undefined;
  readonly nlpTable?: ModelMembers | undefined;
}

/** The defaults that the `nlp` entries of a config give, a later entry before an earlier one. */
export interface NlpDefaults {
  readonly all: ModelMembers;
  readonly families: Readonly<Record<ModelFamily, ModelMembers>>;
}

/** Members at the top of `nlp` that a family has no use for. */
const UNUSED: Readonly<Record<ModelFamily, readonly (keyof ModelMembers)[]>> = {
  query: [],
  list: ['confidenceSignals'],
  nlpTable: ['confidenceSignals', 'searchBySummarization'],
};

/** Puts the `nlp` entries among preprocessors together, member by member. */
// See docs/language/08-language-models.md#822-defaults-from-nlp
export function nlpDefaults(preprocessors: readonly { readonly type: string }[]): NlpDefaults {
  const entries = preprocessors.filter((entry): entry is NlpEntry => entry.type === 'nlp');
  const merged = (pick: (entry: NlpEntry) => ModelMembers | undefined): ModelMembers =>
    Object.assign({}, ...entries.map((entry) => defined(pick(entry) ?? {})));
  return {
    all: merged(({ type: _type, query: _query, list: _list, nlpTable: _nlpTable, ...all }) => all),
    families: {
      query: merged(({ query }) => query),
      list: merged(({ list }) => list),
      nlpTable: merged(({ nlpTable }) => nlpTable),
    },
  };
}

function defined(members: ModelMembers): ModelMembers {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Confidence signals: not asked, asked with the answers, or of a provider of their own. */
interface SignalSettings {
  readonly asked: boolean;
  /** Answers that are judged wrong are left out. */
  readonly strict: boolean;
  /** Provider that judges the answers afterwards. */
  readonly engine: string | undefined;
}

export interface ModelSettings {
  readonly chunkCount: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** Whether the config says how excerpts are cut; a short document is else shown whole. */
  readonly hasChunkMembers: boolean;
  readonly scoringText: string | undefined;
  readonly pageHinting: boolean;
  readonly contextDescription: string | undefined;
  readonly promptIntroduction: string | undefined;
  readonly pageRange:
    | { readonly startPage?: number | undefined; readonly endPage?: number | undefined }
    | undefined;
  readonly summaries: false | 'page' | 'outline';
  readonly signals: SignalSettings;
  readonly provider: string | undefined;
  readonly mode: ListMode;
  readonly singleCompletion: boolean;
  readonly rewriteTable: boolean;
  /** Shares of a page that may be above the second part of a table, and below the first. */
  readonly pageSpan: { readonly top: number; readonly bottom: number };
  readonly annotate: boolean;
}

type ListMode = 'fast' | 'thorough' | 'long' | 'experimental' | 'fullDocument';

/** Defaults of a family; what it does not have, it has no use for. */
type FamilyDefaults = ModelMembers & (typeof MODEL_DEFAULTS)[ModelFamily];

/** The settings of a method: its own members first, then those of `nlp` for its family, then those for all. */
export function resolveSettings(
  method: ModelMembers,
  family: ModelFamily,
  { all, families }: NlpDefaults,
): ModelSettings {
  const shared = Object.fromEntries(
    Object.entries(all).filter(([name]) => !UNUSED[family].includes(name as keyof ModelMembers)),
  );
  const members: ModelMembers = { ...shared, ...families[family], ...defined(method) };
  const defaults: FamilyDefaults = MODEL_DEFAULTS[family];
  const { searchBySummarization: search = defaults.searchBySummarization ?? false } = members;
  const { confidenceSignals: signals = defaults.confidenceSignals ?? false } = members;
  const mode = modeOf(members.llmEngine);
  const summaries = search === true ? 'page' : search;
  return {
    chunkCount: mode === 'long' ? LONG_CHUNKS : (members.chunkCount ?? defaults.chunkCount),
    chunkSize: members.chunkSize ?? defaults.chunkSize,
    chunkOverlap: members.chunkOverlapPercentage ?? defaults.chunkOverlapPercentage,
    hasChunkMembers:
      members.chunkCount !== undefined ||
      members.chunkSize !== undefined ||
      members.chunkOverlapPercentage !== undefined ||
      members.chunkScoringText !== undefined,
    scoringText: members.chunkScoringText,
    pageHinting: members.pageHinting ?? defaults.pageHinting,
    contextDescription: members.contextDescription,
    promptIntroduction: members.promptIntroduction,
    pageRange: members.pageRange,
    summaries,
    signals: signalSettings(signals),
    provider: providerOf(members.llmEngine),
    mode,
    singleCompletion: members.singleLLMCompletion ?? defaults.singleLLMCompletion ?? false,
    rewriteTable: members.rewriteTable ?? defaults.rewriteTable ?? false,
    pageSpan: {
      top: members.pageSpanThreshold?.top ?? DEFAULT_PAGE_SPAN.top,
      bottom: members.pageSpanThreshold?.bottom ?? DEFAULT_PAGE_SPAN.bottom,
    },
    annotate: members.annotateSuperscriptAndSubscript ?? defaults.annotateSuperscriptAndSubscript ?? false,
  };
}

function modeOf(engine: ModelMembers['llmEngine']): ListMode {
  if (typeof engine === 'string') return engine;
  return (engine && 'mode' in engine && engine.mode) || DEFAULT_MODE;
}

function providerOf(engine: ModelMembers['llmEngine']): string | undefined {
  return typeof engine === 'object' ? engine.provider : undefined;
}

function signalSettings(signals: NonNullable<ModelMembers['confidenceSignals']>): SignalSettings {
  if (typeof signals === 'boolean') return { asked: signals, strict: false, engine: undefined };
  if (signals === 'strict') return { asked: true, strict: true, engine: undefined };
  return { asked: true, strict: signals.strict ?? false, engine: signals.engine };
}
