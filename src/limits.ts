/** Bounds on what one document may cost. Documents come from strangers, so every bound is always on. */
import { DocumentError } from './errors.js';

export interface Limits {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Pages of the file. */
  readonly pages: number;
  /** Time for one document, in milliseconds of the clock that is handed in. */
  readonly milliseconds: number;
  /** Characters shown on one page. */
  readonly charactersPerPage: number;
  /** Lines of text in the whole document. */
  readonly lines: number;
  /** Bytes of drawn pages and vector paths that a document keeps for reuse. */
  readonly cacheBytes: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Sane for a service with 512 MB: the largest real forms have 20,000 characters on a page, and a line
 * of a few words costs about 1.3 kB, so that a page of 180 lines costs 0.24 MB.
 */
export const DEFAULT_LIMITS: Limits = {
  bytes: 100 * MEBIBYTE,
  pages: 5_000,
  milliseconds: 300_000,
  charactersPerPage: 200_000,
  lines: 300_000,
  cacheBytes: 128 * MEBIBYTE,
};

/**
 * The default limits with some replaced.
 * @throws RangeError for an unknown name, or a value that is not a positive whole number (a limit can be
 * raised, but neither 0 nor Infinity takes it away)
 */
export function resolveLimits(changes: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (!isLimitName(name)) throw new RangeError(`There is no limit called ${JSON.stringify(name)}.`);
    if (!Number.isSafeInteger(value) || value <= 0) {
      throw new RangeError(`The limit ${name} must be a positive whole number, not ${String(value)}.`);
    }
    limits[name] = value;
  }
  return limits;
}

function isLimitName(name: string): name is keyof Limits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}

const WHAT_IS_LIMITED = {
  bytes: 'bytes',
  pages: 'pages',
  charactersPerPage: 'characters on a page',
  lines: 'lines of text',
} as const;

/**
 * The error about a document that exceeds a limit: `too_many_pages` for pages, else `too_large`.
 * @param page zero-based page where it was noticed
 */
export function limitError(name: keyof typeof WHAT_IS_LIMITED, limits: Limits, page?: number): DocumentError {
  return new DocumentError(
    name === 'pages' ? 'too_many_pages' : 'too_large',
    `The document has more than ${limits[name]} ${WHAT_IS_LIMITED[name]}; raise the limit "${name}" or split the document.`,
    { page },
  );
}
