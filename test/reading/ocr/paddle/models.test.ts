import { describe, expect, it } from 'vitest';
import { alphabetAndWords } from '../../../../src/reading/ocr/paddle/models.js';

const none = new Uint8Array();
const files = { detection: none, recognition: none, dictionary: new TextEncoder().encode('a\nb\n') };

describe('the text of models', () => {
  it('the characters of the dictionary come with English words, or none', async () => {
    const english = await alphabetAndWords({ files, script: 'latin', words: 'english' });
    expect(english.alphabet.characters).toEqual(['', 'a', 'b', ' ']);
    expect(english.words.has('amount')).toBe(true);
    const { words } = await alphabetAndWords({ files, script: 'latin', words: 'none' });
    expect(words.has('amount')).toBe(false);
  });
});
