import { afterEach, describe, expect, test, vi } from 'vitest';
import { Turns } from '../../../src/foundation/async/interrupt.js';
import { extract } from '../../../src/index.js';

describe('turns', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('let other work of the process have its turn when they have had 40 ms, and then begin again', async () => {
    let now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const turns = new Turns({});
    /** Whether other work has its turn at a moment. */
    const isHeardAt = async (moment: number) => {
      now = moment;
      let isHeard = false;
      const other = setImmediate(() => {
        isHeard = true;
      });
      await turns.next();
      clearImmediate(other);
      return isHeard;
    };
    const heard: boolean[] = [];
    for (const moment of [1_000, 1_039, 1_040, 1_079, 1_080]) heard.push(await isHeardAt(moment));
    expect(heard).toEqual([false, false, true, false, true]);
  });

  test('end with the time, and with an abort', async () => {
    await expect(new Turns({ deadline: { at: 1, now: () => 2 } }).next()).rejects.toMatchObject({
      code: 'timed_out',
    });
    await expect(new Turns({ signal: AbortSignal.abort() }).next()).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('a field with thousands of anchors', () => {
  const document = Buffer.from(`${'word\n'.repeat(20_000)}`);
  const method = { id: 'table', columns: [{ id: 'one', terms: ['one'] }] };
  const config = { fields: [{ id: 'table', anchor: 'word', type: 'table', method }] };

  test('ends when the time is over', async () => {
    const limits = { milliseconds: 500 };
    const run = extract(document, config as never, undefined, { filename: 'a.txt', limits });
    await expect(run).rejects.toMatchObject({ code: 'timed_out' });
  });

  test('hears an abort', async () => {
    const aborter = new AbortController();
    setTimeout(() => aborter.abort(), 500);
    const run = extract(document, config as never, undefined, { filename: 'a.txt', signal: aborter.signal });
    await expect(run).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('slow patterns, whose searches nothing interrupts in this process', () => {
  const slow = { type: 'regex', pattern: '(a|aa)+$' };
  const field = { id: 'a', anchor: 'begin', method: { id: 'passthrough' } };
  const lines = Array.from({ length: 2_000 }, (_line, index) => `${'a'.repeat(40)}${index}`);
  const document = Buffer.from(['begin', ...lines].join('\n'));
  const configs: [string, object][] = [
    ['of an anchor', { fields: [{ ...field, anchor: { match: slow } }] }],
    ['of a method', { fields: [{ ...field, method: { id: 'regex', pattern: slow.pattern } }] }],
    [
      'of a range',
      { fields: [{ id: 's', type: 'sections', range: { anchor: { match: slow } }, fields: [] }] },
    ],
    ['of a preprocessor', { preprocessors: [{ type: 'removePage', match: slow }], fields: [field] }],
  ];

  test.each(configs)('searches of slow patterns end when the time is over: %s', async (_, config) => {
    const limits = { milliseconds: 400 };
    const run = extract(document, config as never, undefined, { filename: 'a.txt', limits });
    await expect(run).rejects.toMatchObject({ code: 'timed_out' });
  });

  test.each(configs)(
    'searches of slow patterns end with their own time, after which an abort is heard: %s',
    async (_, config) => {
      const limits = { patternTotalMilliseconds: 400 };
      const { errors } = await extract(document, config as never, undefined, { filename: 'a.txt', limits });
      expect(errors).toContainEqual(expect.objectContaining({ code: 'regex_timeout' }));
      const aborter = new AbortController();
      setTimeout(() => aborter.abort());
      const { signal } = aborter;
      const run = extract(document, config as never, undefined, { filename: 'a.txt', limits, signal });
      await expect(run).rejects.toMatchObject({ code: 'aborted' });
    },
  );
});
