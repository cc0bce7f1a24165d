/** Runs the preprocessors of a config over the pages of a document, one after the other (chapter 5, 5.1). */
import { BoundedCache } from '../document/bounded-cache.js';
import { isInterruption } from '../document/interrupt.js';
import type { Page } from '../document/model.js';
import { formatPath } from '../errors.js';
import type { PreprocessorContext, PreprocessorDefinition, ReadPage, WordList } from './definition.js';
import { englishWords } from './english-words.js';

/** An entry of `preprocessors` that the grammar has checked. */
export interface PreprocessorEntry {
  readonly type: string;
}

/** A warning with its place in the config. */
export interface PlacedWarning {
  readonly code: string;
  readonly message: string;
  /** Printed config path. */
  readonly path: string;
  readonly page?: number;
}

/** An error with its place in the config. */
export interface PlacedIssue {
  readonly type: 'configuration' | 'ocr' | 'unexpected';
  readonly message: string;
  readonly code?: string;
  /** Printed config path. */
  readonly path: string;
  readonly page?: number;
}

/** What runs preprocessors: the language's definitions, and where they report. */
export interface PreprocessorRun {
  /** Those of the language, by type. */
  readonly definitions: ReadonlyMap<string, PreprocessorDefinition>;
  warn(warning: PlacedWarning): void;
  error(issue: PlacedIssue): void;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  /** Reads pages by OCR; absent without an engine. */
  readonly ocr?: ReadPage | undefined;
  /** Stands in for the English words that come with the library. */
  readonly words?: WordList | undefined;
}

/** Bytes of moved paths and pixels that the pages of one run keep for reuse. */
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The pages after all preprocessors, each of which sees what the ones before it made. One that fails leaves the
 * pages as they were and an entry of type `unexpected`.
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function applyPreprocessors(
  pages: readonly Page[],
  entries: readonly PreprocessorEntry[],
  run: PreprocessorRun,
): Promise<readonly Page[]> {
  const cache = new BoundedCache(CACHE_BYTES);
  let current = pages;
  for (const [position, entry] of entries.entries()) {
    run.checkpoint();
    try {
      // The grammar has checked that the type exists and that the entry fits it.
      const definition = run.definitions.get(entry.type)!;
      const options = entry as PreprocessorEntry & Readonly<Record<string, unknown>>;
      current = checkedPages(await definition.apply(current, options, contextOf(position, cache, run)));
    } catch (error) {
      if (isInterruption(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the preprocessor ${entry.type} failed and changed nothing: ${reason}`;
      run.error({ type: 'unexpected', message, path: formatPath(['preprocessors', position]) });
    }
  }
  return current;
}

/** What a preprocessor gave, if it is what the type promises: a host's may be written without types. */
function checkedPages(pages: readonly Page[]): readonly Page[] {
  const arePages = Array.isArray(pages) && pages.every((page) => Array.isArray(page?.lines));
  if (!arePages) throw new TypeError('it gave no array of pages');
  return pages;
}

function contextOf(position: number, cache: BoundedCache, run: PreprocessorRun): PreprocessorContext {
  const base = ['preprocessors', position];
  const path = formatPath(base);
  return {
    warn: ({ path: member = [], ...warning }) =>
      run.warn({ ...warning, path: formatPath([...base, ...member]) }),
    error: (issue) => run.error({ ...issue, path }),
    report: (message) => run.error({ type: 'configuration', code: 'regex_timeout', message, path }),
    checkpoint: () => run.checkpoint(),
    key: path,
    cache,
    words: async () => run.words ?? englishWords(),
    ocr: run.ocr,
  };
}
