import { afterEach, describe, expect, test, vi } from 'vitest';
import { extract } from '../src/index.js';
import { Turns } from '../src/interrupt.js';

describe('turns', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('let other work of the process have its turn when they have had 40 ms, and then begin anew', async () => {
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

test('a search for an anchor whose pattern takes long on each of its lines hears an abort', async () => {
  const document = Buffer.from(`${'a'.repeat(40)}!\n`.repeat(2_000));
  const match = { type: 'regex', pattern: '(a|aa)+$' };
  const config = { fields: [{ id: 'a', anchor: { match }, method: { id: 'passthrough' } }] };
  const aborter = new AbortController();
  setTimeout(() => aborter.abort(), 100);
  const run = extract(document, config as never, undefined, { filename: 'a.txt', signal: aborter.signal });
  // Without a turn the search uses up its 10 s, and gives a result before anybody can abort it.
  await expect(run).rejects.toMatchObject({ code: 'aborted' });
}, 60_000);

describe('slow patterns that are searched without a turn', () => {
  const slow = { type: 'regex', pattern: '(a|aa)+$' };
  const field = { id: 'a', anchor: 'begin', method: { id: 'passthrough' } };
  test.each([
    ['of a method', { fields: [{ ...field, method: { id: 'regex', pattern: slow.pattern } }] }],
    [
      'of a range',
      { fields: [{ id: 's', type: 'sections', range: { anchor: { match: slow } }, fields: [] }] },
    ],
    ['of a preprocessor', { preprocessors: [{ type: 'removePage', match: slow }], fields: [field] }],
  ])('%s give up their turn', async (_, config) => {
    const lines = Array.from({ length: 200 }, (_line, index) => `${'a'.repeat(40)}${index}`);
    const document = Buffer.from(['begin', ...lines].join('\n'));
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    });
    const limits = { patternTotalMilliseconds: 800 };
    const { errors } = await extract(document, config as never, undefined, { filename: 'a.txt', limits });
    clearInterval(ticking);
    expect(errors).toContainEqual(expect.objectContaining({ code: 'regex_timeout' }));
    expect(turns).toBeGreaterThan(2);
  });
});
