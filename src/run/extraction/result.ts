/** What an extraction gives. */

import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { settled } from '../../foundation/schema/defaults.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import type { Config } from '../../language/config/config-types.js';
import { keepMember } from '../../language/config/schema.js';
import { GEOMETRY_FROM } from '../../language/fields/output.js';
import type { ExtractionIssue, ExtractionWarning } from '../../language/fields/runner.js';
import { type FieldTrace, type PrintedLine, printedLine } from '../../language/fields/trace.js';
import {
  coverage,
  type Score,
  score,
  summarise,
  type ValidationSummary,
} from '../../language/validate/coverage.js';
import { countValidations, type ValidationEntry } from '../../language/validate/validate.js';
import type { LlmUsageReport } from '../../llm/usage.js';
import type { Transform } from '../../page/document/geometry.js';
import type { Document, FileMetadata, Page } from '../../page/document/model.js';
import { type OcrReport, ocrMember } from '../../page/document/reading.js';
import type { BegunRun, RunOptions } from './run.js';

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
  usage?: LlmUse;
  /** The document as the fields saw it; only from verbosity 3 on. */
  text?: { pages: PrintedPage[] };
  /** Per field id one entry for each field of the config that ran; only if asked for. */
  trace?: Record<string, FieldTrace[]>;
}

/** What language models were asked. */
export interface LlmUse {
  readonly llm: LlmUsageReport;
  /**
   * Ids of fields that a model was asked for because a field of the same id, which asks none, had found nothing; inside
   * sections with the ids of these, as in `claims.number`. In the order in which they asked.
   */
  readonly fallbacks: readonly string[];
}

/** A page, as verbosity 3 prints it. */
export interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly transform: Transform;
  readonly lines: readonly Omit<PrintedLine, 'page'>[];
}

/** What a run gives, and how well it filled the document, which also counts what the result does not show. */
export interface Extraction {
  readonly result: ExtractionResult;
  readonly score: Score;
}

/** What the stages of an extraction made. */
interface Made {
  /** The document as the fields saw it. */
  readonly pages: readonly Page[];
  readonly output: FieldOutput;
  /** What the postprocessor made; undefined without one. */
  readonly postprocessed: unknown;
  readonly validations: readonly ValidationEntry[];
}

/** The result of an extraction whose stages have run. */
export function resultOf(
  document: Document,
  { postprocessor }: Config,
  { pages, output, postprocessed, validations }: Made,
  { run, errors, warnings, traces }: BegunRun,
  options: Pick<RunOptions, 'validations' | 'trace'>,
): Extraction {
  const counts = countValidations(validations);
  const { verbosity, extraData, models } = run;
  const result: ExtractionResult = {
    parsed_document: output,
    ...(postprocessor && { postprocessorOutput: postprocessed }),
    errors: [...(document.errors ?? []), ...errors],
    warnings: [...document.warnings, ...warnings],
    ...(options.validations && { validations }),
    validation_summary: summarise(output, counts),
    coverage: coverage(output, counts),
    page_count: document.pageCount,
    content_type: document.contentType,
    ...ocrMember([...document.pages, ...pages]),
    ...(document.metadata && { file_metadata: document.metadata }),
    ...(extraData && { extra_data: extraData }),
    ...(models && { usage: { llm: models.client.usage(), fallbacks: [...models.fallbacks] } }),
    ...(verbosity >= GEOMETRY_FROM && { text: { pages: pages.map(printedPage) } }),
    ...(options.trace && { trace: traces }),
  };
  const keep = !postprocessor || settled(keepMember, postprocessor).keepParsedDocument;
  return { result: keep ? result : withoutDocument(result), score: score(output, counts) };
}

function withoutDocument({ parsed_document: _dropped, ...rest }: ExtractionResult): ExtractionResult {
  return rest as ExtractionResult;
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
