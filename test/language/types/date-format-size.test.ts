/** Formats of dates too long to be translated, which takes seconds. */
import { expect, test, vi } from 'vitest';
import { validateConfig } from '../../../src/index.js';

const translated = vi.hoisted(() => ({ characters: 0 }));

vi.mock(import('../../../src/language/types/date-format.js'), async (original) => {
  const module = await original();
  return {
    ...module,
    datePattern: (format, language) => {
      translated.characters += format.length;
      return module.datePattern(format, language);
    },
  };
});

function issuesOf(format: string) {
  translated.characters = 0;
  const type = { id: 'date', format };
  const field = { id: 'due', anchor: 'Due', type, method: { id: 'label', position: 'right' } };
  return validateConfig({ fields: [field] }).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('a format that is too long is refused before it is translated', () => {
  expect(issuesOf('x'.repeat(10_001))).toEqual([
    expect.stringMatching(/^fields\.0\.type\.format: .*has 10001 characters; a pattern may have 10000/u),
  ]);
  expect(translated.characters).toBe(0);
});

test('a long format within the limit is translated', () => {
  expect(issuesOf(`${'x'.repeat(9_900)}%Y`).filter((issue) => issue.includes('characters'))).toEqual([]);
  expect(translated.characters).toBeGreaterThan(0);
});
