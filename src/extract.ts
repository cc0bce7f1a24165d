/**
 * The pipeline, top to bottom: a document and a checked config go in, a result comes out. Loading has
 * happened before (`readers/load.ts`); every stage takes values and gives values.
 */
import { type SearchScope, scopeOf } from './anchors/scope.js';
import { ValueBudget } from './computed/budget.js';
import { valuesOf } from './computed/output.js';
import type { Config } from './config/config-types.js';
import { type ReadingPlan, readingPlan } from './config/reading-plan.js';
import { keepMember, type Language, verbosityMember } from './config/schema.js';
import { settled } from './defaults.js';
import type { Transform } from './document/geometry.js';
import { finishLines } from './document/line.js';
import type { Document, FileMetadata, Page } from './document/model.js';
import { isPaged, type PagedDocument } from './document/paged.js';
import { isDoubtful, type OcrReport, ocrMember } from './document/reading.js';
import type { ExtraData } from './extra-data.js';
import { CaptureBudget } from './fields/capture-budget.js';
import { customTypeNames } from './fields/conversion.js';
import { doubt } from './fields/doubts.js';
import { modelSession } from './fields/model/session.js';
import { GEOMETRY_FROM } from './fields/output.js';
import { ruleSources } from './fields/rules.js';
import type { ExtractionIssue, ExtractionRun, ExtractionWarning } from './fields/runner.js';
import { runScope } from './fields/scope-steps.js';
import { SecondLook } from './fields/second-look.js';
import { type FieldTrace, type PrintedLine, printedLine } from './fields/trace.js';
import { UnreadPages } from './fields/unread-pages.js';
import { isSeen } from './graphics/seen-text.js';
import { checkInterrupt, guarded, type Interrupt, Turns } from './interrupt.js';
import type { FieldOutput } from './language.js';
import type { Limits } from './limits.js';
import { createLlmClient } from './llm/client.js';
import type { ResolvedLlmOptions } from './llm/options.js';
import type { LlmUsageReport } from './llm/usage.js';
import { setMember } from './members.js';
import { TableBudget } from './methods/tables/budget.js';
import { lettersIn } from './ocr/area-letters.js';
import { PageReader, type PageReaderOptions } from './ocr/reader.js';
import { type PatternLimits, PatternTime, placedGuard } from './pattern-guard.js';
import { postprocess } from './postprocess/apply.js';
import type { PostprocessorLlm } from './postprocess/definition.js';
import { applyPreprocessors } from './preprocessors/apply.js';
import { pageByPage } from './preprocessors/shared.js';
import type { WordList } from './text/english-words.js';
import { coverage, type Score, score, summarise, type ValidationSummary } from './validate/coverage.js';
import type { CheckedValidation } from './validate/schema.js';
import { countValidations, runValidationsInTurns, type ValidationEntry } from './validate/validate.js';

/** What an extraction gives. Names are those of the language. */
export interface ExtractionResult<Output = FieldOutput> {
  /**
   * Field id to value, in the order of the config. Only a config whose postprocessor says
   * `keepParsedDocument: false` leaves it out.
   */
  parsed_document: Output;
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
  /** What was read by OCR; only where something was. */
  ocr?: OcrReport;
  file_metadata?: FileMetadata;
  /** The extra data that came with the document. */
  extra_data?: ExtraData;
  /** What language models were asked and what that cost; only where one is configured. */
  usage?: { readonly llm: LlmUsageReport };
  /** The document as the fields saw it; only from verbosity 3 on. */
  text?: { pages: PrintedPage[] };
  /** Per field id one entry for each field of the config that ran; only if asked for. */
  trace?: Record<string, FieldTrace[]>;
}

/** A page, as verbosity 3 prints it. */
export interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly transform: Transform;
  readonly lines: readonly Omit<PrintedLine, 'page'>[];
}

/** Where an extraction stands, for progress displays. Pages that a field wants are loaded between fields. */
export interface Progress {
  readonly stage: 'load' | 'ocr' | 'extract';
  /** Pages loaded, pages read by OCR, or fields of the config that have run so far. */
  readonly done: number;
  readonly total: number;
}

export interface RunOptions {
  readonly language: Language;
  readonly extraData: ExtraData | undefined;
  readonly interrupt: Interrupt;
  readonly patternLimits: PatternLimits;
  readonly trace: boolean;
  readonly validations: readonly CheckedValidation[] | undefined;
  readonly postprocessorLlm: PostprocessorLlm;
  /** The moment of the extraction, for the rules. */
  readonly now: Date;
  /** Gives numbers from 0 (included) to 1 (excluded), for the rules. */
  random(): number;
  /** How pages are read by OCR. */
  readonly ocr: PageReaderOptions;
  /** Whether areas of scans are read once more for values that may have been misread. */
  readonly secondLook: boolean;
  /** Whether anchors are found that OCR misread. */
  readonly forgivingAnchors: boolean;
  /** Stands in for the English words that come with the library. */
  readonly words?: WordList | undefined;
  /** Who answers what the config asks language models; without it nobody does. */
  readonly llm?: ResolvedLlmOptions | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Is given the pages as the fields see them. */
  readonly onPages?: ((pages: readonly Page[]) => void) | undefined;
}

/** What a run gives, and how well it filled the document, which also counts what the result does not show. */
export interface Extraction {
  readonly result: ExtractionResult;
  readonly score: Score;
}

/**
 * Runs a checked config over a document, and reads of one that is not loaded what the config wants. It ends with its
 * interrupt, whatever it waits for, such as a drawing, which may go on until the document is closed.
 * @throws DocumentError `timed_out`, `aborted`; of a document that is not loaded, what loading throws
 */
export async function runExtraction(
  document: Document | PagedDocument,
  config: Config,
  options: RunOptions,
): Promise<Extraction> {
  return guarded(uninterrupted(document, config, options), options.interrupt);
}

/** The same, which hears of its interrupt between its steps alone. */
async function uninterrupted(
  document: Document | PagedDocument,
  config: Config,
  options: RunOptions,
): Promise<Extraction> {
  const errors: ExtractionIssue[] = [];
  const warnings: ExtractionWarning[] = [];
  const traces: Record<string, FieldTrace[]> = {};
  const values = valuesOf();
  const { output } = values;
  const { verbosity } = settled(verbosityMember, config);
  let customTypes: ReadonlySet<string> | undefined;
  const client = options.llm && createLlmClient(options.llm, options.interrupt);
  const warn: ExtractionRun['warn'] = (warning) => warnings.push(warning);
  const reader = new PageReader(options.ocr, options.interrupt, warn);
  const turns = new Turns(options.interrupt);
  const run: ExtractionRun = {
    language: options.language,
    customTypes: () => {
      customTypes ??= customTypeNames(config);
      return customTypes;
    },
    document,
    verbosity,
    extraData: options.extraData,
    now: options.now,
    random: options.random,
    patternTime: new PatternTime(options.patternLimits),
    budget: new ValueBudget(),
    tableBudget: new TableBudget(),
    captureBudget: new CaptureBudget(),
    hidden: new Map(),
    isSeen,
    models: client && modelSession(client, config.preprocessors ?? [], document.digest),
    checkpoint: () => checkInterrupt(options.interrupt),
    turn: () => turns.next(),
    error: (issue) => errors.push(issue),
    warn,
    forgivingAnchors: options.forgivingAnchors,
    ...(options.secondLook && { secondLook: secondLookBy(reader, options.ocr.limits, warn) }),
    onField: fieldCounter(config, options.onProgress),
    ...(options.trace && {
      trace: (id: string, trace: FieldTrace) => {
        if (!Object.hasOwn(traces, id)) setMember(traces, id, []);
        traces[id]!.push(trace);
      },
    }),
  };
  const seen = await seenPages(document, config, run, reader, options);
  await runScope(
    config,
    { run: { unread: seen.unread, ...run }, scope: seen.scope, ...values, anchors: new Map(), groups: [] },
    [],
  );
  const validations = await runValidationsInTurns(options.validations ?? [], output, {
    sources: ruleSources(run),
    rules: options.language.rules,
    error: run.error,
    turn: run.turn,
  });
  const counts = countValidations(validations);
  const { postprocessor } = config;
  const processed = postprocessor && {
    postprocessorOutput: await postprocess(
      postprocessor,
      output,
      run,
      options.language,
      options.postprocessorLlm,
    ),
  };
  const { pages, whole, ...told } = seen.read();
  const result: ExtractionResult = {
    parsed_document: output,
    ...processed,
    errors: [...(whole?.errors ?? []), ...told.errors, ...errors],
    warnings: [...(whole ?? document).warnings, ...told.warnings, ...warnings],
    ...(options.validations && { validations }),
    validation_summary: summarise(output, counts),
    coverage: coverage(output, counts),
    page_count: document.pageCount,
    content_type: document.contentType,
    ...ocrMember([...(whole?.pages ?? []), ...pages]),
    ...(document.metadata && { file_metadata: document.metadata }),
    ...(options.extraData && { extra_data: options.extraData }),
    ...(client && { usage: { llm: client.usage() } }),
    ...(verbosity >= GEOMETRY_FROM && { text: { pages: pages.map(printedPage) } }),
    ...(options.trace && { trace: traces }),
  };
  const keep = !postprocessor || settled(keepMember, postprocessor).keepParsedDocument;
  return { result: keep ? result : withoutDocument(result), score: score(output, counts) };
}

/** What was told of pages before or while fields run. */
interface PageNotes {
  readonly errors: ExtractionIssue[];
  readonly warnings: ExtractionWarning[];
}

/** The pages of a run. */
interface SeenPages {
  readonly scope: SearchScope;
  readonly unread?: UnreadPages;
  /** What was read by now: the pages that fields could see, the whole document if it was, and what was told of them. */
  read(): PageNotes & { readonly pages: readonly Page[]; readonly whole: Document | undefined };
}

/** The pages that fields see: all of them, or those that they will want, where nothing else is different. */
// See docs/language/01-document-anchors-fields.md#113-pages-that-are-not-read
async function seenPages(
  document: Document | PagedDocument,
  config: Config,
  run: ExtractionRun,
  reader: PageReader,
  options: RunOptions,
): Promise<SeenPages> {
  if (isPaged(document)) {
    const plan = readingPlan(config, options.language, document.pageCount, options);
    if (plan) return pagesAsWanted(document, plan, config, run, reader, options);
  }
  const whole = isPaged(document) ? await document.whole() : document;
  const pages = await preprocessedPages(whole.pages, config.preprocessors ?? [], run, reader, options);
  options.onPages?.(pages);
  tellDoubtfulPages(pages, run.warn);
  const scope = scopeOf(
    pages.flatMap((page) => page.lines),
    pages,
    placedGuard(run, () => ({})),
  );
  return { scope, read: () => ({ pages, whole, errors: [], warnings: [] }) };
}

async function pagesAsWanted(
  document: PagedDocument,
  { stretch, preprocessors }: ReadingPlan,
  config: Config,
  run: ExtractionRun,
  reader: PageReader,
  options: RunOptions,
): Promise<SeenPages> {
  let told: PageNotes = { errors: [], warnings: [] };
  let pages: readonly Page[] = [];
  const prepared = (given: readonly Page[], entries: NonNullable<Config['preprocessors']>) => {
    told = { errors: [], warnings: [] };
    const { errors, warnings } = told;
    const error: ExtractionRun['error'] = (issue) => errors.push(issue);
    const warn: ExtractionRun['warn'] = (warning) => warnings.push(warning);
    return preprocessedPages(given, entries, { ...run, error, warn }, reader, options);
  };
  const unread = new UnreadPages(
    document,
    stretch,
    {
      async some(given) {
        const some = await prepared(given, preprocessors);
        // What is told may be of all pages, and told once.
        const isAlone = told.errors.length === 0 && told.warnings.length === 0;
        return isAlone && some.length === given.length ? some : undefined;
      },
      async all(whole) {
        pages = await prepared(whole.pages, config.preprocessors ?? []);
        const { warnings } = told;
        tellDoubtfulPages(pages, (warning) => warnings.push(warning));
        return pages;
      },
    },
    placedGuard(run, () => ({})),
  );
  await unread.read('next');
  return { scope: unread.scope, unread, read: () => ({ pages, whole: unread.whole, ...told }) };
}

function tellDoubtfulPages(pages: readonly Page[], warn: (warning: ExtractionWarning) => void): void {
  for (const { index, ocr } of pages) {
    if (ocr && isDoubtful(ocr.confidence)) warn({ ...doubt('the page', ocr.confidence), page: index });
  }
}

/** What preprocessors tell and ask for, of a run that may have no fields. */
type PreprocessorRun = Pick<
  ExtractionRun,
  'warn' | 'error' | 'checkpoint' | 'turn' | 'patternTime' | 'forgivingAnchors'
>;

async function preprocessedPages(
  pages: readonly Page[],
  entries: NonNullable<Config['preprocessors']>,
  { warn, error, checkpoint, turn, patternTime, forgivingAnchors }: PreprocessorRun,
  reader: PageReader,
  { language, words }: Pick<RunOptions, 'language' | 'words'>,
): Promise<readonly Page[]> {
  const after = await applyPreprocessors(pages, entries, {
    definitions: language.preprocessors,
    warn,
    error,
    checkpoint,
    turn,
    patternTime,
    forgivingAnchors,
    ocr: (page, request) => reader.read(page, request),
    words,
  });
  return pageByPage(after, { turn }, finishedPage);
}

/**
 * A document as the fields of a config see it. It ends with the one that it was made of.
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function preprocessDocument(
  document: Document,
  config: Config,
  options: Pick<
    RunOptions,
    'language' | 'words' | 'ocr' | 'interrupt' | 'patternLimits' | 'forgivingAnchors'
  >,
): Promise<{ readonly document: Document; readonly errors: readonly ExtractionIssue[] }> {
  const warnings: ExtractionWarning[] = [...document.warnings];
  const errors: ExtractionIssue[] = [];
  const turns = new Turns(options.interrupt);
  const run: PreprocessorRun = {
    warn: (warning) => warnings.push(warning),
    error: (issue) => errors.push(issue),
    checkpoint: () => checkInterrupt(options.interrupt),
    turn: () => turns.next(),
    patternTime: new PatternTime(options.patternLimits),
    forgivingAnchors: options.forgivingAnchors,
  };
  const reader = new PageReader(options.ocr, options.interrupt, run.warn);
  const pages = await preprocessedPages(document.pages, config.preprocessors ?? [], run, reader, options);
  return {
    document: {
      ...document,
      pages,
      warnings,
      isClosed: () => document.isClosed(),
      close: () => document.close(),
    },
    errors,
  };
}

/** Tells how many fields of a config have run, as each has its turn. */
function fieldCounter(
  { fields, computed_fields: computed = [], sections = [] }: Config,
  onProgress: RunOptions['onProgress'],
): (() => void) | undefined {
  if (!onProgress) return undefined;
  const total = fields.length + computed.length + sections.length;
  let done = 0;
  return () => onProgress({ stage: 'extract', done: done++, total });
}

function withoutDocument({ parsed_document: _dropped, ...rest }: ExtractionResult): ExtractionResult {
  return rest as ExtractionResult;
}

function secondLookBy(reader: PageReader, limits: Limits, warn: ExtractionRun['warn']): SecondLook {
  return new SecondLook(
    {
      lettersIn: (page, { area, covered }) => lettersIn(page, area, covered),
      read: (page, block) => reader.readBlock(page, block),
    },
    limits,
    warn,
    () => performance.now(),
  );
}

/** The page without empty lines; itself where it has none, so that what is known of it serves many extractions. */
function finishedPage(page: Page): Page {
  const lines = finishLines(page.lines);
  return lines === page.lines ? page : { ...page, lines };
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
