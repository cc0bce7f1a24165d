import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor, documentFromLines } from '../../../src/index.js';

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
      'nothing lines up below "FROM": no aligned line within 0.2 in; the left edge of "09/01/21" is 0.21 in from that of the label, and 0.1 in would be aligned',
    );
    expect(await reason(1.79, 1.15, { textAlignment: 'right' })).toContain(
      'the right edge of "09/01/21" is 0.19 in',
    );
  });

  it('names none that lies beside the label or further below', async () => {
    expect(await reason(2.4, 1.15)).toBe('nothing lines up below "FROM": no aligned line within 0.2 in');
    expect(await reason(1.79, 1.4)).toBe('nothing lines up below "FROM": no aligned line within 0.2 in');
  });
});

describe('label beside', () => {
  const LINES = [
    { text: 'Mailing Address:', left: 1, top: 1, width: 1 },
    { text: '9 Quay Road', left: 2.1, top: 1.02, width: 0.9 },
    { text: 'Hillview AZ 86001', left: 2.1, top: 1.18, width: 1.2 },
    { text: 'Phone:', left: 1, top: 1.18, width: 0.5 },
    { text: 'Agent: M. Reyes', left: 2.1, top: 1.6, width: 1.2 },
  ].map((line) => ({ ...line, height: 0.12 }));

  async function textOf(method: object, lines = LINES, anchor = 'mailing address:') {
    const field = { id: 'a', anchor, method: { id: 'label', position: 'right', ...method } };
    const config = extractor.defineConfig({ fields: [field] } as never);
    const result = await extractor.extract(documentFromLines(lines), config);
    return (result.parsed_document as Record<string, { value: unknown } | null>)['a']?.value ?? null;
  }

  it('takes the adjacent line alone, unless a stop is given', async () => {
    expect(await textOf({})).toBe('9 Quay Road');
    expect(await textOf({ stop: 'first' })).toBe('9 Quay Road');
  });

  it('goes on below the adjacent line up to a gap', async () => {
    expect(await textOf({ stop: 'gap' })).toBe('9 Quay Road Hillview AZ 86001');
    expect(await textOf({ stop: 'gap', includeAnchor: true })).toBe(
      'Mailing Address: 9 Quay Road Hillview AZ 86001',
    );
  });

  it('goes on below the adjacent line up to a line that matches', async () => {
    expect(await textOf({ stop: { type: 'startsWith', text: 'agent' } })).toBe(
      '9 Quay Road Hillview AZ 86001',
    );
    expect(await textOf({ stop: 'hillview' })).toBe('9 Quay Road');
    expect(await textOf({ stop: 'quay' })).toBeNull();
  });

  it('goes on left of the label along the right edge', async () => {
    const left = [
      { text: 'short', left: 0.6, top: 1, width: 0.35, height: 0.12 },
      { text: 'a longer line', left: 0.15, top: 1.16, width: 0.8, height: 0.12 },
      { text: 'off the edge', left: 0.1, top: 1.32, width: 0.6, height: 0.12 },
      { text: 'label', left: 1, top: 1, width: 0.4, height: 0.12 },
    ];
    expect(await textOf({ position: 'left', stop: 'gap' }, left, 'label')).toBe('short a longer line');
  });

  it('label beside is one line where the rest of the own line is taken', async () => {
    const own = [
      { text: 'label: 5', left: 1, top: 1, width: 0.5, height: 0.12 },
      { text: 'below', left: 1.3, top: 1.15, width: 0.4, height: 0.12 },
    ];
    expect(await textOf({ stop: 'gap' }, own, 'label:')).toBe('5');
  });
});
