import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor, documentFromLines } from '../../src/index.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

describe('label without a value', () => {
  async function reason(left: number, top: number, method: object = {}): Promise<string | undefined> {
    const document = documentFromLines([
      { text: 'FROM', left: 2, top: 1, width: 0.3, height: 0.1 },
      { text: '09/01/21', left, top, width: 0.7, height: 0.1 },
    ]);
    const field = { id: 'from', anchor: 'from', method: { id: 'label', position: 'below', ...method } };
    const config = extractor.defineConfig({ fields: [field] } as never);
    const { trace } = await extractor.extract(document, config, undefined, { trace: true });
    return trace?.['from']?.[0]?.reason;
  }

  it('names the line below that is not aligned, and by how much', async () => {
    expect(await reason(1.79, 1.15)).toBe(
      'no aligned line within 0.2 in below; the left edge of "09/01/21" is 0.21 in from that of the label, and 0.1 in would be aligned',
    );
    expect(await reason(1.79, 1.15, { textAlignment: 'right' })).toContain(
      'the right edge of "09/01/21" is 0.19 in',
    );
  });

  it('names none that lies beside the label or further below', async () => {
    expect(await reason(2.4, 1.15)).toBe('no aligned line within 0.2 in below');
    expect(await reason(1.79, 1.4)).toBe('no aligned line within 0.2 in below');
  });
});
