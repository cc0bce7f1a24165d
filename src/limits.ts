/** Bounds on what one document may cost. Documents come from strangers, so every bound is always on. */
import { DocumentError } from './errors.js';

/** Units of bytes and milliseconds, which all numbers of the library are in. */
export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What one document may cost. `DEFAULT_LIMITS` has the default of each. */
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
  /** Non-empty cells of a spreadsheet; they do not count as lines. */
  readonly cells: number;
  /** Characters of one cell of a spreadsheet. */
  readonly charactersPerCell: number;
  /** Bytes of markup that an office file unpacks to. */
  readonly uncompressedBytes: number;
  /** Files in the archive that an office file is. */
  readonly archiveEntries: number;
  /** Pixels of one picture: an image file, or a frame of it. */
  readonly pixels: number;
  /** Pages of an image file, each of which is decoded before any is read. */
  readonly frames: number;
  /** Pixels of all pages of an image file together. */
  readonly pixelsOfFile: number;
  /** Time for reading one page by OCR, in milliseconds of the system's clock. */
  readonly ocrMilliseconds: number;
  /** Time that a regular expression of the config may take on one line of text, in milliseconds of the processor's time. */
  readonly patternMilliseconds: number;
  /**
   * Time that all searches of an extraction may take together that cannot be proven to be short, in milliseconds
   * of the processor's time.
   */
  readonly patternTotalMilliseconds: number;
  /** Bytes of drawn pages and vector paths that a document keeps for reuse. */
  readonly cacheBytes: number;
  /** Bytes of ink that a document keeps for reuse: grey pixels of its pages, and the regions in them. */
  readonly inkBytes: number;
}

/** Bounds on what one config may hold. Generous: the largest of 129 public configs has 460 kB and 28,500 names and values. */
export const CONFIG_LIMITS = {
  /** Characters of a config's text, and of all texts in one that is given as an object. */
  characters: 10_000_000,
  /** Names and values. */
  values: 300_000,
  /** Levels of objects and arrays. Public configs nest at most 11; a rule of the permitted depth takes some 530. */
  depth: 600,
  /**
   * Levels of all names and values together: every one may be in an issue, which has its path. The largest public
   * config has 138,000.
   */
  levels: 6_000_000,
  /** Issues that are reported for one config. */
  issues: 1_000,
} as const;

/** Bounds on what a PDF, or a page of it, may hold. */
export const PDF_LIMITS = {
  /**
   * Points of one path, those that direct its curves included. A point takes some 80 bytes while the path is read, and
   * of a page 400,000 are kept (`reading/pdf/painted-paths.ts`).
   */
  pathPoints: 1_000_000,
  /**
   * Levels of a field: its parents, and theirs. pdf.js looks up all above each field, so that a chain
   * of 20,000 takes minutes; PDFium reads 32.
   */
  fieldLevels: 1_000,
  /** Columns of a picture, as many as JPEG can say: pdf.js takes a minute over a row of 100,000,000 in a fax. */
  columns: 65_535,
  /**
   * Bytes outside of streams without a line end or a dictionary between them. pdf.js takes such a row for one word where
   * it must search a file for its objects: 90 MB of digits fill a heap of 512 MB, 4 MB take some 150.
   */
  row: 4_000_000,
} as const;

/** Bounds on one picture, from its header: an image file, or a frame of it. */
export const PICTURE_LIMITS = {
  /** Pixels of one side, the most that JPEG can say: 109 inches at 600 dpi. Engines decode whole rows, so bands do not help. */
  side: 65_535,
} as const;

/**
 * Sane for a service with 512 MB: the largest real forms have 20,000 characters on a page, and a line
 * of a few words costs about 1.3 kB, so that a page of 180 lines costs 0.24 MB. A cell costs about 0.5 kB, and
 * 300,000 of them are 30,000 rows of 10 columns; a cell of Excel holds 32,767 characters, and reading an address
 * in one takes up to 35 bytes for each. Real sheets pack to a tenth or less, and are read as a stream.
 * A picture of 40,000,000 pixels is Letter at 650 dpi and takes 160 MB; 2,000,000,000 are 237 pages of Letter at 300 dpi. The ink of a page of text takes 8 MB.
 */
export const DEFAULT_LIMITS: Limits = {
  bytes: 100 * MEBIBYTE,
  pages: 5_000,
  milliseconds: 300_000,
  charactersPerPage: 200_000,
  lines: 300_000,
  cells: 300_000,
  charactersPerCell: 1_000_000,
  uncompressedBytes: 256 * MEBIBYTE,
  archiveEntries: 10_000,
  pixels: 40_000_000,
  frames: 1_000,
  pixelsOfFile: 2_000_000_000,
  // A page takes some seconds of the processor, and a minute where ten others want the same core.
  ocrMilliseconds: 120_000,
  patternMilliseconds: 100,
  patternTotalMilliseconds: 10_000,
  cacheBytes: 128 * MEBIBYTE,
  inkBytes: 96 * MEBIBYTE,
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

/** Limits of the processes that read documents, where none are given, in MiB. */
export const PROCESS_DEFAULTS = { heapMegabytes: 1_024, memoryMegabytes: 2_048 };

function isLimitName(name: string): name is keyof Limits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}

const WHAT_IS_LIMITED = {
  bytes: 'bytes',
  pages: 'pages',
  charactersPerPage: 'characters on a page',
  lines: 'lines of text',
  pixels: 'pixels in one picture',
  frames: 'pages in an image file',
  pixelsOfFile: 'pixels in all of its pictures',
  cells: 'cells that are not empty',
  charactersPerCell: 'characters in a cell',
  uncompressedBytes: 'bytes when unpacked',
  archiveEntries: 'files in its archive',
} as const;

/**
 * The error about a document that exceeds a limit: `too_many_pages` for pages and frames, else `too_large`.
 * @param page zero-based page where it was noticed
 */
export function limitError(name: keyof typeof WHAT_IS_LIMITED, limits: Limits, page?: number): DocumentError {
  return new DocumentError(
    name === 'pages' || name === 'frames' ? 'too_many_pages' : 'too_large',
    `The document has more than ${limits[name]} ${WHAT_IS_LIMITED[name]}; raise the limit "${name}" or split the document.`,
    { page },
  );
}
