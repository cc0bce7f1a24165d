/** The guide to notations: what its tables say is read, is read so. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentFromLines, extract } from '../../src/index.js';

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/notations.md', import.meta.url)), 'utf8');

/** Rows of its tables: what is printed, the type as JSON, and the value as the guide shows it. */
const rows = [...guide.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gmu)].map(
  ([, printed = '', type = '', value = '']) => [printed, type, value] as const,
);

/** A value as the guide shows it: a date without its time, an amount with its unit. */
async function shown(printed: string, type: string): Promise<string> {
  const field = {
    id: 'value',
    anchor: { match: { type: 'first' } },
    type: JSON.parse(type),
    method: { id: 'passthrough' },
  };
  const document = documentFromLines([{ text: printed, left: 1, top: 1 }]);
  const { parsed_document } = await extract(document, JSON.stringify({ fields: [field] }));
  const value = parsed_document['value'] as { readonly value: unknown; readonly unit?: string } | null;
  if (value === null) return 'null';
  const text = String(value.value).replace(/T00:00:00\.000Z$/u, '');
  return value.unit === undefined ? text : `${text} ${value.unit}`;
}

it('the guide to notations has rows that are run here', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.length).toBe(guide.match(/^\| `/gmu)?.length);
});

it.each(rows)('a notation is read as the guide says: %s as %s', async (printed, type, value) => {
  expect(await shown(printed, type)).toBe(value);
});
