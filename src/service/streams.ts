/** Streams of bytes that are read with bounds. Web standards only. */
import { joined } from '../foundation/objects/joined.js';

export type ByteStream = ReadableStream<Uint8Array>;

/** A stream that gives some bytes at once. */
export function streamOf(bytes: Uint8Array): ByteStream {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * A stream of what a function gives, one chunk a call, until it gives undefined. Nothing is asked for before it is
 * read.
 * @param cancel is called when nobody reads on
 */
export function streamBy(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => Promise<void> = async () => {},
): ByteStream {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

/** The chunks of a stream, one after another. Whoever stops early cancels the stream. */
export async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Does nothing to a stream that has ended or failed.
    await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/**
 * The same stream, which fails and cancels its source where a chunk is refused.
 * @param see is called with each chunk; what it throws is how the stream fails
 */
export function watched(stream: ByteStream, see: (chunk: Uint8Array) => void): ByteStream {
  const reader = stream.getReader();
  return streamBy(
    async () => {
      const { value } = await reader.read();
      try {
        if (value) see(value);
      } catch (error) {
        await reader.cancel().catch(() => undefined);
        throw error;
      }
      return value;
    },
    (reason) => reader.cancel(reason),
  );
}

/**
 * The same stream, which fails and cancels its source once it has given more bytes than allowed.
 * @param tooLarge makes the error
 */
export function limited(stream: ByteStream, maxBytes: number, tooLarge: () => Error): ByteStream {
  let size = 0;
  return watched(stream, ({ length }) => {
    size += length;
    if (size > maxBytes) throw tooLarge();
  });
}

/** All bytes of a stream, up to a size. @param tooLarge makes the error that is thrown beyond it */
export async function readAll(
  stream: ByteStream,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(limited(stream, maxBytes, tooLarge));
}

/** All bytes of a stream that is bounded already. */
export async function bytesOf(stream: ByteStream): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(stream)) chunks.push(chunk);
  return joined(chunks);
}

/** The first bytes of a stream, at least so many where it has them, and the stream as if nothing were read of it. */
export async function peeked(
  stream: ByteStream,
  bytes: number,
): Promise<{ readonly start: Uint8Array<ArrayBuffer>; readonly all: ByteStream }> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < bytes; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const start = joined(chunks);
  let first: Uint8Array | undefined = start.length > 0 ? start : undefined;
  const next = async () => {
    const chunk = first ?? (await reader.read()).value;
    first = undefined;
    return chunk;
  };
  return { start, all: streamBy(next, (reason) => reader.cancel(reason)) };
}

/** The first bytes of a stream; the rest is cancelled. */
export async function readStart(stream: ByteStream, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let missing = bytes;
  for await (const chunk of chunksOf(stream)) {
    chunks.push(chunk.subarray(0, missing));
    missing -= Math.min(missing, chunk.length);
    if (missing === 0) break;
  }
  return joined(chunks);
}
