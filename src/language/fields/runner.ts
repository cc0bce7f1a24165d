/** One run of a config over a document: what its fields share, and how they follow each other. */

import { formatPath, LlmCallFailure, type PathStep, withCause } from '../../errors.js';
import { isInterruption } from '../../foundation/async/interrupt.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { PatternTime } from '../../foundation/text/pattern-guard.js';
import type { Box } from '../../page/document/geometry.js';
import type { HiddenReason } from '../../page/document/hidden-text.js';
import type { DocumentFacts, Page } from '../../page/document/model.js';
import type { ValueBudget } from '../computed/budget.js';
import { type HiddenByOutput, holds, store } from '../computed/output.js';
import type { TableBudget } from '../methods/tables/budget.js';
import { FieldsAhead } from './ahead.js';
import type { CaptureBudget } from './capture-budget.js';
import { type FieldLanguage, type FieldScope, methodIdOf } from './definition.js';
import type { ModelSession } from './model/session.js';
import { type FieldTrace, skippedTrace } from './trace.js';

/** Something that went wrong at run time and cost a value. */
// See docs/language/01-document-anchors-fields.md#64-errors-log-and-warnings
export interface ExtractionIssue {
  readonly type:
    | 'configuration'
    | 'log'
    | 'postprocessor'
    | 'ocr'
    | 'llm'
    | 'unsupported'
    | 'invalid'
    | 'unexpected';
  readonly message: string;
  /** Ids from the outermost section to the field, joined by a point. */
  readonly field_id?: string;
  /** Instead of `field_id` where one thing cost several fields their values. */
  readonly field_ids?: readonly string[];
  readonly code?: string;
  /** Printed config path. */
  readonly path?: string;
  /** Zero-based page. */
  readonly page?: number;
  /** What is concerned where that is no field. */
  readonly context?: 'validation' | 'postprocessor';
  /** What the log operator of a rule logged. */
  readonly result?: unknown;
  /** What was thrown, of type `unexpected`; for the eyes of the host: it is not enumerable, so JSON leaves it out. */
  readonly cause?: unknown;
}

/** Something worth knowing that did not cost a value. */
export interface ExtractionWarning {
  readonly code: string;
  readonly message: string;
  readonly field_id?: string;
  readonly path?: string;
  readonly page?: number;
}

/** What the fields of one extraction share. */
export interface ExtractionRun {
  readonly language: FieldLanguage;
  /** Names that custom types of the config give to values. */
  customTypes(): ReadonlySet<string>;
  readonly document: DocumentFacts;
  readonly verbosity: number;
  readonly extraData: ExtraData | undefined;
  /** The moment of the extraction, and chance, for the rules. */
  readonly now: Date;
  random(): number;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  /** To be awaited between steps: the same, and other work of the process has its turn when this has had its own. */
  turn(): Promise<void>;
  error(issue: ExtractionIssue): void;
  warn(warning: ExtractionWarning): void;
  /** What `warnOnce` has warned of. */
  readonly warned: Set<string>;
  /** Longest time that a pattern may take on one text. */
  readonly patternTime: PatternTime;
  /** Whether anchors are found that OCR misread. */
  readonly forgivingAnchors: boolean;
  /** Bounds what computed fields make of each other. */
  readonly budget: ValueBudget;
  /** Bounds the search for tables. */
  readonly tableBudget: TableBudget;
  /** Bounds what second and later matches of anchors capture, of all fields together. */
  readonly captureBudget: CaptureBudget;
  /** What scopes have taken out of their outputs. */
  readonly hidden: HiddenByOutput;
  /** Whether the drawn page shows a word that may be hidden. */
  isSeen(page: Page, box: Box, reason: HiddenReason): Promise<boolean>;
  /** Called with each field of the config itself as its turn comes. */
  readonly onField?: (() => void) | undefined;
  /** Absent unless a trace was asked for. */
  readonly trace?: (id: string, trace: FieldTrace) => void;
  /** Absent when no language model is configured. */
  readonly models?: ModelSession | undefined;
}

/**
 * Gives a warning once a run: of the same field, in a hundred sections of a bad page, it is given once.
 * @param of what is warned of, as JSON
 */
export function warnOnce(
  run: Pick<ExtractionRun, 'warn' | 'warned'>,
  of: readonly unknown[],
  warnings: () => readonly ExtractionWarning[],
): void {
  const key = JSON.stringify(of);
  if (run.warned.has(key)) return;
  run.warned.add(key);
  for (const warning of warnings()) run.warn(warning);
}

/**
 * Runs the fields of a scope in order; what waits for a model may start before its turn. A field whose id already holds
 * a value is skipped; one that fails leaves no value and an entry in `errors`, and the others go on. Failed calls of
 * models reach this only where the host wants them to end the extraction.
 * @param path of the array
 * @param chosen which fields to run; default all
 */
export async function runFields(
  fields: readonly object[],
  scope: FieldScope,
  path: readonly PathStep[],
  chosen?: (field: object) => boolean,
): Promise<void> {
  const ahead = new FieldsAhead(fields, scope, path);
  const isOutermost = path.length === 1;
  for (const [position, field] of fields.entries()) {
    if (chosen && !chosen(field)) continue;
    await scope.run.turn();
    if (isOutermost) scope.run.onField?.();
    const at = [...path, position];
    const kind = scope.run.language.fieldKind(field);
    const id = kind.outputId ? kind.outputId(field) : memberId(field);
    if (id !== undefined && holds(scope, id)) {
      scope.run.trace?.(id, skippedTrace(at, methodIdOf(field) ?? kind.id));
      continue;
    }
    try {
      await (ahead.has(position) ? ahead.run(position) : kind.execute(field, scope, at));
    } catch (error) {
      if (isInterruption(error) || error instanceof LlmCallFailure) {
        ahead.stop();
        throw error;
      }
      if (id !== undefined) store(scope, id, kind.failed?.(field) ?? null);
      const message = 'the field failed unexpectedly and has no value';
      const place = placeOf(scope, at, id ?? memberId(field));
      scope.run.error(withCause({ type: 'unexpected', message, ...place }, error));
    }
  }
}

function memberId(field: object): string | undefined {
  return 'id' in field && typeof field.id === 'string' ? field.id : undefined;
}

/** Where an error happened: the field's ids from the outermost section on, and its config path. */
export function placeOf(scope: FieldScope, path: readonly PathStep[], id: string | undefined) {
  return {
    ...(id !== undefined && { field_id: [...scope.groups, id].join('.') }),
    path: formatPath(path),
  };
}
