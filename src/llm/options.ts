/** What a host says about language models: who is asked, how often, and for how much. */
// See docs/language/08-language-models.md#88-provider-interface
import type { LlmCallEvent } from './call-event.js';
import type { LlmProvider, LlmResponse } from './provider.js';

/** Prices for a million tokens, in any currency. */
export interface LlmPrice {
  readonly input: number;
  readonly output: number;
  /** For input that the provider had in its cache; default the price of other input. */
  readonly cachedInput?: number;
  readonly embed?: number;
}

/** What one extraction may spend on models. What is not said has no bound. */
export interface LlmBudget {
  readonly maxCalls?: number | undefined;
  /** Input and output tokens together. */
  readonly maxTokens?: number | undefined;
  /** In the currency of `prices`; models without a price count as free. */
  readonly maxCost?: number | undefined;
}

/** Answers kept beyond one extraction, by the keys of their requests. */
export interface LlmCache {
  get(key: string): Promise<LlmResponse | undefined>;
  set(key: string, response: LlmResponse): Promise<void>;
}

/** Who answers what configs ask language models, and what that may cost. */
export interface LlmOptions {
  /**
   * Providers by the ids that configs name (`open-ai`, `anthropic`, `google`, `provider_a` …), or by ids of your own:
   * those that `createExtractor` is given may appear in the configs of its extractor, too.
   */
  readonly providers: Readonly<Record<string, LlmProvider>>;
  /** Id of the provider that is asked where a config names none; default the only one. */
  readonly default?: string | undefined;
  /** More ids for providers: id in a config to id in `providers`. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** What becomes of a config that names a provider which is not there: the default one answers, or nobody. */
  readonly onMissingProvider?: 'default' | 'error' | undefined;
  /** Whose embeddings choose the excerpts, next to word statistics; default the default provider's, if it has any. */
  readonly embedder?: LlmProvider | false | undefined;
  /** Calls at the same time. */
  readonly concurrency?: number | undefined;
  /** Time for one try, in milliseconds; requests of the tier `long` have two and a half times as much. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first. */
  readonly maxRetries?: number | undefined;
  readonly budget?: LlmBudget | undefined;
  /** By model, as it names itself in answers, or by provider id. */
  readonly prices?: Readonly<Record<string, LlmPrice>> | undefined;
  readonly cache?: LlmCache | undefined;
  /** How the lines behind an answer are found: by its text, or first by a quotation that the model is asked for. */
  readonly grounding?: 'fuzzy' | 'evidence' | undefined;
  /** Resolution of pictures of pages, in pixels an inch. */
  readonly imageDpi?: number | undefined;
  /** Pictures in one request. */
  readonly maxImages?: number | undefined;
  /** Tokens up to which a whole document is shown instead of excerpts; 0 switches that off. */
  readonly wholeDocumentTokens?: number | undefined;
  /** Pages up to which a document is searched by summaries. */
  readonly maxSummaryPages?: number | undefined;
  /** null for models that refuse to be given one. */
  readonly temperature?: number | null | undefined;
  readonly seed?: number | undefined;
  /** Where no table is recognised, nlpTable reads the text as a list. */
  readonly nlpTableTextFallback?: boolean | undefined;
  /** A failed call fails the extraction instead of its fields. */
  readonly strict?: boolean | undefined;
  readonly limits?: Partial<LlmLimits> | undefined;
  /** Called with every call when it has ended. */
  readonly onCall?: ((event: LlmCallEvent) => void) | undefined;
  /** Waits between tries; for tests. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** From 0 (included) to 1 (excluded), for the length of waits. */
  readonly random?: (() => number) | undefined;
  /** Milliseconds since any fixed moment, for the time that calls take. */
  readonly now?: (() => number) | undefined;
}

/** Sizes of requests and answers. */
export interface LlmLimits {
  readonly queriesPerCall: number;
  /** Tokens of document text in a request that asks queries. */
  readonly queryTokens: number;
  /** Tokens of values of other fields in a request. */
  readonly sourceTokens: number;
  /** Tokens of document text in one request of a list. */
  readonly listTokens: number;
  /** The same where a list is asked in a single request. */
  readonly singleCompletionTokens: number;
  readonly tableTokens: number;
  readonly summarizerTokens: number;
  /** Tokens of an answer, for each query, over `answerBaseTokens`. */
  readonly answerTokensPerQuery: number;
  readonly answerBaseTokens: number;
  /** Tokens of an answer to queries, at most. */
  readonly answerTokens: number;
  readonly listAnswerTokens: number;
  /** Tokens of document text in a request that summarises or outlines it. */
  readonly summaryTokens: number;
  /** Tokens of summaries in a request that chooses among them. */
  readonly choiceTokens: number;
  readonly summaryAnswerTokens: number;
  readonly choiceAnswerTokens: number;
  /** How often a request whose answer was too long is halved. */
  readonly splitDepth: number;
  /** Characters of one answer; the rest is cut. */
  readonly answerCharacters: number;
}

// See docs/language/08-language-models.md#813-limits
/** The limits of requests to language models where the options give none. */
export const DEFAULT_LLM_LIMITS: LlmLimits = {
  queriesPerCall: 25,
  queryTokens: 24_000,
  sourceTokens: 60_000,
  listTokens: 12_000,
  singleCompletionTokens: 120_000,
  tableTokens: 12_000,
  summarizerTokens: 24_000,
  answerTokensPerQuery: 200,
  answerBaseTokens: 256,
  answerTokens: 8_192,
  listAnswerTokens: 16_384,
  summaryTokens: 8_000,
  choiceTokens: 60_000,
  summaryAnswerTokens: 4_096,
  choiceAnswerTokens: 512,
  splitDepth: 4,
  answerCharacters: 20_000,
};

// See docs/language/08-language-models.md#88-provider-interface
const DEFAULTS = {
  onMissingProvider: 'default',
  concurrency: 4,
  timeoutMs: 120_000,
  maxRetries: 3,
  grounding: 'fuzzy',
  imageDpi: 150,
  maxImages: 8,
  wholeDocumentTokens: 6_000,
  maxSummaryPages: 1_280,
  nlpTableTextFallback: false,
  strict: false,
} as const;

/** The spellings of provider ids in configs. */
// See docs/language/08-language-models.md#81-providers-in-configs
const SPELLINGS: Readonly<Record<string, string>> = {
  openai: 'open-ai',
  open_ai: 'open-ai',
  gemini: 'google',
};

/** The id that a spelling of a provider means; ids that are not known stay as they are, in lower case. */
export function canonicalProvider(id: string): string {
  const lower = id.trim().toLowerCase();
  return Object.hasOwn(SPELLINGS, lower) ? (SPELLINGS[lower] ?? lower) : lower;
}

/** Options with nothing left open. */
export interface ResolvedLlmOptions {
  readonly providers: ReadonlyMap<string, LlmProvider>;
  readonly default: LlmProvider;
  readonly onMissingProvider: 'default' | 'error';
  /** Undefined where nothing is embedded. */
  readonly embedder: (LlmProvider & Required<Pick<LlmProvider, 'embed'>>) | undefined;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly budget: LlmBudget;
  readonly prices: Readonly<Record<string, LlmPrice>>;
  readonly cache: LlmCache | undefined;
  readonly grounding: 'fuzzy' | 'evidence';
  readonly imageDpi: number;
  readonly maxImages: number;
  readonly wholeDocumentTokens: number;
  readonly maxSummaryPages: number;
  readonly temperature: number | undefined;
  readonly seed: number | undefined;
  readonly nlpTableTextFallback: boolean;
  readonly strict: boolean;
  readonly limits: LlmLimits;
  readonly onCall: ((event: LlmCallEvent) => void) | undefined;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly now: () => number;
}

/** Numbers that are whole and at least this. */
const LEAST: Readonly<Record<string, number>> = {
  concurrency: 1,
  timeoutMs: 1,
  maxRetries: 0,
  imageDpi: 36,
  maxImages: 1,
  wholeDocumentTokens: 0,
  maxSummaryPages: 1,
};

/** Options checked, with defaults for what is not said. @throws TypeError that names the option */
export function resolveLlmOptions(options: LlmOptions): ResolvedLlmOptions {
  for (const [name, least] of Object.entries(LEAST)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) continue;
    throw new TypeError(`llm.${name} must be a whole number of at least ${least}, not ${String(value)}`);
  }
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const providers = providersOf(options);
  const byDefault = defaultOf(options, providers);
  return {
    ...DEFAULTS,
    budget: {},
    prices: {},
    cache: undefined,
    seed: undefined,
    onCall: undefined,
    sleep,
    random: Math.random,
    now: () => performance.now(),
    ...given,
    temperature: options.temperature === null ? undefined : (options.temperature ?? 0),
    providers,
    default: byDefault,
    embedder: embedderOf(options, byDefault),
    limits: limitsOf(options.limits),
  };
}

function providersOf({ providers, aliases = {} }: LlmOptions): ReadonlyMap<string, LlmProvider> {
  if (typeof providers !== 'object' || providers === null || Object.keys(providers).length === 0) {
    throw new TypeError('llm.providers must hold at least one provider, by the id that configs name');
  }
  const found = new Map<string, LlmProvider>();
  for (const [id, provider] of Object.entries(providers)) {
    if (typeof provider?.complete !== 'function') {
      throw new TypeError(
        `llm.providers[${JSON.stringify(id)}] is not a provider: it has no function "complete"`,
      );
    }
    found.set(canonicalProvider(id), provider);
  }
  for (const [alias, id] of Object.entries(aliases)) {
    const provider = found.get(canonicalProvider(id));
    if (!provider) {
      throw new TypeError(
        `llm.aliases[${JSON.stringify(alias)}] names ${JSON.stringify(id)}, which is not a provider`,
      );
    }
    found.set(canonicalProvider(alias), provider);
  }
  return found;
}

function defaultOf(options: LlmOptions, providers: ReadonlyMap<string, LlmProvider>): LlmProvider {
  if (options.default === undefined) {
    const distinct = [...new Set(providers.values())];
    if (distinct.length === 1 && distinct[0]) return distinct[0];
    throw new TypeError('llm.default must name one of the providers, because there are several');
  }
  const provider = providers.get(canonicalProvider(options.default));
  if (provider) return provider;
  const known = [...providers.keys()].join(', ');
  throw new TypeError(`llm.default names ${JSON.stringify(options.default)}; providers: ${known}`);
}

function embedderOf({ embedder }: LlmOptions, byDefault: LlmProvider): ResolvedLlmOptions['embedder'] {
  if (embedder === false) return undefined;
  const provider = embedder ?? byDefault;
  if (canEmbed(provider)) return provider;
  if (embedder === undefined) return undefined;
  throw new TypeError('llm.embedder is a provider without a function "embed"');
}

function canEmbed(provider: LlmProvider): provider is NonNullable<ResolvedLlmOptions['embedder']> {
  return typeof provider.embed === 'function';
}

function limitsOf(changes: Partial<LlmLimits> = {}): LlmLimits {
  const limits: Record<string, number> = { ...DEFAULT_LLM_LIMITS };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(limits, name)) throw new TypeError(`there is no limit llm.limits.${name}`);
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new TypeError(`llm.limits.${name} must be a positive whole number, not ${String(value)}`);
    }
    limits[name] = value;
  }
  return limits as unknown as LlmLimits;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
