/**
 * The pipeline, top to bottom: a document and a checked config go in, a result comes out. Loading has
 * happened before (`document/load.ts`); every stage takes values and gives values.
 */
import { scopeOf } from './anchors/scope.js';
import type { Config, Language } from './config/schema.js';
import { checkInterrupt, type Interrupt } from './document/interrupt.js';
import { finishLines } from './document/line.js';
import type { Document, FileMetadata, Page } from './document/model.js';
import type { ExtraData } from './extra-data.js';
import type { FieldOutput } from './fields/definition.js';
import { GEOMETRY_FROM } from './fields/output.js';
import type { ExtractionIssue, ExtractionWarning, Run } from './fields/run.js';
import { runScope } from './fields/scope-steps.js';
import { type FieldTrace, type PrintedLine, printedLine } from './fields/trace.js';
import type { Transform } from './geometry.js';
import { PageReader, type PageReaderOptions } from './ocr/reader.js';
import { type PostprocessorLlm, postprocess } from './postprocess/apply.js';
import { applyPreprocessors } from './preprocessors/apply.js';
import type { WordList } from './preprocessors/definition.js';
import { coverage, summarise, type ValidationSummary } from './validate/coverage.js';
import type { CheckedValidation } from './validate/schema.js';
import { countValidations, runValidations, type ValidationEntry } from './validate/validate.js';
import { ValueBudget } from './values/budget.js';
import { ruleSources } from './values/rules.js';
import { emptyOutput } from './values/store.js';

/** What an extraction gives. Names are those of the language. */
export interface ExtractionResult {
  /**
   * Field id to value, in the order of the config. Only a config whose postprocessor says
   * `keepParsedDocument: false` leaves it out.
   */
  parsed_document: FieldOutput;
  /** What the postprocessor made, null when it failed; only with a postprocessor. */
  postprocessorOutput?: unknown;
  /** What went wrong at run time and cost a value; `[]` if nothing did. */
  errors: ExtractionIssue[];
  /** What is worth knowing but cost nothing. */
  warnings: ExtractionWarning[];
  /** Checks that failed, then those that were skipped; only if validations were given. */
  validations?: readonly ValidationEntry[];
  validation_summary: ValidationSummary;
  /** Share of fields that are present, less penalties of validations, 0 to 1. */
  coverage: number;
  /** Pages of the original file. */
  page_count: number;
  content_type: string;
  file_metadata?: FileMetadata;
  /** The extra data that came with the document. */
  extra_data?: ExtraData;
  /** The document as the fields saw it; only at verbosity 3. */
  text?: { pages: PrintedPage[] };
  /** Per field id one entry for each field of the config that ran; only if asked for. */
  trace?: Record<string, FieldTrace[]>;
}

/** A page at verbosity 3. */
export interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly transform: Transform;
  readonly lines: readonly Omit<PrintedLine, 'page'>[];
}

/** Where an extraction stands, for progress displays. */
export interface Progress {
  readonly stage: 'load' | 'ocr' | 'extract';
  /** Pages loaded, pages read by OCR, or fields run so far. */
  readonly done: number;
  readonly total: number;
}

export interface RunOptions {
  readonly language: Language;
  readonly extraData: ExtraData | undefined;
  readonly interrupt: Interrupt;
  readonly trace: boolean;
  readonly validations: readonly CheckedValidation[] | undefined;
  readonly postprocessorLlm: PostprocessorLlm;
  /** The moment of the extraction, for the rules. */
  readonly now: Date;
  /** Gives numbers from 0 (included) to 1 (excluded), for the rules. */
  random(): number;
  /** How pages are read by OCR. */
  readonly ocr: PageReaderOptions;
  /** Stands in for the English words that come with the library. */
  readonly words?: WordList | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Runs a checked config over a loaded document. @throws DocumentError `timed_out`, `aborted` */
export async function runExtraction(
  document: Document,
  config: Config,
  options: RunOptions,
): Promise<ExtractionResult> {
  const errors: ExtractionIssue[] = [...(document.errors ?? [])];
  const warnings: ExtractionWarning[] = [...document.warnings];
  const traces: Record<string, FieldTrace[]> = Object.create(null);
  const output = emptyOutput();
  const verbosity = config.verbosity ?? 0;
  const run: Run = {
    language: options.language,
    config,
    document,
    verbosity,
    extraData: options.extraData,
    now: options.now,
    random: options.random,
    budget: new ValueBudget(),
    checkpoint: () => checkInterrupt(options.interrupt),
    error: (issue) => errors.push(issue),
    warn: (warning) => warnings.push(warning),
    ...(options.trace && {
      trace: (id: string, trace: FieldTrace) => {
        traces[id] ??= [];
        traces[id].push(trace);
      },
    }),
  };
  const reader = new PageReader(options.ocr, options.interrupt, run.warn);
  const preprocessed = await applyPreprocessors(document.pages, config.preprocessors ?? [], {
    definitions: options.language.preprocessors,
    warn: run.warn,
    error: run.error,
    checkpoint: run.checkpoint,
    ocr: (page, request) => reader.read(page, request),
    words: options.words,
  });
  const pages = preprocessed.map(finishedPage);
  const report = (message: string) => run.error({ type: 'configuration', message });
  const scope = scopeOf(
    pages.flatMap((page) => page.lines),
    pages,
    report,
  );
  await runScope(config, { run, scope, output, anchors: new Map(), groups: [] }, []);
  const validations = runValidations(options.validations ?? [], output, {
    sources: ruleSources(run),
    error: run.error,
    checkpoint: run.checkpoint,
  });
  const counts = countValidations(validations);
  const { postprocessor } = config;
  const processed = postprocessor && {
    postprocessorOutput: postprocess(postprocessor, output, run, options.postprocessorLlm),
  };
  const result: ExtractionResult = {
    parsed_document: output,
    ...processed,
    errors,
    warnings,
    ...(options.validations && { validations }),
    validation_summary: summarise(output, counts),
    coverage: coverage(output, counts),
    page_count: document.pageCount,
    content_type: document.contentType,
    ...(document.metadata && { file_metadata: document.metadata }),
    ...(options.extraData && { extra_data: options.extraData }),
    ...(verbosity >= GEOMETRY_FROM && { text: { pages: pages.map(printedPage) } }),
    ...(options.trace && { trace: traces }),
  };
  return postprocessor?.keepParsedDocument === false ? withoutDocument(result) : result;
}

function withoutDocument({ parsed_document: _dropped, ...rest }: ExtractionResult): ExtractionResult {
  return rest as ExtractionResult;
}

/** Pages with collapsed spaces; a page that is extracted from many times is finished once. */
const finishedPages = new WeakMap<Page, Page>();

function finishedPage(page: Page): Page {
  let finished = finishedPages.get(page);
  if (!finished) {
    finished = { ...page, lines: finishLines(page.lines) };
    finishedPages.set(page, finished);
  }
  return finished;
}

function printedPage({ width, height, rotation, transform, lines }: Page): PrintedPage {
  return {
    width,
    height,
    rotation,
    transform,
    lines: lines.map((line) => {
      const { page: _page, ...printed } = printedLine(line);
      return printed;
    }),
  };
}
