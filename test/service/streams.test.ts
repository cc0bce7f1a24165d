import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined } from '../../src/foundation/objects/joined.js';
import { chunksOf, limited, readAll, readStart, streamBy, streamOf } from '../../src/service/streams.js';

const tooLarge = () => new RangeError('too large');

/** A stream of some chunks that notes what is asked of it. */
function noted(chunks: readonly Uint8Array[]) {
  const asked = { pulls: 0, cancelled: false };
  const stream = streamBy(
    async () => chunks[asked.pulls++],
    async () => {
      asked.cancelled = true;
    },
  );
  return { stream, asked };
}

const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }));

test('a stream is read whole within its limit, and not beyond', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(60), async (chunks, limit) => {
      const all = joined(chunks);
      const reading = readAll(noted(chunks).stream, limit, tooLarge);
      if (all.length <= limit) expect(await reading).toEqual(all);
      else await expect(reading).rejects.toThrow(RangeError);
    }),
  );
  expect(await readAll(streamOf(new Uint8Array([1, 2])), 2, tooLarge)).toEqual(new Uint8Array([1, 2]));
  expect(await readAll(streamOf(new Uint8Array()), 0, tooLarge)).toEqual(new Uint8Array());
});

test('a stream is read at its start only as far as needed', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(60), async (chunks, length) => {
      const { stream } = noted(chunks);
      expect(await readStart(stream, length)).toEqual(joined(chunks).slice(0, length));
    }),
  );
  const { stream, asked } = noted([new Uint8Array(3), new Uint8Array(3), new Uint8Array(3)]);
  await readStart(stream, 5);
  expect(asked).toEqual({ pulls: 2, cancelled: true });
});

test('a stream is cancelled by who stops, by who is too large, and by who cancels', async () => {
  const chunks = [new Uint8Array(2), new Uint8Array(2), new Uint8Array(2)];
  const stopped = noted(chunks);
  for await (const _ of chunksOf(stopped.stream)) break;
  expect(stopped.asked).toEqual({ pulls: 1, cancelled: true });
  const large = noted(chunks);
  await expect(readAll(large.stream, 3, tooLarge)).rejects.toThrow('too large');
  expect(large.asked).toEqual({ pulls: 2, cancelled: true });
  const left = noted(chunks);
  await limited(left.stream, 9, tooLarge).cancel();
  expect(left.asked).toEqual({ pulls: 0, cancelled: true });
});

test('a stream that fails, fails for its readers', async () => {
  const broken = () => streamBy(async () => Promise.reject(new Error('broken')));
  await expect(readAll(broken(), 9, tooLarge)).rejects.toThrow('broken');
  await expect(readStart(broken(), 9)).rejects.toThrow('broken');
});
