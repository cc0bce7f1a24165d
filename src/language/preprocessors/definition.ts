/** What a preprocessor is: how its entry in a config looks, and how it changes the pages. */
import type * as z from 'zod';
import type { PathStep } from '../../errors.js';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { Cost, PreprocessorGrammar } from '../../foundation/schema/language.js';
import type { WordList } from '../../foundation/text/english-words.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Page } from '../../page/document/model.js';
import type { PageSpan } from '../../page/document/paged.js';
import type { ReadLines } from '../../page/document/reading.js';
import type { LineSketch } from '../../page/document/sketch.js';

/** Something worth knowing that did not change the result. */
// See docs/language/05-preprocessors.md#53-validation-and-common-rules
export interface PreprocessorWarning {
  readonly code: string;
  readonly message: string;
  /** Zero-based page of the original file. */
  readonly page?: number;
  /** Member that it is about, from the entry on. */
  readonly path?: readonly PathStep[];
}

/** Something that may have cost text. */
export interface PreprocessorIssue {
  readonly type: 'configuration' | 'ocr';
  readonly message: string;
  readonly code?: string;
  /** Zero-based page of the original file. */
  readonly page?: number;
}

/** How a page is to be read by OCR. */
export interface OcrRequest {
  /** Engine that the config names. */
  readonly engine?: string | undefined;
  /** Reported when that engine is not registered, so that the default one reads in its place. */
  warn?(warning: Pick<PreprocessorWarning, 'code' | 'message'>): void;
}

/**
 * Reads a page by OCR.
 * @returns what is on it, standardised as any page's lines are; undefined when the page has no pixels to read
 * @throws whatever the engine throws; the page then stays as it is
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
export type ReadPage = (page: Page, request: OcrRequest) => Promise<ReadLines | undefined>;

/** What a preprocessor may use besides the pages. */
export interface PreprocessorContext {
  warn(warning: PreprocessorWarning): void;
  error(issue: PreprocessorIssue): void;
  /** Bounds the patterns of the entry. */
  readonly patternGuard: PatternGuard;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  /** To be awaited between pages and the like: the same, and other work of the process has its turn when this has had its own. */
  turn(): Promise<void>;
  /** English words, read when first asked for. */
  words(): Promise<WordList>;
  /** Absent when there is no OCR engine, or OCR is switched off. */
  readonly ocr?: ReadPage | undefined;
}

/** A line of an example's result: its text, or its text and place in inches. */
export type ExampleLine = string | { readonly text: string; readonly left: number; readonly top: number };

/** Lines, an entry of `preprocessors`, and the lines that are left; a test runs it, and the reference shows it. */
export interface PreprocessorExample {
  readonly title: string;
  readonly lines: readonly LineSketch[];
  /** An entry of `preprocessors`. */
  readonly preprocessor: Readonly<Record<string, unknown>>;
  /** The lines of each page that is left, in order. */
  readonly result: readonly (readonly ExampleLine[])[];
}

/** One preprocessor of the language. One file each; the list in `index.ts` is the grammar. */
export interface PreprocessorDefinition<
  Id extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly id: Id;
  readonly summary: string;
  /** What to write instead of a preprocessor that should not be used any more. */
  readonly deprecated?: string;
  /** What it costs; default `text`. */
  readonly cost?: Cost;
  /** Members beside `type`, each with `.describe()`. */
  options(grammar: PreprocessorGrammar): Shape;
  /** Checks that concern several members. */
  check?(options: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: z.output<z.ZodObject<Shape>>): readonly ConfigWarning[];
  /**
   * The pages after this preprocessor, the lines of each in document order. Nothing given is changed: what
   * stays the same is shared. A page's place in the array is its number; its `index` is that of the original
   * file. What it throws leaves the pages as they were and an entry in `errors`.
   */
  apply(
    pages: readonly Page[],
    options: z.output<z.ZodObject<Shape>>,
    context: PreprocessorContext,
  ): readonly Page[] | Promise<readonly Page[]>;
  /**
   * The places of the pages that are kept, of a preprocessor that does nothing but leave out others: where it comes first,
   * those need not be read.
   */
  keptPages?(options: z.output<z.ZodObject<Shape>>): PageSpan;
  readonly examples: readonly PreprocessorExample[];
}

/**
 * Declares a preprocessor. A host hands its own to `createExtractor`; one with the id of a built-in one takes its
 * place.
 *
 * @example
 * const members = { tolerance: withDefault(z.number().min(0), 1).describe('Degrees') };
 * const dropTurned = definePreprocessor({
 *   id: 'dropTurned',
 *   summary: 'Removes lines that are not horizontal',
 *   options: () => members,
 *   apply(pages, options) {
 *     const { tolerance } = settled(members, options);
 *     return pages.map((page) => withLines(page, page.lines.filter(({ angle }) => Math.abs(angle) <= tolerance)));
 *   },
 *   examples: [],
 * });
 * const extractor = createExtractor({ preprocessors: [dropTurned] });
 * // In a config: "preprocessors": [{ "type": "dropTurned", "tolerance": 2 }]
 */
export function definePreprocessor<const Id extends string, Shape extends z.ZodRawShape>(
  definition: PreprocessorDefinition<Id, Shape>,
): PreprocessorDefinition<Id, Shape> {
  return definition;
}
