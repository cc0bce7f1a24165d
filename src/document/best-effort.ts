import { isInterruption } from './interrupt.js';

/**
 * What `make` gives, or a replacement where it fails: for parts of a page that its text can do without. The end
 * of a run (time is up, the caller gave up) is no such failure.
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function orElse<T>(make: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (isInterruption(error)) throw error;
    return otherwise;
  }
}
