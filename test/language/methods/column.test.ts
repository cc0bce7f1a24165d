import { afterAll, describe, expect, it } from 'vitest';
import { type Config, createExtractor, documentFromLines, type LineSketch } from '../../../src/index.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

const FORM: readonly LineSketch[] = [
  { text: 'Vessel', left: 1, top: 1 },
  { text: 'Aurora', left: 1, top: 1.3 },
  { text: 'of Hull', left: 1, top: 1.6 },
  { text: 'Master', left: 1, top: 2 },
  { text: 'I. Haig', left: 1, top: 2.3 },
];

async function run(lines: readonly LineSketch[], options: object, anchor = 'vessel') {
  const method = { id: 'column', ...options };
  const config = extractor.defineConfig({ fields: [{ id: 'a', anchor, method }] } as unknown as Config);
  const { parsed_document, trace } = await extractor.extract(documentFromLines(lines), config, undefined, {
    trace: true,
  });
  const value = parsed_document['a'] as { readonly value: string } | null;
  return { value: value?.value ?? null, reason: trace?.['a']?.[0]?.reason };
}

describe('the stop of a column', () => {
  it('ends it before the line that matches', async () => {
    expect((await run(FORM, {})).value).toBe('Aurora of Hull Master I. Haig');
    expect((await run(FORM, { stop: { type: 'equals', text: 'master' } })).value).toBe('Aurora of Hull');
    expect((await run(FORM, { stop: 'master', includeAnchor: true })).value).toBe('Vessel Aurora of Hull');
  });

  it('the stop of a column may be in another column, and is the nearest to the anchor', async () => {
    const lines = [
      ...FORM,
      { text: 'Berth', left: 5, top: 2.3 },
      { text: 'Berth', left: 5, top: 1.55 },
      { text: 'Berth', left: 5, top: 1 },
    ];
    expect((await run(lines, { stop: 'berth' })).value).toBe('Aurora');
  });

  it('leaves out what is printed on its row', async () => {
    const lines = [...FORM, { text: 'Berth', left: 5, top: 1.62 }];
    expect((await run(lines, { stop: 'berth' })).value).toBe('Aurora');
  });

  it('gives nothing where it follows the anchor', async () => {
    const { value, reason } = await run(FORM, { stop: 'aurora' });
    expect(value).toBeNull();
    expect(reason).toBe('there is no line between the anchor and the stop "Aurora"');
    expect((await run(FORM, { stop: 'aurora', includeAnchor: true })).value).toBe('Vessel');
  });

  it('the stop of a column does nothing where no line matches', async () => {
    expect((await run(FORM, { stop: 'owner' })).value).toBe('Aurora of Hull Master I. Haig');
    expect((await run(FORM, { stop: { type: 'last' } })).value).toBe('Aurora of Hull Master I. Haig');
  });

  it('the stop of a column is looked for upwards above the anchor', async () => {
    const above = { position: 'above', stop: { type: 'regex', pattern: 'vessel|aurora', flags: 'i' } };
    expect((await run(FORM, above, 'haig')).value).toBe('of Hull Master');
    expect((await run(FORM, { position: 'above', stop: { type: 'first' } }, 'haig')).value).toBeNull();
  });

  it('takes the elements of an array in their order', async () => {
    const stop = [
      { type: 'startsWith', text: 'of' },
      { type: 'regex', pattern: '[a-z]' },
    ];
    expect((await run(FORM, { stop })).value).toBe('Aurora of Hull');
  });
});
