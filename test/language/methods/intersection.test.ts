import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor, documentFromLines } from '../../../src/index.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

describe('intersection without a value', () => {
  async function reason(left: number, top = 2): Promise<string | undefined> {
    const document = documentFromLines([
      { text: 'Incurred', left: 8, top: 1, width: 0.5, height: 0.1 },
      { text: 'Medical', left: 6, top: 2, width: 0.4, height: 0.1 },
      { text: '$50', left, top, width: 0.2, height: 0.1 },
    ]);
    const field = { id: 'a', anchor: 'medical', method: { id: 'intersection', verticalAnchor: 'incurred' } };
    const config = extractor.defineConfig({ fields: [field] } as never);
    const { trace } = await extractor.extract(document, config, undefined, { trace: true });
    return trace?.['a']?.[0]?.reason;
  }

  it('names the line of the row that nearly is there', async () => {
    expect(await reason(8.4)).toBe(
      'no line at the crossing; the nearest of the row, "$50", is 0.15 in to the right of it',
    );
    expect(await reason(7.9)).toMatch(/"\$50", is 0\.15 in to the left of it$/u);
  });

  it('names none of another row, or further away', async () => {
    expect(await reason(8.4, 2.3)).toBe('no line at the crossing');
    expect(await reason(9)).toBe('no line at the crossing');
    expect(await reason(7)).toBe('no line at the crossing');
  });
});
