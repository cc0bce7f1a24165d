import { describe, expect, it } from 'vitest';
import { createExtractor, documentFromLines } from '../../../src/index.js';
import { sampleWarnings } from '../../../src/tools/authoring/sample-lint.js';

const extractor = createExtractor();

/** Warnings about fields, as `path code`, on samples of a line each. */
async function warnings(fields: readonly object[], ...samples: (readonly string[])[]): Promise<string[]> {
  const config = extractor.defineConfig({ fields, verbosity: 3 } as never);
  const results = [];
  for (const [i, texts] of samples.entries()) {
    const document = documentFromLines(texts.map((text, row) => ({ text, left: 1, top: 1 + row / 4 })));
    const result = await extractor.extract(document, config, undefined, { trace: true });
    results.push({ name: `sample ${i}`, result });
  }
  return sampleWarnings(config, results).map(({ path, code }) => `${path} ${code}`);
}

const field = (anchor: unknown, id = 'a') => ({ id, anchor, method: { id: 'passthrough' } });

describe('sampleWarnings', () => {
  it('reports anchors that match on no sample', async () => {
    expect(await warnings([field('tax')], ['Total'], ['Sum'])).toEqual(['fields[0] anchor_without_match']);
    expect(await warnings([field('tax')], ['Total'], ['Tax'])).toEqual([]);
  });

  it('reports captions with text behind them in their line that "row" passes over', async () => {
    const row = (anchor: string, method: object = {}) => ({
      id: 'a',
      anchor,
      method: { id: 'row', ...method },
    });
    const found = ['fields[0] text_beside_anchor'];
    expect(await warnings([row('name:')], ['Name: Eric Brown'])).toEqual(found);
    expect(await warnings([row('name')], ['Name'], ['Name: Eric Brown'])).toEqual(found);
    expect(await warnings([row('name')], ['Name'], ['Name of the owner'])).toEqual([]);
    expect(await warnings([row('name', { position: 'left' })], ['Name: Eric Brown'])).toEqual([]);
  });

  it('sampleWarnings does not speak of a field that never ran', async () => {
    expect(await warnings([field('total'), field('no such thing')], ['Total'])).toEqual([]);
  });

  it('reports a text that was found in another word, where it is alone as well', async () => {
    const lines = ['Subtotal', 'Total'];
    expect(await warnings([field('total')], lines)).toEqual(['fields[0] anchor_in_word']);
    expect(await warnings([field({ match: { type: 'includes', text: 'total' } })], lines)).toEqual([
      'fields[0] anchor_in_word',
    ]);
    expect(await warnings([field({ match: { type: 'startsWith', text: 'total' } })], lines)).toEqual([]);
    expect(await warnings([field('total')], ['Subtotal'])).toEqual([]);
    expect(await warnings([field('total')], ['Grand total', 'Total'])).toEqual([]);
  });

  it('shows the line that is nothing but the text, and the matcher that finds it', async () => {
    const message = async (...texts: readonly string[]) => {
      const config = extractor.defineConfig({ fields: [field('days')], verbosity: 3 } as never);
      const document = documentFromLines(texts.map((text, row) => ({ text, left: 1, top: 1 + row / 4 })));
      const result = await extractor.extract(document, config, undefined, { trace: true });
      return sampleWarnings(config, [{ name: 'a.pdf', result }])[0]?.message;
    };
    const equals = await message('except holidays', 'nineteen days after', 'Days 4', 'DAYS');
    expect(equals).toContain('though "DAYS" has it');
    expect(equals).toContain('{"match": {"type": "equals", "text": "days"}}');
    const starts = await message('except holidays', 'nineteen days after', 'Days 4');
    expect(starts).toContain('{"match": {"type": "startsWith", "text": "days"}}');
    expect(await message('except holidays', 'nineteen days after')).toMatch(/name more of the line$/u);
  });

  it('reports a field without a value on any sample where another member would read the text', async () => {
    const weights = { ...field({ match: { type: 'first' } }, 'weight'), type: 'weight' };
    expect(await warnings([weights], ['Net 70,5 kg'], ['Net 1,5 kg'])).toEqual(['fields[0] text_not_read']);
    expect(await warnings([weights], ['Net 70,5 kg'], ['Net 70.5 kg'])).toEqual([]);
    expect(await warnings([weights], ['Net weight'])).toEqual([]);
  });

  it('reports a value that was read without its sign, on the first sample that has one', async () => {
    const fees = { ...field({ match: { type: 'first' } }, 'fees'), type: 'number' };
    const texts = [['Fees 12'], ['Fees (1,722)'], ['Fees (9)']];
    expect(await warnings([fees], ...texts)).toEqual(['fields[0] sign_ignored']);
    expect(await warnings([fees], ['Fees -12'])).toEqual([]);
    const config = extractor.defineConfig({ fields: [fees], verbosity: 3 } as never);
    const document = documentFromLines([{ text: 'Fees (1,722)', left: 1, top: 1 }]);
    const result = await extractor.extract(document, config, undefined, { trace: true });
    expect(sampleWarnings(config, [{ name: 'a.pdf', result }])).toMatchObject([
      { message: expect.stringMatching(/1722.*accountingNegative.* \(a\.pdf\)$/u) },
    ]);
  });
});
