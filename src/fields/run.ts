/** One run of a config over a document: what its fields share, and how they follow each other. */
import type { Config, Language } from '../config/schema.js';
import { isInterruption } from '../document/interrupt.js';
import type { Document } from '../document/model.js';
import { formatPath, type PathStep } from '../errors.js';
import type { ExtraData } from '../extra-data.js';
import type { ValueBudget } from '../values/budget.js';
import { holds, store } from '../values/store.js';
import type { FieldScope } from './definition.js';
import type { FieldTrace } from './trace.js';

/** Something that went wrong at run time and cost a value (chapter 1, 6.4). */
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
export interface Run {
  readonly language: Language;
  readonly config: Config;
  readonly document: Document;
  readonly verbosity: number;
  readonly extraData: ExtraData | undefined;
  /** The moment of the extraction, and chance, for the rules. */
  readonly now: Date;
  random(): number;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  error(issue: ExtractionIssue): void;
  warn(warning: ExtractionWarning): void;
  /** Bounds what computed fields make of each other. */
  readonly budget: ValueBudget;
  /** Absent unless a trace was asked for. */
  readonly trace?: (id: string, trace: FieldTrace) => void;
}

/**
 * Runs the fields of a scope in order. A field whose id already holds a value is skipped; one that fails
 * leaves null and an entry in `errors`, and the others go on.
 * @param path of the array
 * @param chosen which fields to run; default all
 */
export async function runFields(
  fields: readonly object[],
  scope: FieldScope,
  path: readonly PathStep[],
  chosen?: (field: object) => boolean,
): Promise<void> {
  for (const [position, field] of fields.entries()) {
    if (chosen && !chosen(field)) continue;
    scope.run.checkpoint();
    const at = [...path, position];
    const kind = scope.run.language.fieldKind(field);
    const id = kind.outputId ? kind.outputId(field) : memberId(field);
    if (id !== undefined && holds(scope.output, id)) continue;
    try {
      await kind.execute(field, scope, at);
    } catch (error) {
      if (isInterruption(error)) throw error;
      if (id !== undefined) store(scope.output, id, null);
      scope.run.error({
        type: 'unexpected',
        message: `the field failed: ${error instanceof Error ? error.message : String(error)}`,
        ...placeOf(scope, at, id ?? memberId(field)),
      });
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
