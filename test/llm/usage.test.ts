import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedUsage, type UsageEntry, UsageLedger } from '../../src/llm/usage.js';

const PRICES = {
  small: { input: 2, output: 10, cachedInput: 1, embed: 0.5 },
  large: { input: 4, output: 20 },
};
const MILLION = 1_000_000;

const entry = (changes: Partial<UsageEntry> = {}): UsageEntry => ({
  provider: 'p',
  model: 'small',
  purpose: 'query',
  fieldIds: ['a'],
  usage: { inputTokens: MILLION, outputTokens: MILLION },
  ...changes,
});

describe('costOf', () => {
  const ledger = new UsageLedger({ ...PRICES, p: { input: 1, output: 1 } });
  const usage = { inputTokens: MILLION, outputTokens: MILLION };

  it('takes the price of the model, else of the provider, else none', () => {
    expect(ledger.costOf('p', 'small', usage)).toBe(12);
    expect(ledger.costOf('p', 'unheard of', usage)).toBe(2);
    expect(ledger.costOf('p', undefined, usage)).toBe(2);
    expect(ledger.costOf('q', 'unheard of', usage)).toBeUndefined();
    expect(ledger.costOf('constructor', 'toString', usage)).toBeUndefined();
  });

  it('charges input from a cache its own price, or that of other input', () => {
    const cached = { ...usage, cachedInputTokens: MILLION / 2 };
    expect(ledger.costOf('p', 'small', cached)).toBe(11.5);
    expect(ledger.costOf('p', 'large', cached)).toBe(24);
    expect(ledger.costOf('p', 'small', { ...usage, cachedInputTokens: 9 * MILLION })).toBe(11);
  });
});

const reportOf = (...entries: readonly Partial<UsageEntry>[]) => {
  const ledger = new UsageLedger(PRICES);
  for (const each of entries) ledger.enter(entry(each));
  return ledger.report();
};

it('reports added up are the report of all entries', () => {
  const [one, two] = [{ fieldIds: ['a', 'b'] }, { provider: 'q', purpose: 'list' as const }];
  const three = { model: 'unheard of' };
  expect(addedUsage(reportOf(one), reportOf(two, one))).toEqual(reportOf(one, two, one));
  expect(addedUsage(reportOf(one, two), reportOf(three))).toEqual(reportOf(one, two, three));
});

it('reports added up may be none, or one', () => {
  expect(addedUsage(undefined, undefined)).toBeUndefined();
  expect(addedUsage(reportOf({}), undefined)).toEqual(reportOf({}));
  expect(addedUsage(undefined, reportOf({}))).toEqual(reportOf({}));
});

describe('a ledger', () => {
  it('a ledger is empty at first', () => {
    expect(new UsageLedger({}).report()).toEqual({
      calls: 0,
      cachedCalls: 0,
      retries: 0,
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      embedTokens: 0,
      images: 0,
      cost: 0,
      byProvider: {},
      byPurpose: {},
      byField: {},
    });
  });

  it('adds up by provider, purpose and field; a call for several fields is shared out evenly', () => {
    const ledger = new UsageLedger(PRICES);
    expect(ledger.enter(entry({ fieldIds: ['a', 'b'] }))).toBe(12);
    expect(ledger.enter(entry({ purpose: 'list', provider: 'q', model: 'large' }))).toBe(24);
    ledger.enterCached();
    ledger.enterRetry();
    ledger.enterImages(3);
    const { byProvider, byPurpose, byField, ...total } = ledger.report();
    expect(total).toEqual({
      calls: 2,
      cachedCalls: 1,
      retries: 1,
      inputTokens: 2 * MILLION,
      cachedInputTokens: 0,
      outputTokens: 2 * MILLION,
      embedTokens: 0,
      images: 3,
      cost: 36,
    });
    expect(byProvider).toMatchObject({ p: { calls: 1, cost: 12 }, q: { calls: 1, cost: 24 } });
    expect(byPurpose).toMatchObject({ query: { calls: 1 }, list: { calls: 1 } });
    expect(byField).toMatchObject({
      a: { calls: 1.5, inputTokens: 1.5 * MILLION, cost: 30 },
      b: { calls: 0.5, outputTokens: MILLION / 2, cost: 6 },
    });
    expect([ledger.calls, ledger.tokens, ledger.cost]).toEqual([2, 4 * MILLION, 36]);
  });

  it('knows no cost of totals that hold a call without a price, and still counts what it knows', () => {
    const ledger = new UsageLedger(PRICES);
    ledger.enter(entry());
    expect(ledger.enter(entry({ provider: 'free', model: undefined, fieldIds: ['b'] }))).toBeUndefined();
    ledger.enter(entry({ fieldIds: ['b'] }));
    const { byProvider, byField, cost } = ledger.report();
    expect(cost).toBeUndefined();
    expect(byProvider['p']?.cost).toBe(24);
    expect(byProvider['free']).not.toHaveProperty('cost');
    expect(byField).toMatchObject({ a: { cost: 12 } });
    expect(byField['b']).not.toHaveProperty('cost');
    expect(ledger.cost).toBe(24);
  });

  it('counts embeddings among tokens and cost, which is not known without their price', () => {
    const ledger = new UsageLedger(PRICES);
    ledger.enterEmbedding('p', 'small', MILLION);
    expect(ledger.report()).toMatchObject({ embedTokens: MILLION, cost: 0.5, calls: 0 });
    expect([ledger.tokens, ledger.cost]).toEqual([MILLION, 0.5]);
    ledger.enterEmbedding('p', 'large', 1);
    expect(ledger.report().cost).toBeUndefined();
    expect(ledger.cost).toBe(0.5);
  });

  it('keeps fields with the names of members of objects', () => {
    const ledger = new UsageLedger({});
    ledger.enter(entry({ fieldIds: ['__proto__', 'constructor'] }));
    expect(Object.entries(ledger.report().byField).map(([id, { calls }]) => [id, calls])).toEqual([
      ['__proto__', 0.5],
      ['constructor', 0.5],
    ]);
  });

  it('gives shares that add up to the totals', () => {
    const entries = fc.array(
      fc.record({
        provider: fc.constantFrom('p', 'q'),
        model: fc.constantFrom('small', 'large', undefined),
        purpose: fc.constantFrom('query' as const, 'list' as const),
        fieldIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
        usage: fc.record({ inputTokens: fc.nat(10_000), outputTokens: fc.nat(10_000) }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(entries, (given) => {
        const ledger = new UsageLedger(PRICES);
        for (const each of given) ledger.enter(each);
        const { byProvider, byPurpose, byField, ...total } = ledger.report();
        for (const shares of [byProvider, byPurpose, byField]) {
          for (const name of ['calls', 'inputTokens', 'outputTokens'] as const) {
            const sum = Object.values(shares).reduce((all, each) => all + each[name], 0);
            expect(sum).toBeCloseTo(total[name], 6);
          }
        }
      }),
    );
  });
});
