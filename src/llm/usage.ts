/** What the calls of an extraction cost, added up. */
// See docs/language/08-language-models.md#810-how-calls-are-made
import type { LlmPrice } from './options.js';
import type { LlmPurpose, LlmUsage } from './provider.js';

/** Totals of some calls. Tokens of failed and repeated calls count. */
export interface LlmTotals {
  /** Requests that reached a provider. */
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** In the currency of the prices; absent where a model has no price. */
  cost?: number;
}

/** Totals of an extraction, and the same by provider, purpose and field. */
export interface LlmUsageReport extends LlmTotals {
  /** Requests that were answered without a provider, because an equal one had been. */
  readonly cachedCalls: number;
  /** Tries after the first. */
  readonly retries: number;
  readonly embedTokens: number;
  readonly images: number;
  readonly byProvider: Readonly<Record<string, LlmTotals>>;
  readonly byPurpose: Readonly<Partial<Record<LlmPurpose, LlmTotals>>>;
  /** A call that serves several fields is shared out evenly, so that numbers may be broken. */
  readonly byField: Readonly<Record<string, LlmTotals>>;
}

/** One try of a call, as it is entered. */
export interface UsageEntry {
  readonly provider: string;
  readonly model: string | undefined;
  readonly purpose: LlmPurpose;
  readonly fieldIds: readonly string[];
  readonly usage: LlmUsage;
}

/** Tokens that prices are for. */
const PRICED_TOKENS = 1_000_000;

/** Adds up what an extraction spends. */
export class UsageLedger {
  readonly #prices: Readonly<Record<string, LlmPrice>>;
  readonly #total = emptyTotals();
  readonly #byProvider = new Map<string, LlmTotals>();
  readonly #byPurpose = new Map<string, LlmTotals>();
  readonly #byField = new Map<string, LlmTotals>();
  #cachedCalls = 0;
  #retries = 0;
  #embedTokens = 0;
  #images = 0;

  /** @param prices by model or provider id */
  constructor(prices: Readonly<Record<string, LlmPrice>>) {
    this.#prices = prices;
  }

  /** Tokens so far, in and out. */
  get tokens(): number {
    return this.#total.inputTokens + this.#total.outputTokens + this.#embedTokens;
  }

  get calls(): number {
    return this.#total.calls;
  }

  /** What is known of the cost so far; models without a price count as free. */
  get cost(): number {
    return this.#known;
  }

  #known = 0;

  /** Announces a call, so that fields are listed in the order in which they asked, not in that of the answers. */
  announce(fieldIds: readonly string[]): void {
    for (const id of fieldIds) entryOf(this.#byField, id);
  }

  /** Enters a try. @returns what it cost; undefined without a price */
  enter({ provider, model, purpose, fieldIds, usage }: UsageEntry): number | undefined {
    const cost = this.costOf(provider, model, usage);
    this.#known += cost ?? 0;
    add(this.#total, usage, cost, 1);
    add(entryOf(this.#byProvider, provider), usage, cost, 1);
    add(entryOf(this.#byPurpose, purpose), usage, cost, 1);
    for (const id of fieldIds) add(entryOf(this.#byField, id), usage, cost, 1 / fieldIds.length);
    return cost;
  }

  enterCached(): void {
    this.#cachedCalls++;
  }

  enterRetry(): void {
    this.#retries++;
  }

  enterImages(count: number): void {
    this.#images += count;
  }

  enterEmbedding(provider: string, model: string | undefined, tokens: number): void {
    this.#embedTokens += tokens;
    const price = this.#priceOf(provider, model)?.embed;
    this.#known += ((price ?? 0) * tokens) / PRICED_TOKENS;
    if (price === undefined && tokens > 0) delete this.#total.cost;
    else if (this.#total.cost !== undefined) this.#total.cost += ((price ?? 0) * tokens) / PRICED_TOKENS;
  }

  /** What tokens cost by the price of the model, else of the provider; undefined without one. */
  costOf(provider: string, model: string | undefined, usage: LlmUsage): number | undefined {
    const price = this.#priceOf(provider, model);
    if (!price) return undefined;
    const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
    const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
    return (input + usage.outputTokens * price.output) / PRICED_TOKENS;
  }

  #priceOf(provider: string, model: string | undefined): LlmPrice | undefined {
    if (model !== undefined && Object.hasOwn(this.#prices, model)) return this.#prices[model];
    return Object.hasOwn(this.#prices, provider) ? this.#prices[provider] : undefined;
  }

  report(): LlmUsageReport {
    return {
      ...rounded(this.#total),
      cachedCalls: this.#cachedCalls,
      retries: this.#retries,
      embedTokens: this.#embedTokens,
      images: this.#images,
      byProvider: sorted(this.#byProvider),
      byPurpose: sorted(this.#byPurpose),
      byField: shownOf([...this.#byField]),
    };
  }
}

/** Two reports as one; undefined where there is neither. */
export function addedUsage(
  a: LlmUsageReport | undefined,
  b: LlmUsageReport | undefined,
): LlmUsageReport | undefined {
  if (!a || !b) return a ?? b;
  return {
    ...addedTotals(a, b),
    cachedCalls: a.cachedCalls + b.cachedCalls,
    retries: a.retries + b.retries,
    embedTokens: a.embedTokens + b.embedTokens,
    images: a.images + b.images,
    byProvider: addedByName(a.byProvider, b.byProvider),
    byPurpose: addedByName(a.byPurpose, b.byPurpose),
    byField: addedByName(a.byField, b.byField),
  };
}

function addedByName(
  a: Readonly<Record<string, LlmTotals>>,
  b: Readonly<Record<string, LlmTotals>>,
): Readonly<Record<string, LlmTotals>> {
  const totals = new Map(Object.entries(a));
  for (const [name, added] of Object.entries(b)) {
    const known = totals.get(name);
    totals.set(name, known ? addedTotals(known, added) : added);
  }
  return Object.fromEntries(totals);
}

function addedTotals(a: LlmTotals, b: LlmTotals): LlmTotals {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(a.cost !== undefined && b.cost !== undefined && { cost: a.cost + b.cost }),
  };
}

/** Decimals of totals: more than enough for a share of a token, and none that depends on the order of a sum. */
const DECIMALS = 9;

function rounded<Totals extends LlmTotals>(totals: Totals): Totals {
  const entries = Object.entries(totals).map(([name, value]) => [name, Number(value.toFixed(DECIMALS))]);
  return Object.fromEntries(entries) as Totals;
}

/** In the order of the names: calls that go on at the same time end in any. */
function sorted(totals: ReadonlyMap<string, LlmTotals>): Record<string, LlmTotals> {
  return shownOf([...totals].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those that had a call: announced ones may not have come to it. */
function shownOf(totals: readonly (readonly [string, LlmTotals])[]): Record<string, LlmTotals> {
  const asked = totals.filter(([, { calls }]) => calls > 0);
  return Object.fromEntries(asked.map(([name, each]) => [name, rounded(each)]));
}

function emptyTotals(): LlmTotals {
  return { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0 };
}

function entryOf(totals: Map<string, LlmTotals>, id: string): LlmTotals {
  let entry = totals.get(id);
  if (!entry) {
    entry = emptyTotals();
    totals.set(id, entry);
  }
  return entry;
}

/** Once a call without a price is among them, the cost of some totals is not known any more. */
function add(totals: LlmTotals, usage: LlmUsage, cost: number | undefined, share: number): void {
  totals.calls += share;
  totals.inputTokens += usage.inputTokens * share;
  totals.cachedInputTokens += (usage.cachedInputTokens ?? 0) * share;
  totals.outputTokens += usage.outputTokens * share;
  if (cost === undefined) delete totals.cost;
  else if (totals.cost !== undefined) totals.cost += cost * share;
}
