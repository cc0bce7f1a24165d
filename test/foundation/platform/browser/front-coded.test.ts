import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frontCoded, frontDecoded } from '../../../../src/foundation/platform/browser/front-coded.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (coded: Uint8Array) => new TextDecoder().decode(coded);

test('front-coded lists are what they were, in any order and with any end', () => {
  const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('anchor', 'anchors', 'x'.repeat(400)));
  fc.assert(
    fc.property(fc.array(word), fc.boolean(), (words, isEnded) => {
      const list = words.join('\n') + (isEnded ? '\n' : '');
      expect(text(frontDecoded(frontCoded(bytes(list))))).toBe(list);
    }),
  );
});

test('a line leaves out what it shares with the one before', () => {
  expect([...frontCoded(bytes('anchor\nanchors\n'))]).toEqual([
    0x20,
    ...bytes('anchor\n'),
    0x26,
    ...bytes('s\n'),
  ]);
});
