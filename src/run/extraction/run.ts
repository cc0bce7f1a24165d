/** What the stages of an extraction share. */

import { checkInterrupt, type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { Once } from '../../foundation/async/once.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { setMember } from '../../foundation/objects/members.js';
import { settled } from '../../foundation/schema/defaults.js';
import type { WordList } from '../../foundation/text/english-words.js';
import { type PatternLimits, PatternTime } from '../../foundation/text/pattern-guard.js';
import { ValueBudget } from '../../language/computed/budget.js';
import type { Config } from '../../language/config/config-types.js';
import { type Language, verbosityMember } from '../../language/config/schema.js';
import { CaptureBudget } from '../../language/fields/capture-budget.js';
import { customTypeNames } from '../../language/fields/conversion.js';
import { modelSession } from '../../language/fields/model/session.js';
import type { ExtractionIssue, ExtractionRun, ExtractionWarning } from '../../language/fields/runner.js';
import { besideEarlier, type FieldTrace } from '../../language/fields/trace.js';
import { TableBudget } from '../../language/methods/tables/budget.js';
import type { PostprocessorLlm } from '../../language/postprocess/definition.js';
import type { CheckedValidation } from '../../language/validate/schema.js';
import type { ResolvedLlmOptions } from '../../llm/options.js';
import type { Document, Page } from '../../page/document/model.js';
import { isSeen } from '../../page/drawn/seen-text.js';
import type { ReadDocumentOptions } from '../../reading/ocr/document.js';
import type { PageReader } from '../../reading/ocr/reader.js';

/** How far an extraction is, for progress displays. */
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
  readonly ocr: ReadDocumentOptions;
  /** Whether anchors are found that OCR misread. */
  readonly forgivingAnchors: boolean;
  /** Replaces the English words that come with the library. */
  readonly words?: WordList | undefined;
  /** Who answers what the config asks language models; without it nobody does. */
  readonly llm?: ResolvedLlmOptions | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Is given the pages as the fields see them. */
  readonly onPages?: ((pages: readonly Page[]) => void) | undefined;
}

/** An extraction under way: what its stages share, and what is noted meanwhile. */
export interface BegunRun {
  readonly run: ExtractionRun;
  /** Absent where OCR is switched off. */
  readonly reader: LazyReader | undefined;
  readonly errors: readonly ExtractionIssue[];
  readonly warnings: readonly ExtractionWarning[];
  readonly traces: Record<string, FieldTrace[]>;
}

/** Begins an extraction. */
export async function beginRun(document: Document, config: Config, options: RunOptions): Promise<BegunRun> {
  const { language, extraData, now, random, forgivingAnchors, onProgress } = options;
  const { run: shared, reader, ...notes } = runBasics(options);
  const client =
    options.llm && (await import('../../llm/client.js')).createLlmClient(options.llm, options.interrupt);
  const traces: Record<string, FieldTrace[]> = {};
  let customTypes: ReadonlySet<string> | undefined;
  const run: ExtractionRun = {
    ...shared,
    language,
    customTypes: () => {
      customTypes ??= customTypeNames(config);
      return customTypes;
    },
    document,
    verbosity: settled(verbosityMember, config).verbosity,
    extraData,
    now,
    random,
    budget: new ValueBudget(),
    tableBudget: new TableBudget(),
    captureBudget: new CaptureBudget(),
    hidden: new Map(),
    isSeen,
    models: client && modelSession(client, config.preprocessors ?? [], document.digest),
    warned: new Set(),
    forgivingAnchors,
    ...(onProgress && { onField: fieldCounter(config, onProgress) }),
    ...(options.trace && {
      trace: (id: string, trace: FieldTrace) => {
        if (!Object.hasOwn(traces, id)) setMember(traces, id, []);
        traces[id]!.push(besideEarlier(trace, traces[id]!));
      },
    }),
  };
  return { run, reader, traces, ...notes };
}

/** What preprocessors take from a run, which may have no fields. */
export type BasicRun = Pick<
  ExtractionRun,
  'warn' | 'error' | 'checkpoint' | 'turn' | 'patternTime' | 'forgivingAnchors'
>;

/** The part of a run that preprocessors alone need, too. */
export function runBasics({
  interrupt,
  patternLimits,
  forgivingAnchors,
  ocr,
}: Pick<RunOptions, 'interrupt' | 'patternLimits' | 'forgivingAnchors' | 'ocr'>) {
  const errors: ExtractionIssue[] = [];
  const warnings: ExtractionWarning[] = [];
  const turns = new Turns(interrupt);
  const run: BasicRun = {
    warn: (warning) => warnings.push(warning),
    error: (issue) => errors.push(issue),
    checkpoint: () => checkInterrupt(interrupt),
    turn: () => turns.next(),
    patternTime: new PatternTime(patternLimits),
    forgivingAnchors,
  };
  const reader = ocr.ocrLevel === 'never' ? undefined : lazyReader(ocr, interrupt, run.warn);
  return { run, errors, warnings, reader };
}

/** Counts the fields of a config that have run, as each has its turn. */
function fieldCounter(
  { fields, computed_fields: computed = [], sections = [] }: Config,
  onProgress: (progress: Progress) => void,
): () => void {
  const total = fields.length + computed.length + sections.length;
  let done = 0;
  return () => onProgress({ stage: 'extract', done: done++, total });
}

/** Reads pages by OCR; most documents have none to read. */
export type LazyReader = Pick<PageReader, 'read'>;

/** A reader whose code is loaded with the first page that has pixels. */
function lazyReader(...given: ConstructorParameters<typeof PageReader>): LazyReader {
  const reader = new Once(async () => new (await import('../../reading/ocr/reader.js')).PageReader(...given));
  return {
    read: async (page, request) => page.graphics && (await reader.get()).read(page, request),
  };
}
