/** One run of a config over a document: what its fields share, and how they follow each other. */
import type { Language } from '../config/schema.js';
import type { Document } from '../document/model.js';
import { DocumentError, formatPath, type PathStep } from '../errors.js';
import { type FieldScope, passed } from './definition.js';
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
  readonly code?: string;
  /** Printed config path. */
  readonly path?: string;
  /** Zero-based page. */
  readonly page?: number;
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
  readonly document: Document;
  readonly verbosity: number;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
  error(issue: ExtractionIssue): void;
  warn(warning: ExtractionWarning): void;
  /** Absent unless a trace was asked for. */
  readonly trace?: (id: string, trace: FieldTrace) => void;
}

/**
 * Runs the fields of a scope in order. A field whose id already holds a value is skipped; one that fails
 * leaves null and an entry in `errors`, and the others go on.
 */
export async function runFields(
  fields: readonly object[],
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  for (const [position, field] of fields.entries()) {
    scope.run.checkpoint();
    const at = [...path, position];
    const id = 'id' in field && typeof field.id === 'string' ? field.id : undefined;
    if (id !== undefined && passed(scope.output[id])) continue;
    try {
      await scope.run.language.fieldKind(field).execute(field, scope, at);
    } catch (error) {
      if (isEndOfRun(error)) throw error;
      if (id !== undefined) scope.output[id] = null;
      scope.run.error({
        type: 'unexpected',
        message: `the field failed: ${error instanceof Error ? error.message : String(error)}`,
        ...(id !== undefined && { field_id: [...scope.groups, id].join('.') }),
        path: formatPath(at),
      });
    }
  }
}

/** The time is up or the caller gave up: only these end a run. */
function isEndOfRun(error: unknown): boolean {
  return error instanceof DocumentError && (error.code === 'timed_out' || error.code === 'aborted');
}
