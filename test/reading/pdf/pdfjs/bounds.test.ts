import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../../src/errors.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { InProcessPort, MAX_OPERATORS, type OperatorChunk } from '../../../../src/reading/pdf/pdfjs/port.js';
import { plainRecord } from '../../../../src/reading/pdf/plain-record.js';
import { makePdf } from '../../../support/make-pdf.js';

const SHOW_TEXT = 44;

function chunk(length: number, lastChunk: boolean, operator = 1): OperatorChunk {
  return { fnArray: Array(length).fill(operator), argsArray: Array(length).fill(null), length, lastChunk };
}

describe('the port', () => {
  const received = (port: InProcessPort) => {
    const chunks: OperatorChunk[] = [];
    port.addEventListener('message', ({ data }) => chunks.push((data as { chunk: OperatorChunk }).chunk));
    return chunks;
  };
  const delivered = () => new Promise((resolve) => setImmediate(resolve));

  it('stops a page at its budget of operators, and lets its last ones through', async () => {
    const port = new InProcessPort(SHOW_TEXT);
    const chunks = received(port);
    port.postMessage({ chunk: chunk(MAX_OPERATORS, false) });
    expect(() => port.postMessage({ chunk: chunk(1000, false) })).toThrow(RangeError);
    port.postMessage({ chunk: chunk(1001, true) });
    // Other work has its turn between them, where they take long.
    await expect.poll(() => chunks.map(({ fnArray }) => fnArray.length)).toEqual([MAX_OPERATORS, 1001]);
    port.beginPage();
    expect(() => port.postMessage({ chunk: chunk(1000, false) })).not.toThrow();
  });

  it('leaves text out of the pages that are to have none', async () => {
    const port = new InProcessPort(SHOW_TEXT);
    const chunks = received(port);
    const page = { fnArray: [1, SHOW_TEXT, 2], argsArray: ['a', 'b', 'c'], length: 3, lastChunk: true };
    for (const withoutText of [true, false]) {
      port.beginPage(withoutText);
      port.postMessage({ chunk: page });
    }
    await delivered();
    const bare = { fnArray: [1, 2], argsArray: ['a', 'c'], length: 2, lastChunk: true };
    expect(chunks).toEqual([bare, page]);
  });
});

it('hostile files with any bytes changed end in content or a typed error', async () => {
  const good = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET 0 0 9 9 re f' });
  const change = fc.tuple(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bytes = good.slice();
      for (const [at, value] of changes) bytes[at] = value;
      try {
        const file = await pdfjs().open(bytes, {});
        try {
          const page = await file.page(0);
          await page.content();
          await page.images();
          await file.formFields();
          await file.metadata();
        } finally {
          await file.close();
        }
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentError);
      }
    }),
    { numRuns: 60 },
  );
});

describe('plain records', () => {
  it('hold no instances, functions or names that reach a prototype', () => {
    const hostile = JSON.parse(
      '{"a": {"__proto__": {"polluted": true}, "b": [1, "x", null]}, "constructor": 1}',
    ) as object;
    const record = plainRecord([
      ...Object.entries(hostile),
      ['date', new Date(0)],
      ['call', () => 1],
      ['n', Number.NaN],
    ]);
    expect(record).toEqual({ a: { b: [1, 'x'] } });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('end at a depth and a number of members', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100; level++) deep = { deep };
    expect(JSON.stringify(plainRecord([['deep', deep]]))).not.toContain('end');
    const many = Array.from({ length: 10_000 }, (_, index): [string, unknown] => [`m${index}`, index]);
    expect(Object.keys(plainRecord(many)).length).toBeLessThan(1000);
  });
});
