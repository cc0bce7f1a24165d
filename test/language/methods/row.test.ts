import { afterAll, expect, test } from 'vitest';
import { createExtractor, documentFromLines } from '../../../src/index.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

async function reason(text: string, method: object = {}): Promise<string | undefined> {
  const document = documentFromLines([{ text, left: 1, top: 1 }]);
  const field = { id: 'name', anchor: 'name:', method: { id: 'row', ...method } };
  const config = extractor.defineConfig({ fields: [field] } as never);
  const { trace } = await extractor.extract(document, config, undefined, { trace: true });
  return trace?.['name']?.[0]?.reason;
}

test('a row without lines says that the line of its anchor goes on', async () => {
  expect(await reason('Name: Eric Brown')).toMatch(
    /that line itself goes on with "Eric Brown", which the method "label" takes$/u,
  );
  expect(await reason('Eric Brown, name:', { position: 'left' })).toMatch(/begins with "Eric Brown,"/u);
});

test('a row says nothing of the line of its anchor where only signs are left of it', async () => {
  expect(await reason('Name: ___')).toMatch(/within 0\.08 in$/u);
});
