import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  contextMembers,
  providerEngine as engineOf,
  listEngine as engineOfLists,
  providerSchema,
  tableMembers,
} from '../../src/llm/members.js';

function problems(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

const grammar = { llmProvider: providerSchema([]) };
const context = z.strictObject(contextMembers(grammar));
const providerEngine = engineOf(grammar);
const listEngine = engineOfLists(grammar);

it.each(['open-ai', 'OpenAI', ' anthropic ', 'gemini', 'provider_b'])('providers may be %j', (provider) => {
  expect(problems(providerEngine, { provider })).toEqual([]);
});

it('providers must be known', () => {
  expect(problems(providerEngine, { provider: 'acme' })).toEqual([
    expect.stringMatching(/^provider: unknown provider "acme"; allowed: open-ai, /u),
  ]);
  expect(problems(providerEngine, {})).toHaveLength(1);
});

it.each([
  {},
  { chunkCount: 1, chunkSize: 0.5, chunkOverlapPercentage: 0 },
  { confidenceSignals: 'strict', searchBySummarization: 'outline' },
  { confidenceSignals: { strict: true }, pageRange: { startPage: 1, endPage: 2 } },
])('the context of an answer takes %j', (given) => {
  expect(problems(context, given)).toEqual([]);
});

it.each<[object, RegExp]>([
  [{ chunkSize: 2 }, /^chunkSize/u],
  [{ chunkOverlapPercentage: 0.3 }, /^chunkOverlapPercentage/u],
  [{ confidenceSignals: {} }, /^confidenceSignals: .*at least one member/u],
  [{ confidenceSignals: { engine: 'acme' } }, /unknown provider "acme"/u],
  [{ pageRange: { startPage: 2, endPage: 1 } }, /^pageRange\.endPage: must be greater than startPage/u],
  [{ searchBySummarization: 'chapter' }, /^searchBySummarization/u],
])('the context of an answer refuses %j', (given, message) => {
  const told = [...problems(context, given), ...nested(given)].join('\n');
  expect(told).toMatch(message);
});

/** Messages of the forms of a union, which are inside its issue. */
function nested(given: object): string[] {
  const issues = context.safeParse(given).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flat().map(({ message }) => `${issue.path.join('.')}: ${message}`)
      : [],
  );
}

describe('lists and tables', () => {
  it('take a mode alone, or a mode or a provider in an object', () => {
    expect(problems(listEngine, 'thorough')).toEqual([]);
    expect(problems(listEngine, { mode: 'long' })).toEqual([]);
    expect(problems(listEngine, { provider: 'google' })).toEqual([]);
    expect(problems(listEngine, 'Fast')).toHaveLength(1);
    expect(problems(listEngine, {})).toHaveLength(1);
  });

  it('take shares of a page', () => {
    const table = z.strictObject(tableMembers);
    expect(problems(table, { pageSpanThreshold: { top: 0, bottom: 1 }, rewriteTable: false })).toEqual([]);
  });
});
