/** Values that the grammar takes though they do little: validation says what they do, and the config runs. */
import { expect, it } from 'vitest';
import { documentFromLines, extract, validateConfig } from '../../src/index.js';

const row = (more: object, type?: unknown) => ({
  fields: [{ id: 'x', anchor: 'due', method: { id: 'row', ...more }, ...(type !== undefined && { type }) }],
});

it.each<[string, object, string, unknown, string]>([
  [
    'a fraction in a tiebreaker',
    row({ tiebreaker: 1.5 }),
    'fields.0.method.tiebreaker',
    '5',
    'is taken as 1',
  ],
  [
    'a date format without a year',
    row({}, { id: 'date', format: '%b %d' }),
    'fields.0.type.format',
    null,
    'guess',
  ],
  [
    'a type that is no filter',
    row({ typeFilters: ['string'] }),
    'fields.0.method.typeFilters.0',
    null,
    'no filter',
  ],
  [
    'a fraction of times',
    {
      fields: [
        {
          id: 'x',
          anchor: { match: [{ type: 'repeat', times: 1.5, match: { type: 'includes', text: 'due' } }] },
          method: { id: 'row', tiebreaker: 'first' },
        },
      ],
    },
    'fields.0.anchor.match.0.times',
    'May',
    'is taken as 1',
  ],
])('%s', async (_, config, path, value, message) => {
  const issues = validateConfig(config);
  expect(issues.map(({ severity, path }) => [severity, path.join('.')])).toEqual([['warning', path]]);
  expect(issues[0]!.message).toContain(message);
  const document = documentFromLines([
    { text: 'Due', left: 1, top: 1 },
    { text: 'May', left: 3, top: 1 },
    { text: '5', left: 4, top: 1 },
  ]);
  const { parsed_document, trace } = await extract(document, JSON.stringify(config), undefined, {
    trace: true,
  });
  expect((parsed_document['x'] as { value?: unknown } | null)?.value ?? null).toBe(value);
  if (path.endsWith('format')) expect(trace?.['x']?.[0]?.reason).toContain('the year would be a guess');
});
