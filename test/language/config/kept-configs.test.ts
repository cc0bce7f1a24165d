import { expect, test } from 'vitest';
import { KeptConfigs } from '../../../src/language/config/kept-configs.js';
import { checkedConfig } from '../../../src/language/config/parse.js';
import { createLanguage } from '../../../src/language/config/schema.js';

const TEXT = JSON.stringify({ fields: [{ id: 'a', anchor: 'x', method: { id: 'row' } }] });

test('a text is read once for each language, however it is handed in', () => {
  const [language, other] = [createLanguage(), createLanguage()];
  const config = checkedConfig(TEXT, language);
  expect(checkedConfig(TEXT, language)).toBe(config);
  expect(checkedConfig(TEXT, other)).not.toBe(config);
  expect(checkedConfig(`${TEXT} `, language)).not.toBe(config);
});

test('a text with errors has them each time', () => {
  const language = createLanguage();
  for (let time = 0; time < 2; time++) expect(() => checkedConfig('{ "fields": 1 }', language)).toThrow();
});

test('those asked for longest ago make room, and one beyond all room is not kept', () => {
  const kept = new KeptConfigs();
  const config = checkedConfig(TEXT, createLanguage());
  const [first, second, third, whole] = ['a', 'b', 'c', 'd'].map((letter, at) =>
    letter.repeat(at === 3 ? 1_000_001 : 400_000),
  ) as [string, string, string, string];
  kept.keep(first, config);
  kept.keep(second, config);
  kept.get(first);
  kept.keep(third, config);
  kept.keep(whole, config);
  expect([first, second, third, whole].map((text) => kept.get(text) !== undefined)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
