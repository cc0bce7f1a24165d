import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import wordsPath from 'word-list';
import { englishWords } from '../../../src/foundation/text/english-words.js';
import { PackedWords } from '../../../src/foundation/text/packed-words.js';

const packed = (words: readonly string[]) => new PackedWords(Buffer.from(words.join('\n')));

it('packed words have the members of a set of them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'z', "'"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.array(word), (members, others) => {
      const words = packed(members);
      const set = new Set(members);
      for (const each of [...members, ...others]) expect(words.has(each)).toBe(set.has(each));
    }),
  );
});

it('packed words have neither beginnings, nor ends, nor what is on two lines', () => {
  const words = packed(['form', 'fill', 'in']);
  for (const other of ['', 'for', 'orm', 'form\nfill', 'forms', 'in\n', 'în', 'fœrm'])
    expect(words.has(other)).toBe(false);
  expect(new PackedWords(Buffer.from('')).has('form')).toBe(false);
  expect(new PackedWords(Buffer.from('form\n')).has('form')).toBe(true);
});

it('packed words are the whole list of English', async () => {
  const words = await englishWords();
  const all = readFileSync(wordsPath, 'utf8').split('\n');
  expect(all.length).toBeGreaterThan(250_000);
  expect(all.every((word) => words.has(word))).toBe(true);
  expect(all.some((word) => words.has(`${word}-`) || words.has(word.toUpperCase()))).toBe(false);
});
