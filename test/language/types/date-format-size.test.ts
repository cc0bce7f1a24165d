/** Formats of dates too long to be translated, which takes seconds for one of megabytes. */
import { expect, test } from 'vitest';
import { validateConfig } from '../../../src/index.js';

function issuesOf(format: string) {
  const type = { id: 'date', format };
  const field = { id: 'due', anchor: 'Due', type, method: { id: 'label', position: 'right' } };
  return validateConfig({ fields: [field] }).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test.each([10_001, 900_000])('a format of %i characters is refused before it is translated', (length) => {
  expect(issuesOf('x'.repeat(length))).toEqual([
    expect.stringMatching(
      new RegExp(`^fields\\.0\\.type\\.format: .*has ${length} characters; a pattern may have 10000`, 'u'),
    ),
  ]);
});

test('a long format within the limit is translated', () => {
  expect(issuesOf(`${'x'.repeat(9_900)}%Y`).filter((issue) => issue.includes('characters'))).toEqual([]);
});
