import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOperations } from '../../../../src/reading/pdf/objects/content-tokens.js';

describe('content streams', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it('come apart into operators and operands', () => {
    const operations = [...readOperations(bytes('/A#42 (x(y)\\)) <0a 1> << /K /V >> 1 -.5 true BDC q'))];
    expect(operations.map(({ operator }) => operator)).toEqual(['BDC', 'q']);
    expect(operations[0]?.operands).toEqual([
      { kind: 'name', value: 'AB' },
      { kind: 'literal', value: 'x(y)\\)' },
      { kind: 'hex', value: '0a 1' },
      { kind: 'dictionary', entries: new Map([['K', { kind: 'name', value: 'V' }]]) },
      null,
      null,
      null,
    ]);
  });

  it('end without an error whatever is in them', () => {
    const syntax = fc.string({ unit: fc.constantFrom(...'()<>[]{}/%\\ \nABIDEjTq109.-'), maxLength: 200 });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), syntax.map(bytes)), (data) => {
        expect([...readOperations(data)].length).toBeLessThanOrEqual(data.length);
      }),
    );
  });

  it('content streams that nest beyond measure end early', () => {
    expect([...readOperations(bytes(`${'['.repeat(100_000)} q`))]).toEqual([]);
  });
});
