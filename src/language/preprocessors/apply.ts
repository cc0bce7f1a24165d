/** Runs the preprocessors of a config over the pages of a document, one after the other. */
// See docs/language/05-preprocessors.md#51-place-in-the-pipeline

import { formatPath, withCause } from '../../errors.js';
import { isInterruption } from '../../foundation/async/interrupt.js';
import type { WordList } from '../../foundation/text/english-words.js';
import { englishWords } from '../../foundation/text/english-words.js';
import { type PatternGuard, type PatternTime, placedGuard } from '../../foundation/text/pattern-guard.js';
import type { Page } from '../../page/document/model.js';
import type { PreprocessorContext, PreprocessorDefinition, ReadPage } from './definition.js';

/** An entry of `preprocessors` that the grammar has checked. */
interface PreprocessorEntry {
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
  /** What was thrown, of type `unexpected`; not enumerable. */
  readonly cause?: unknown;
}

/** What runs preprocessors: the language's definitions, and where they report. */
export interface PreprocessorRun {
  /** Those of the language, by type. */
  readonly definitions: ReadonlyMap<string, PreprocessorDefinition>;
  warn(warning: PlacedWarning): void;
  error(issue: PlacedIssue): void;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  /** To be awaited between steps: the same, and other work of the process has its turn when this has had its own. */
  turn(): Promise<void>;
  /** Longest time that a pattern may take on one text. */
  readonly patternTime: PatternTime;
  /** Whether texts are found that OCR misread. */
  readonly forgivingAnchors?: boolean;
  /** Reads pages by OCR; absent without an engine. */
  readonly ocr?: ReadPage | undefined;
  /** Replaces the English words that come with the library. */
  readonly words?: WordList | undefined;
}

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
  let current = pages;
  for (const [position, entry] of entries.entries()) {
    run.checkpoint();
    await run.turn();
    try {
      // The grammar has checked that the type exists and that the entry fits it.
      const definition = run.definitions.get(entry.type)!;
      const options = entry as PreprocessorEntry & Readonly<Record<string, unknown>>;
      const path = formatPath(['preprocessors', position]);
      const guard = placedGuard(run, () => ({ path }));
      current = checkedPages(await definition.apply(current, options, contextOf(position, run, guard)));
    } catch (error) {
      if (isInterruption(error)) throw error;
      const message = `the preprocessor ${entry.type} failed unexpectedly and changed nothing`;
      const path = formatPath(['preprocessors', position]);
      run.error(withCause({ type: 'unexpected', message, path }, error));
    }
  }
  return current;
}

/** What a preprocessor gave, if it is what the type promises: a host's may be written without types. */
function checkedPages(pages: readonly Page[]): readonly Page[] {
  const arePages = Array.isArray(pages) && pages.every((page) => Array.isArray(page?.lines));
  if (!arePages) throw new TypeError('it did not return an array of pages');
  return pages;
}

function contextOf(position: number, run: PreprocessorRun, patternGuard: PatternGuard): PreprocessorContext {
  const base = ['preprocessors', position];
  const path = formatPath(base);
  return {
    warn: ({ path: member = [], ...warning }) =>
      run.warn({ ...warning, path: formatPath([...base, ...member]) }),
    error: (issue) => run.error({ ...issue, path }),
    patternGuard,
    checkpoint: () => run.checkpoint(),
    turn: () => run.turn(),
    words: async () => run.words ?? englishWords(),
    ocr: run.ocr,
  };
}
