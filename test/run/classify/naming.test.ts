import { describe, expect, it } from 'vitest';
import { ClassificationError, ProviderError } from '../../../src/errors.js';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import { createLlmClient } from '../../../src/llm/client.js';
import { resolveLlmOptions } from '../../../src/llm/options.js';
import type { LlmRequest } from '../../../src/llm/provider.js';
import { LlmError } from '../../../src/llm/provider.js';
import { type Script, scripted } from '../../../src/llm/scripted.js';
import type { Document } from '../../../src/page/document/model.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { checkedTypes, type DocumentType } from '../../../src/run/classify/document-type.js';
import { nameType } from '../../../src/run/classify/naming.js';
import type { NamingMethod } from '../../../src/run/classify/ways.js';
import { withoutWaits } from '../../llm/prompt-of.js';

/** Pages of lines, one below the other. */
function paged(...pages: readonly (readonly string[])[]): Document {
  return documentFromLines(
    pages.flatMap((lines, page) => lines.map((text, i) => ({ text, page, left: 1, top: 1 + 0.4 * i }))),
  );
}

/** A type with one config for each list of tests. */
function type(name: string, fingerprints: string[][] = [], description?: string): DocumentType {
  const configs = fingerprints.map((tests, i) => ({
    name: `${name}_${i}`,
    config: { fields: [], ...(tests.length > 0 && { fingerprint: { tests } }) },
  }));
  return { name, configs, description };
}

interface Asked {
  readonly method?: NamingMethod;
  readonly script?: Script;
  readonly images?: boolean;
}

async function name(
  document: Document,
  types: readonly DocumentType[],
  { method, script, images }: Asked = {},
) {
  const provider = script && scripted(script, images === undefined ? {} : { capabilities: { images } });
  const options = provider && resolveLlmOptions({ providers: { one: provider }, ...withoutWaits() });
  const result = await nameType(document, checkedTypes(types, builtInLanguage()), {
    method,
    client: options && createLlmClient(options, {}),
    bounds: { patternTime: new PatternTime(), interrupt: {}, warn: () => undefined },
  });
  return { ...result, requests: provider?.requests ?? [] };
}

const nameOf = async (...args: Parameters<typeof name>) => {
  const { document_type, method } = await name(...args);
  return `${document_type.name} by ${method}`;
};

const error = (...args: Parameters<typeof name>) =>
  name(...args).then(
    () => undefined,
    (each: unknown) => each,
  );

const textOf = ({ messages }: LlmRequest) => {
  const content = messages.at(-1)?.content ?? '';
  return typeof content === 'string'
    ? content
    : content.map((part) => ('text' in part ? part.text : '')).join('\n');
};

const LEASE = paged(['Lease of a berth in the harbour', 'The landlord lets the berth to the tenant']);

it('the type of a document has its id, and members for their shape', async () => {
  const types = [{ ...type('leases', [['lease']]), id: '7' }, type('bills', [['bill']])];
  expect(await name(LEASE, types)).toEqual({
    document_type: { id: '7', name: 'leases', score: 1 },
    reference_documents: [],
    classification_summary: [],
    method: 'fingerprints',
    requests: [],
  });
});

describe('by fingerprints', () => {
  const method = 'fingerprints';

  it.each<[string, DocumentType[], string]>([
    ['all of one', [type('a', [['lease', 'berth']]), type('b', [['bill']])], 'a by fingerprints'],
    ['half of one', [type('a', [['lease', 'bill']]), type('b', [['bill']])], 'a by fingerprints'],
    [
      'the best config of a type',
      [type('a', [['x'], ['lease']]), type('b', [['lease', 'x']])],
      'a by fingerprints',
    ],
    [
      'the greater share',
      [type('a', [['lease', 'x']]), type('b', [['lease', 'berth', 'x']])],
      'b by fingerprints',
    ],
  ])('fingerprints name the type with %s', async (_name, types, expected) => {
    expect(await nameOf(LEASE, types, { method })).toBe(expected);
  });

  it.each<[string, DocumentType[]]>([
    ['less than half', [type('a', [['lease', 'x', 'y']]), type('b', [['bill']])]],
    ['two types alike', [type('a', [['lease']]), type('b', [['berth']])]],
    ['none', [type('a'), type('b', [[]])]],
    ['no type', []],
  ])('fingerprints name no type with %s', async (_name, types) => {
    const thrown = await error(LEASE, types, { method });
    expect(thrown).toBeInstanceOf(ClassificationError);
    expect(thrown).toMatchObject({ code: 'no_matching_type' });
  });
});

describe('by a language model', () => {
  const types = [type('bills', [], 'what is to be paid'), type('leases', [], 'who lets what to whom')];
  const choosing =
    (choice: number | null): Script =>
    () => ({ object: { choice } });

  it('a language model is shown names, descriptions and the pages that show what a document is', async () => {
    const pages = ['one', 'two', 'three', 'four'].map((word) => [
      `page ${word} ${'and more words '.repeat(9)}`,
    ]);
    const { document_type, requests } = await name(paged(...pages), types, {
      method: 'llm',
      script: choosing(2),
    });
    expect(document_type.name).toBe('leases');
    const [request] = requests;
    expect(request).toMatchObject({ purpose: 'classify.type', tier: 'fast', schemaName: 'choice' });
    const text = textOf(request!);
    expect(text).toContain('1: bills - what is to be paid\n2: leases - who lets what to whom');
    expect(text).toMatch(/page one[\s\S]*page two[\s\S]*page four/u);
    expect(text).not.toContain('page three');
  });

  it('a language model sees pictures of pages with hardly a word, unless it takes none', async () => {
    const drawn = documentFromLines([{ text: 'hm', left: 1, top: 1 }], [{ points: [1, 1, 2, 2] }]);
    const shown = await name(drawn, types, { method: 'llm', script: choosing(1) });
    expect(shown.requests[0]!.messages.at(-1)!.content).toEqual([
      expect.objectContaining({ type: 'text', text: expect.stringContaining('KINDS\n1: bills') }),
      { type: 'text', text: 'IMAGE 1' },
      expect.objectContaining({ type: 'image' }),
      expect.objectContaining({ type: 'text', text: expect.stringContaining('REPLY') }),
    ]);
    const told = await name(drawn, types, { method: 'llm', script: choosing(1), images: false });
    expect(textOf(told.requests[0]!)).toContain('hm');
  });

  it('a language model chooses among many types in batches, and last among the best of each', async () => {
    const many = Array.from({ length: 130 }, (_, i) => type(`t${i}`));
    const script: Script = (request) => {
      const kinds = [...textOf(request).matchAll(/^(\d+): t(\d+)$/gmu)];
      const wanted = kinds.find(([, , id]) => id === '77') ?? (kinds.length > 10 ? kinds[3] : undefined);
      return { object: { choice: wanted ? Number(wanted[1]) : null } };
    };
    const { document_type, requests } = await name(LEASE, many, { method: 'llm', script });
    expect(document_type.name).toBe('t77');
    expect(requests).toHaveLength(4);
    expect(textOf(requests[3]!)).toContain('1: t3\n2: t77\n');
  });

  it.each([null, 0, 3])('a language model that chooses %s names no type', async (choice) => {
    const thrown = await error(LEASE, types, { method: 'llm', script: choosing(choice) });
    expect(thrown).toMatchObject({ name: 'ClassificationError', code: 'no_matching_type' });
  });

  it('a language model that fails is reported, not guessed around', async () => {
    const script: Script = () => new LlmError('auth', 'no key');
    const thrown = await error(LEASE, types, { script });
    expect(thrown).toBeInstanceOf(ProviderError);
    expect(thrown).toMatchObject({ provider: 'scripted', code: 'LLM_CALL_FAILED' });
  });

  it('a language model that is not there is missed', async () => {
    expect(await error(LEASE, types, { method: 'llm' })).toMatchObject({ code: 'llm_unavailable' });
  });
});

describe('by words', () => {
  const method = 'lexical';

  it('finds the description that shares most with the document', async () => {
    const types = [
      type('bank_statements', [], 'account balance, deposits and withdrawals'),
      type('leases', [], 'contract of a landlord and a tenant'),
    ];
    expect(await nameOf(LEASE, types, { method })).toBe('leases by lexical');
    expect(await nameOf(LEASE, [type('bill'), type('lease')], { method })).toBe('lease by lexical');
  });

  it.each<[string, DocumentType[]]>([
    ['two that fit alike', [type('lease'), type('berth')]],
    ['none that shares a word', [type('bills'), type('invoices')]],
  ])('finds none among %s', async (_name, types) => {
    expect(await error(LEASE, types, { method })).toMatchObject({ code: 'no_matching_type' });
  });
});

describe('by whatever decides', () => {
  const script: Script = () => ({ object: { choice: 2 } });

  it('a fingerprint of which half is there decides, more than of any other', async () => {
    const types = [type('a', [['lease']]), type('b', [['lease', 'x']])];
    expect(await nameOf(LEASE, types, { script })).toBe('a by fingerprints');
    expect(await nameOf(LEASE, [type('a', [['lease', 'x']]), type('b')], { script })).toBe(
      'a by fingerprints',
    );
  });

  it('the model decides where no fingerprint passes, or two do alike', async () => {
    expect(await nameOf(LEASE, [type('a', [['lease', 'x', 'y']]), type('b')], { script })).toBe('b by llm');
    expect(await nameOf(LEASE, [type('a', [['lease']]), type('b', [['berth']])], { script })).toBe(
      'b by llm',
    );
  });

  it('the words decide without a model', async () => {
    expect(await nameOf(LEASE, [type('bill', [['lease', 'x', 'y']]), type('tenant')])).toBe(
      'tenant by lexical',
    );
  });

  it('refuses with what fingerprints did not find', async () => {
    expect(await error(LEASE, [type('bills', [['lease', 'sum', 'due']]), type('invoices')])).toMatchObject({
      code: 'no_matching_type',
      message:
        'The document matches none of the document types bills, invoices. ' +
        'No fingerprint passes: "bills/bills_0": 1 of 3 tests pass (no line matches "sum", no line matches "due"). ' +
        'The words of no description are in it more than those of all others.',
    });
    expect(
      await error(LEASE, [type('a', [['lease']]), type('b', [['berth']])], { method: 'fingerprints' }),
    ).toMatchObject({ message: expect.stringContaining('Fingerprints fit a and b equally well.') });
  });
});
