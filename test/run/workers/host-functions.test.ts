/** Questions of workers: what becomes of answers that cannot be sent, and of errors that cannot be read. */
import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { HostFunctions, OpenQuestions } from '../../../src/run/workers/host-functions.js';
import type { ToWorker } from '../../../src/run/workers/protocol.js';

/** What a worker is sent when it asks a function. */
async function answersOf(work: () => unknown): Promise<readonly ToWorker[]> {
  const sent: ToWorker[] = [];
  const functions = new HostFunctions();
  const { hostFunction: host } = functions.add(work, true);
  const questions = new OpenQuestions(functions, async (message) => {
    serialize(message);
    sent.push(message);
  });
  const args = { value: [], orders: [], texts: [], causes: [] };
  await questions.ask({ type: 'ask', id: 7, host, args });
  return sent;
}

test('an answer is sent once', async () => {
  expect(await answersOf(async () => 'yes')).toMatchObject([
    { type: 'answer', id: 7, value: { value: 'yes' } },
  ]);
});

test('an answer that cannot be sent is refused, so that nobody waits for it', async () => {
  const [refusal, ...others] = await answersOf(async () => ({ text: 'yes', log() {} }));
  expect(others).toEqual([]);
  expect(refusal).toMatchObject({
    type: 'refusal',
    id: 7,
    error: { message: expect.stringMatching(/could not be cloned/u) },
  });
});

test.each<[string, () => unknown]>([
  ['has no text', () => Object.create(null)],
  [
    'throws when it is read',
    () => {
      const error = new Error('hidden');
      Object.defineProperty(error, 'code', {
        get() {
          throw new Error('no');
        },
      });
      return error;
    },
  ],
])('an error that %s is refused with words of its own', async (_what, thrown) => {
  const sent = await answersOf(async () => {
    throw thrown();
  });
  expect(sent).toEqual([
    { type: 'refusal', id: 7, error: { message: 'an error that cannot be read', members: {} } },
  ]);
});
