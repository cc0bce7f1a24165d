/** Calls of language models during one extraction: who is asked, how often, for how much, and what it cost. */
// See docs/language/08-language-models.md#810-how-calls-are-made

import { LlmCallFailure } from '../errors.js';
import { checkInterrupt, guarded, type Interrupt, isInterruption } from '../foundation/async/interrupt.js';
import { Slots } from '../foundation/async/slots.js';
import type { LlmCallEvent } from './call-event.js';
import { checkedResponse, countedUsage } from './checked-response.js';
import { requestKey } from './key.js';
import { imagesOf, messageText } from './message-text.js';
import { canonicalProvider, type ResolvedLlmOptions } from './options.js';
import {
  type EmbedRequest,
  LlmError,
  type LlmPrompt,
  type LlmProvider,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
} from './provider.js';
import { answerBudget, IMAGE_TOKENS } from './size.js';
import { estimateTokens } from './tokens.js';
import { type LlmUsageReport, UsageLedger } from './usage.js';

/** Whom a call goes to, and whom it serves. */
export interface CallTarget {
  /** As a config names it; default the host's default. */
  readonly provider?: string | undefined;
  readonly fieldIds: readonly string[];
}

/** An answer, and the key of its request. */
interface Answered {
  readonly response: LlmResponse;
  readonly key: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Whether an equal request had the answer before, so that nobody was asked. */
  readonly cached: boolean;
  /** Milliseconds that the provider was asked, in all tries; without the waits for a turn and between tries. */
  readonly ms: number;
}

type KnownAnswer = Pick<Answered, 'response' | 'cached' | 'ms'>;

/** The client of one extraction. */
export interface LlmClient {
  readonly options: ResolvedLlmOptions;
  /**
   * Asks a provider, or gives the answer that an equal request of this extraction had.
   * @throws LlmCallFailure
   * @throws DocumentError `aborted`, `timed_out`
   */
  call(prompt: LlmPrompt, target: CallTarget): Promise<Answered>;
  /**
   * Vectors of texts, one each; undefined where nothing embeds.
   * @throws LlmCallFailure
   * @throws DocumentError `aborted`, `timed_out`
   */
  embed(
    texts: readonly string[],
    kind: EmbedRequest['kind'],
  ): Promise<readonly (readonly number[])[] | undefined>;
  /** The provider that a config's id means, and whether it replaces one that is not there. @throws LlmCallFailure */
  providerFor(id: string | undefined): { readonly provider: LlmProvider; readonly isSubstitute: boolean };
  /** Tokens of a text, as the default provider counts them, else estimated. */
  countTokens(text: string): number;
  usage(): LlmUsageReport;
}

/** Tiers that read long documents have this many times the time of others for a try. */
const LONG_TIER_FACTOR = 2.5;
/** The longest that a provider may have us wait, and the longest wait of our own, in milliseconds. */
const LONGEST_RETRY_AFTER = 60_000;
const LONGEST_BACKOFF = 20_000;
/** The longest first wait, in milliseconds; it doubles with every try. */
const FIRST_BACKOFF = 500;
/** Characters of a provider's own words in our messages. */
const MOST_REASON = 300;
/** Share of the output that a request may have, that is counted against the budget before it is made. */
const EXPECTED_OUTPUT = 0.25;

const RETRIED_CODES: ReadonlySet<string> = new Set(['rate_limit', 'unavailable', 'timeout', 'network']);
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** What is reported of a call beside what it was. */
type CallOutcome = Omit<LlmCallEvent, 'callId' | 'key' | 'purpose' | 'tier' | 'provider' | 'fieldIds' | 'ms'>;

const NO_USAGE: LlmUsage = { inputTokens: 0, outputTokens: 0 };

/** A client for one extraction. @param interrupt of the extraction; waiting calls end with it */
export function createLlmClient(options: ResolvedLlmOptions, interrupt: Interrupt): LlmClient {
  return new Client(options, interrupt);
}

class Client implements LlmClient {
  readonly options: ResolvedLlmOptions;
  readonly #interrupt: Interrupt;
  readonly #slots: Slots;
  readonly #ledger: UsageLedger;
  readonly #answers = new Map<string, Promise<KnownAnswer>>();
  /** What calls that are not answered yet will take out of the budget. */
  readonly #reserved = new Set<{ readonly calls: number; readonly tokens: number; readonly cost: number }>();
  readonly #vectors = new Map<string, readonly number[]>();

  constructor(options: ResolvedLlmOptions, interrupt: Interrupt) {
    this.options = options;
    this.#interrupt = interrupt;
    this.#slots = new Slots(options.concurrency);
    this.#ledger = new UsageLedger(options.prices);
  }

  providerFor(id: string | undefined): { provider: LlmProvider; isSubstitute: boolean } {
    const { providers, onMissingProvider, default: byDefault } = this.options;
    if (id === undefined) return { provider: byDefault, isSubstitute: false };
    const provider = providers.get(canonicalProvider(id));
    if (provider) return { provider, isSubstitute: false };
    if (onMissingProvider === 'default') return { provider: byDefault, isSubstitute: true };
    const known = [...providers.keys()].join(', ');
    throw new LlmCallFailure(
      'LLM_PROVIDER_MISSING',
      `the config names the provider ${JSON.stringify(id)}, which is not there; providers: ${known}`,
    );
  }

  countTokens(text: string): number {
    return estimateTokens(text, this.options.default);
  }

  usage(): LlmUsageReport {
    return this.#ledger.report();
  }

  async call(wanted: LlmPrompt, { provider: id, fieldIds }: CallTarget): Promise<Answered> {
    checkInterrupt(this.#interrupt);
    const { provider } = this.providerFor(id);
    const prompt = { ...wanted, maxOutputTokens: answerBudget(wanted.maxOutputTokens, provider) };
    const { temperature, seed } = this.options;
    const key = requestKey({ ...prompt, provider: provider.id, temperature, seed });
    const known = this.#answers.get(key);
    if (known) {
      this.#ledger.enterCached();
      const report = this.#teller(prompt, provider, key, fieldIds);
      const { response } = await known;
      report(cachedOutcome(response));
      return { response, cached: true, ms: 0, key, provider: provider.id };
    }
    const answer = this.#ask(prompt, provider, key, fieldIds);
    this.#answers.set(key, answer);
    try {
      return { ...(await answer), key, provider: provider.id };
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }

  async #ask(
    prompt: LlmPrompt,
    provider: LlmProvider,
    key: string,
    fieldIds: readonly string[],
  ): Promise<KnownAnswer> {
    const images = imagesOf(prompt.messages).length;
    if (images > 0 && provider.capabilities?.images === false) {
      const message = `the provider ${provider.id} takes no pictures`;
      throw new LlmCallFailure('LLM_IMAGES_UNSUPPORTED', message);
    }
    this.#ledger.announce(fieldIds);
    this.#checkSize(prompt, provider, images);
    const callId = crypto.randomUUID();
    const tell = this.#teller(prompt, provider, key, fieldIds, callId);
    const cached = await this.#fromCache(key);
    if (cached) {
      this.#ledger.enterCached();
      tell(cachedOutcome(cached));
      return { response: cached, cached: true, ms: 0 };
    }
    const settle = this.#reserve(prompt, provider, images);
    const { now } = this.options;
    let attempts = 0;
    let ms = 0;
    try {
      const { response, cost } = await this.#retry(async (attempt) => {
        attempts = attempt + 1;
        const started = now();
        try {
          return await this.#attempt(prompt, provider, { callId, attempt, key, fieldIds }, settle);
        } finally {
          ms += now() - started;
        }
      });
      this.#ledger.enterImages(images);
      const { usage, finishReason } = response;
      tell({
        attempts,
        cached: false,
        usage,
        finishReason,
        ...modelOf(response),
        ...(cost !== undefined && { cost }),
      });
      await this.#toCache(key, response);
      return { response, cached: false, ms };
    } catch (error) {
      const failure = this.#explain(error, provider);
      const code = failure instanceof LlmCallFailure ? failure.code : 'aborted';
      tell({ attempts, cached: false, usage: usageOf(error), error: code });
      throw failure;
    } finally {
      settle();
    }
  }

  /** Reports a call to the host when it has ended. */
  #teller(
    { purpose, tier }: LlmPrompt,
    provider: LlmProvider,
    key: string,
    fieldIds: readonly string[],
    callId: string = crypto.randomUUID(),
  ): (outcome: CallOutcome) => void {
    const started = this.options.now();
    const event = { callId, key, purpose, tier, provider: provider.id, fieldIds };
    return (outcome) => this.options.onCall?.({ ...event, ms: this.options.now() - started, ...outcome });
  }

  /** Refuses what a provider cannot take: some would cut it without a word, and answer for the rest. */
  #checkSize(prompt: LlmPrompt, provider: LlmProvider, images: number): void {
    const { contextTokens } = provider.capabilities ?? {};
    if (contextTokens === undefined) return;
    const input = inputTokens(prompt, provider, images);
    if (input + prompt.maxOutputTokens <= contextTokens) return;
    const message = `the request is too long for the provider ${provider.id}: it has about ${input} tokens and its answer may have ${prompt.maxOutputTokens}, and the provider takes ${contextTokens} (contextTokens)`;
    throw new LlmCallFailure('LLM_CONTEXT_OVERFLOW', message);
  }

  /** A cache that fails is a cache without the answer. */
  async #fromCache(key: string): Promise<LlmResponse | undefined> {
    try {
      return await this.options.cache?.get(key);
    } catch {
      return undefined;
    }
  }

  async #toCache(key: string, response: LlmResponse): Promise<void> {
    try {
      await this.options.cache?.set(key, response);
    } catch {
      // The answer is there all the same; the next extraction pays for it again.
    }
  }

  /**
   * Takes what a call will need out of the budget, so that calls at the same time do not spend it twice.
   * @returns gives it back, once; to be called when what the call took is known
   * @throws LlmCallFailure `LLM_BUDGET_EXCEEDED`
   */
  #reserve(prompt: LlmPrompt, provider: LlmProvider, images: number): () => void {
    const { maxCalls, maxTokens, maxCost } = this.options.budget;
    const input = inputTokens(prompt, provider, images);
    const output = prompt.maxOutputTokens * EXPECTED_OUTPUT;
    const cost =
      this.#ledger.costOf(provider.id, undefined, { inputTokens: input, outputTokens: output }) ?? 0;
    const own = { calls: 1, tokens: input + output, cost };
    const whole = [...this.#reserved, own];
    const sum = (of: keyof typeof own) => whole.reduce((total, call) => total + call[of], 0);
    const spent =
      (maxCalls !== undefined && this.#ledger.calls + sum('calls') > maxCalls && `${maxCalls} calls`) ||
      (maxTokens !== undefined && this.#ledger.tokens + sum('tokens') > maxTokens && `${maxTokens} tokens`) ||
      (maxCost !== undefined && this.#ledger.cost + sum('cost') > maxCost && `a cost of ${maxCost}`);
    if (!spent) {
      this.#reserved.add(own);
      return () => void this.#reserved.delete(own);
    }
    const message = `the budget of ${spent} for this extraction is used up; raise llm.budget to ask more`;
    throw new LlmCallFailure('LLM_BUDGET_EXCEEDED', message);
  }

  async #retry<T>(attempt: (attempt: number) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#slots.run(() => attempt(tries), this.#interrupt);
      } catch (error) {
        if (tries >= this.options.maxRetries || !isRetryable(error)) throw error;
        this.#ledger.enterRetry();
        await this.#wait(error, tries);
      }
    }
  }

  async #wait(error: unknown, tries: number): Promise<void> {
    const asked = error instanceof LlmError ? error.retryAfterMs : undefined;
    const delay =
      asked === undefined
        ? this.options.random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** tries)
        : Math.min(Math.max(0, asked), LONGEST_RETRY_AFTER);
    const aborter = new AbortController();
    try {
      await guarded(this.options.sleep(delay, aborter.signal), this.#interrupt);
    } finally {
      aborter.abort();
    }
  }

  /** One try, ended when its time is over, whether the provider heeds the signal or not. */
  async #attempt(
    prompt: LlmPrompt,
    provider: LlmProvider,
    meta: LlmRequest['meta'],
    settle: () => void,
  ): Promise<{ response: LlmResponse; cost: number | undefined }> {
    const { temperature, seed } = this.options;
    const request = { ...prompt, temperature, seed, meta };
    try {
      const response = checkedResponse(
        await this.#timed(prompt.tier === 'long', (signal) => provider.complete({ ...request, signal })),
      );
      const { usage, model } = response;
      const { purpose } = prompt;
      settle();
      const entry = { provider: provider.id, model, purpose, fieldIds: meta.fieldIds, usage };
      return { response, cost: this.#ledger.enter(entry) };
    } catch (error) {
      if (!isInterruption(error) && !isReplayMiss(error)) {
        const usage = usageOf(error);
        const { purpose } = prompt;
        settle();
        this.#ledger.enter({
          provider: provider.id,
          model: undefined,
          purpose,
          fieldIds: meta.fieldIds,
          usage,
        });
      }
      throw error;
    }
  }

  async #timed<T>(isLong: boolean, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const milliseconds = this.options.timeoutMs * (isLong ? LONG_TIER_FACTOR : 1);
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new LlmError('timeout', `no answer within ${milliseconds} ms`));
      }, milliseconds);
    });
    late.catch(() => undefined);
    const answer = async () => work(aborter.signal);
    try {
      return await guarded(Promise.race([answer(), late]), this.#interrupt);
    } finally {
      clearTimeout(timer);
      aborter.abort();
    }
  }

  #explain(error: unknown, provider: LlmProvider): unknown {
    if (isInterruption(error) || error instanceof LlmCallFailure) return error;
    const reason = shortReason(error);
    if (!(error instanceof LlmError)) {
      return new LlmCallFailure('LLM_CALL_FAILED', `the provider ${provider.id} failed: ${reason}`, error);
    }
    const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
    switch (error.code) {
      case 'timeout':
        return new LlmCallFailure('LLM_TIMEOUT', `the provider ${provider.id} gave ${reason}`, error);
      case 'replay_miss':
        return new LlmCallFailure('LLM_REPLAY_MISS', error.message, error);
      case 'content_filter':
        return new LlmCallFailure(
          'LLM_CONTENT_FILTERED',
          `the provider ${provider.id} refused to answer: ${reason}`,
          error,
        );
      case 'context_overflow':
        return new LlmCallFailure(
          'LLM_CONTEXT_OVERFLOW',
          `the request is too long for the provider ${provider.id}${status}: ${reason}`,
          error,
        );
      default:
        return new LlmCallFailure(
          'LLM_CALL_FAILED',
          `the provider ${provider.id} failed with ${error.code}${status}: ${reason}`,
          error,
        );
    }
  }

  async embed(
    texts: readonly string[],
    kind: EmbedRequest['kind'],
  ): Promise<readonly (readonly number[])[] | undefined> {
    const { embedder } = this.options;
    if (!embedder) return undefined;
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(`${kind} ${text}`));
    if (missing.length > 0) {
      try {
        const { vectors, usage, model } = await this.#retry(() =>
          this.#timed(false, (signal) => embedder.embed({ texts: missing, kind, signal })),
        );
        this.#ledger.enterEmbedding(embedder.id, model, usage.tokens);
        if (vectors.length !== missing.length) {
          throw new LlmError('bad_request', `${vectors.length} vectors for ${missing.length} texts`);
        }
        for (const [i, text] of missing.entries()) this.#vectors.set(`${kind} ${text}`, vectors[i]!);
      } catch (error) {
        throw this.#explain(error, embedder);
      }
    }
    return texts.map((text) => this.#vectors.get(`${kind} ${text}`)!);
  }
}

/** Tokens of a request, before the provider says. */
function inputTokens(prompt: LlmPrompt, provider: LlmProvider, images: number): number {
  return estimateTokens(prompt.messages.map(messageText).join('\n'), provider) + images * IMAGE_TOKENS;
}

/** What is reported of a call that needed no provider. */
function cachedOutcome(response: LlmResponse): CallOutcome {
  const { finishReason } = response;
  return { attempts: 0, cached: true, usage: NO_USAGE, finishReason, ...modelOf(response) };
}

function modelOf({ model }: LlmResponse): { model?: string } {
  return model === undefined ? {} : { model };
}

/** What a failed call cost, as far as its error says. */
function usageOf(error: unknown): LlmUsage {
  return error instanceof LlmError && error.usage ? countedUsage(error.usage) : NO_USAGE;
}

/** Nobody was asked then. */
function isReplayMiss(error: unknown): boolean {
  return error instanceof LlmError && error.code === 'replay_miss';
}

/** Whether a call that failed so is made again: the provider is away, or has too much to do. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof LlmError)) return false;
  if (error.retryable !== undefined) return error.retryable;
  return RETRIED_CODES.has(error.code) || (error.status !== undefined && RETRIED_STATUS.has(error.status));
}

/** What an error says, in one line and not too long. */
function shortReason(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/gu, ' ').trim();
  return text.length > MOST_REASON ? `${text.slice(0, MOST_REASON)}…` : text;
}
