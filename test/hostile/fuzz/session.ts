/** Runs the inputs of the fuzzer behind the wall, and says what did not end as it should. */
import type { Config, ExtractionResult, Extractor } from '../../../src/index.js';
import { type FuzzInput, fuzzInput } from './inputs.js';

/** The public API of the library. */
type Library = typeof import('../../../src/index.js');

export interface FuzzOptions {
  readonly seed: number;
  /** Number of the first input. */
  readonly from: number;
  readonly inputs: number;
  readonly workers: number;
  /** The limit of time of an input, in milliseconds. */
  readonly milliseconds: number;
  /** Inputs of this family only. */
  readonly family?: string | undefined;
}

/** How an input ended. */
export interface FuzzEnd {
  readonly number: number;
  readonly family: string;
  /** `result`, or the code of a typed error; `untyped`, `unexpected` and `hang` for what must not be. */
  readonly kind: string;
  readonly message?: string;
  readonly milliseconds: number;
}

/** What is used by this process at some moment. */
export interface Usage {
  readonly done: number;
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
  /** Timers, pipes, processes: whatever could keep the process alive. */
  readonly handles: number;
}

/** Heap of a worker, in MiB. */
const HEAP_MEGABYTES = 512;

/**
 * Time after which nothing can be still on its way, in milliseconds beyond the limit: on a busy machine a worker
 * takes long to start.
 */
const HANG_MS = 180_000;

/** Ends that show a fault: of the library, or of native code under it. */
const FAULTS: ReadonlySet<string> = new Set([
  'untyped',
  'unexpected',
  'hang',
  'crashed',
  'closed',
  'unavailable',
]);

/** Whether an end is one of those that must not be. */
export function isFault({ kind }: FuzzEnd): boolean {
  return FAULTS.has(kind);
}

/**
 * Runs some inputs, as many at the same time as there are workers.
 * @param library from its sources, or as it is built
 * @param told of each end as it comes
 * @param used called with the usage at the start, at each twentieth of the way and at the end, when all is closed
 */
export async function fuzz(
  library: Library,
  options: FuzzOptions,
  told: (end: FuzzEnd) => void,
  used: (usage: Usage) => void = () => undefined,
): Promise<void> {
  const { seed, from, inputs, workers, milliseconds, family } = options;
  const extractor = library.createExtractor({
    workers: { count: workers, heapMegabytes: HEAP_MEGABYTES },
    limits: { milliseconds },
  });
  const step = Math.max(1, Math.ceil(inputs / 20));
  let next = from;
  let done = 0;
  const work = async () => {
    while (next < from + inputs) {
      const number = next++;
      told({ number, ...(await endOf(library, extractor, fuzzInput(seed, number, family), milliseconds)) });
      if (++done % step === 0) used(usage(done));
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } catch (error) {
    // Nothing more is run in an extractor that is closed.
    next = from + inputs;
    throw error;
  } finally {
    await extractor.close();
  }
  used(usage(done));
}

async function endOf(
  library: Library,
  extractor: Extractor,
  { family, document, config, options }: FuzzInput,
  limit: number,
): Promise<Omit<FuzzEnd, 'number'>> {
  const begun = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<'hang'>((resolve) => {
    timer = setTimeout(() => resolve('hang'), limit + HANG_MS);
  });
  const ended = (kind: string, message?: string) => ({
    family,
    kind,
    milliseconds: performance.now() - begun,
    ...(message !== undefined && { message }),
  });
  try {
    const result = await Promise.race([
      extractor.extract(document, config as Config, undefined, options),
      hang,
    ]);
    if (result === 'hang') return ended('hang');
    const unexpected = unexpectedIn(result);
    return unexpected === undefined ? ended('result') : ended('unexpected', unexpected);
  } catch (error) {
    const message = error instanceof Error ? `${error.message} ${causeOf(error)}` : String(error);
    if (!isTyped(library, error)) return ended('untyped', message);
    return ended(String((error as { code?: unknown }).code), message);
  } finally {
    clearTimeout(timer);
  }
}

function isTyped(library: Library, error: unknown): boolean {
  const { DocumentError, ConfigError, ExtraDataError, ProviderError, ClassificationError } = library;
  return [DocumentError, ConfigError, ExtraDataError, ProviderError, ClassificationError].some(
    (type) => error instanceof type,
  );
}

/** What an extraction reports of faults that cost a field its value. */
function unexpectedIn({ errors }: ExtractionResult): string | undefined {
  const fault = errors.find(({ type }) => type === 'unexpected');
  return fault && `${JSON.stringify(fault)} ${causeOf(fault)}`;
}

function causeOf({ cause }: { readonly cause?: unknown }): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? String(cause.stack ?? cause.message) : String(cause);
}

function usage(done: number): Usage {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    done,
    heapMegabytes: Math.round(heapUsed / 1e5) / 10,
    residentMegabytes: Math.round(rss / 1e6),
    handles: process.getActiveResourcesInfo().length,
  };
}
