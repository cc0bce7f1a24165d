/** Deflate with a zlib header (RFC 1950), unpacked up to a bound. */
import { promisify } from 'node:util';
import { constants, inflate, inflateSync } from 'node:zlib';

/** What unpacks to more than was allowed. */
export class TooMuchUnpacked extends Error {
  override readonly name = 'TooMuchUnpacked';
}

const inflateAsync = promisify(inflate);

/**
 * Unpacks, without holding up other work.
 * @param most bytes, at least 1
 * @throws TooMuchUnpacked; else an error where the data is damaged or ends early
 */
export async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await inflateAsync(packed, { maxOutputLength: most });
  } catch (error) {
    throw known(error);
  }
}

/** The same at once. */
export function inflatedNow(packed: Uint8Array, most: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch (error) {
    throw known(error);
  }
}

/** The same, also of data that ends early: what there is of it. */
export function inflatedSoFar(packed: Uint8Array, most: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw known(error);
  }
}

function known(error: unknown): unknown {
  const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  return isTooMuch ? new TooMuchUnpacked('more than was allowed', { cause: error }) : error;
}
