import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../src/index.js';
import { processorTime } from '../../support/processor-time.js';
import { at, EVERYTHING, run } from './support.js';

const range = fc.record(
  {
    anchor: fc.constantFrom('a', { type: 'regex', pattern: '.+' }, { match: 'a', start: 'b', end: 'c' }),
    stop: fc.constantFrom('b', 'nowhere', [
      { type: 'includes', text: 'c' },
      { type: 'includes', text: 'b', reverse: true },
    ]),
    offsetY: fc.constantFrom(0, -3, 0.3),
    stopOffsetY: fc.constantFrom(0, -0.5, 2),
    tolerance: fc.constantFrom(0, 0.08, 0.3),
  },
  { requiredKeys: ['anchor'] },
);
const lines = fc
  .array(
    fc.record({
      text: fc.constantFrom('a', 'b', 'c', 'd'),
      page: fc.nat(2),
      left: fc.integer({ min: 1, max: 6 }),
      top: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((places) => places.map(({ text, page, left, top }, i) => at(`${text}${i}`, left, top / 4, { page })));

it('share no line, keep the order of the document, and are never empty', async () => {
  await fc.assert(
    fc.asyncProperty(lines, range, fc.boolean(), async (sketches, cut, requireStop) => {
      const required = requireStop && cut.stop !== undefined ? { requireStop } : {};
      const fields = [
        { id: 's', type: 'sections', range: { ...cut, ...required }, fields: [EVERYTHING] },
        { ...EVERYTHING, id: 'whole' },
      ];
      const { values } = await run(sketches, { fields });
      const whole = String(values['whole']).split(' ');
      const sections = (values['s'] as { all: string }[]).map(({ all }) => all.split(' '));
      const taken = sections.flat();
      expect(new Set(taken).size).toBe(taken.length);
      expect(taken).toEqual(whole.filter((text) => taken.includes(text)));
      for (const section of sections) expect(section.length).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});

it('horizontal sections without stop and offsets take all from the first anchor on', async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (sketches) => {
      const fields = [
        { id: 's', type: 'sections', range: { anchor: 'a', tolerance: 0 }, fields: [EVERYTHING] },
        { ...EVERYTHING, id: 'whole' },
      ];
      const { values } = await run(sketches, { fields });
      const whole = String(values['whole']).split(' ');
      const taken = (values['s'] as { all: string }[]).map(({ all }) => all).join(' ');
      const last = taken.split(' ').at(-1);
      if (taken !== '') expect(last).toBe(whole.at(-1));
    }),
    { numRuns: 100 },
  );
});

/** A document of so many records of three lines. */
function records(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const place = { page: Math.floor(i / 15) };
    const top = 0.5 + (i % 15) * 0.6;
    return [
      at(`Order ${i}`, 1, top, place),
      at(`qty ${i}`, 1, top + 0.2, place),
      at('note', 4, top + 0.2, place),
    ];
  }).flat();
}

function fieldsFor(more: object = {}): object[] {
  const label = (id: string, text: string) => ({
    id,
    anchor: text,
    method: { id: 'label', position: 'right' },
  });
  return [
    {
      id: 's',
      type: 'sections',
      range: { anchor: 'order', ...more },
      fields: [
        label('order', 'order'),
        label('qty', 'qty'),
        { id: 'beside', anchor: 'qty', method: { id: 'row' } },
      ],
    },
  ];
}

async function seconds(count: number, fields: object[]): Promise<number> {
  const lines = records(count);
  const begun = processorTime();
  const { values } = await run(lines, { fields });
  expect((values['s'] as unknown[]).length).toBeGreaterThan(0);
  return (processorTime() - begun) / 1000;
}

describe('large groups', () => {
  it('take time in proportion to their sections', async () => {
    await seconds(300, fieldsFor());
    const small = await seconds(1_000, fieldsFor());
    const large = await seconds(4_000, fieldsFor());
    expect(large).toBeLessThan(Math.max(0.5, small * 10));
  });

  it.each<[string, object]>([
    ['a stop that is nowhere', { stop: 'nowhere' }],
    ['a stop that is required', { stop: 'qty', requireStop: true }],
    [
      'a stop that is searched upwards from the end',
      {
        stop: [
          { type: 'includes', text: 'order 9999' },
          { type: 'includes', text: 'qty', reverse: true },
        ],
      },
    ],
    ['a stop as anchor', { stop: { match: 'qty', end: 'nowhere' } }],
    [
      'an external range',
      { externalRange: { anchor: { type: 'includes', text: 'note', reverse: true }, stop: 'order' } },
    ],
  ])('large groups of 10,000 sections are bounded with %s', async (_title, more) => {
    expect(await seconds(10_000, fieldsFor(more))).toBeLessThan(8);
  });

  it('end when the time is up', async () => {
    const limits = { milliseconds: 20 };
    const pending = run(records(10_000), { fields: fieldsFor() }, { limits });
    await expect(pending).rejects.toBeInstanceOf(DocumentError);
  });
});
