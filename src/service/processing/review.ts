/** What a reviewer decides, and what follows from corrections: checks, coverage, the postprocessor's output. */
// See docs/language/09-service.md#9142-put-extractionsid

import { orderedEntries, orderedJson, setMember } from '../../foundation/objects/members.js';
import { extraDataOf } from '../../foundation/objects/ordered-json.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { isField, isSection, shapeOf } from '../../language/computed/shapes.js';
import { summed } from '../../language/validate/coverage.js';
import type { ValidatedResult, ValidationReport } from '../../language/validate/report.js';
import type { Validation } from '../../language/validate/schema.js';
import { fraction } from '../bytes.js';
import { commit, type ServiceContext } from '../context.js';
import { invalidRequest, invalidRequestIn, type RequestIssue, serviceError } from '../errors.js';
import type {
  Actor,
  ExtractionIssue,
  ExtractionRow,
  OutcomeSummary,
  ReviewChange,
  ReviewLogEntry,
} from '../extraction-rows.js';
import { isPortfolio, type StoredResult, storedResult } from '../render.js';
import type { Json } from '../rows.js';
import { settingsOf } from '../schemas/document-types.js';
import type { ReviewRequest } from '../schemas/reviews.js';
import { asJson } from './as-json.js';
import { checkLimits, whileCallerWaits } from './checks.js';
import { storedIssue } from './extract.js';
import { tell } from './outcome.js';

/** A document of an extraction, as far as reviews change it. */
interface Reviewed {
  /** Its type: types may be renamed, and others may take their names. */
  readonly typeId: string | undefined;
  readonly configuration: string | null;
  readonly version: string | null;
  readonly parsed: FieldOutput;
  readonly postprocessed: { readonly output: unknown } | undefined;
}

/**
 * Applies a review (T12).
 * @param caller aborts when nobody waits for the answer any more
 * @returns the extraction as it is then
 * @throws ServiceError `review_closed`, `stale_review`, `invalid_request`, `sync_timeout`
 */
export async function reviewed(
  context: ServiceContext,
  row: ExtractionRow,
  request: ReviewRequest,
  actor: Actor | null,
  caller: AbortSignal,
): Promise<ExtractionRow> {
  const { store } = context;
  const position = positionOf(row, request);
  const from = row.reviewStatuses[position] ?? null;
  const isEmpty = request.fields === undefined || Object.keys(request.fields).length === 0;
  if (row.status !== 'COMPLETE' || from === null) throw serviceError('review_closed');
  if (from !== 'NEEDS_REVIEW') {
    if (from === request.reviewStatus && isEmpty) return row;
    throw serviceError('review_closed');
  }
  if (request.version !== undefined && request.version !== row.reviewVersion) {
    throw serviceError('stale_review');
  }
  const result = storedResult(await store.getResult(row.id));
  if (!result || !row.summary) throw serviceError('review_closed');
  const to = request.reviewStatus ?? from;
  const statuses = row.reviewStatuses.map((status, i) => (i === position ? to : status));
  const corrected = await correction(context, row, result, position, request, caller);
  const entry: ReviewLogEntry = {
    at: await context.time.now(),
    actor,
    reviewer: request.reviewer ?? null,
    comment: request.comment ?? null,
    document: isPortfolio(row) ? position : null,
    from,
    to,
    changes: corrected.changes,
  };
  const { summary, result: next } = corrected;
  const change: ReviewChange = { summary, result: orderedJson(next), reviewStatuses: statuses, entry };
  return commit(context, async (changing) => {
    if (!(await store.review(row.id, row.reviewVersion, change, changing.tx))) {
      throw serviceError('stale_review');
    }
    const done = await store.getExtraction(null, row.id, changing.tx);
    if (!done) throw serviceError('not_found');
    if (to !== from) await tell(context, changing, done, next, 'extraction.review_changed');
    return done;
  });
}

/** Which document is reviewed. @throws ServiceError `invalid_request` */
function positionOf(row: ExtractionRow, { document }: ReviewRequest): number {
  const refuse = (message: string) => invalidRequest({ path: 'document', message });
  if (!isPortfolio(row)) {
    if (document !== undefined) throw refuse('is allowed with portfolios only');
    return 0;
  }
  if (document === undefined) throw refuse('is required with portfolios');
  const count = row.reviewStatuses.length;
  if (count > 0 && document >= count) throw refuse(`must be below ${count}`);
  return document;
}

interface Correction {
  readonly summary: OutcomeSummary;
  readonly result: StoredResult;
  readonly changes: ReviewLogEntry['changes'];
}

async function correction(
  context: ServiceContext,
  row: ExtractionRow,
  result: StoredResult,
  position: number,
  { fields = {} }: ReviewRequest,
  caller: AbortSignal,
): Promise<Correction> {
  const summary = row.summary!;
  if (Object.keys(fields).length === 0) return { summary, result, changes: [] };
  return isPortfolio(row)
    ? correctedPortfolio(context, row, result, position, fields, caller)
    : correctedSingle(context, row, result, fields, caller);
}

async function correctedSingle(
  context: ServiceContext,
  row: ExtractionRow,
  result: StoredResult,
  fields: Readonly<Record<string, unknown>>,
  caller: AbortSignal,
): Promise<Correction> {
  const summary = row.summary!;
  const before = reviewedDocument(result, row.typeIds[0], summary);
  const { parsed, changes } = edited(before.parsed, fields);
  const checked = await recomputed(context, row, before, parsed, caller);
  return {
    changes,
    summary: {
      ...summary,
      errors: [...summary.errors, ...checked.errors],
      coverage: checked.report.coverage,
      validations: asJson(checked.report.validations),
      validationSummary: asJson(checked.report.validation_summary),
    },
    result: {
      ...result,
      parsed_document: parsed,
      ...(before.postprocessed && { postprocessorOutput: checked.postprocessed }),
    },
  };
}

/** A document of a portfolio as it is stored. */
interface StoredSegment {
  readonly documentType: string;
  readonly configuration?: string;
  readonly configuration_version?: string;
  readonly output: {
    readonly parsed_document: FieldOutput | null;
    readonly postprocessorOutput?: unknown;
    readonly coverage: number;
    readonly errors: readonly ExtractionIssue[];
    readonly validation_summary: ValidationReport['validation_summary'];
  };
}

async function correctedPortfolio(
  context: ServiceContext,
  row: ExtractionRow,
  result: StoredResult,
  position: number,
  fields: Readonly<Record<string, unknown>>,
  caller: AbortSignal,
): Promise<Correction> {
  const summary = row.summary!;
  const documents = (result.documents ?? []) as readonly StoredSegment[];
  const segment = documents[position]!;
  const { configuration = null, configuration_version: configurationVersion = null } = segment;
  const place = { configuration, configurationVersion };
  const before = reviewedDocument(segment.output, typeIdOf(row, documents, segment), place);
  const { parsed, changes } = edited(before.parsed, fields);
  const checked = await recomputed(context, row, before, parsed, caller);
  const output = {
    ...segment.output,
    parsed_document: parsed,
    validations: checked.report.validations,
    coverage: checked.report.coverage,
    errors: [...segment.output.errors, ...checked.errors],
    validation_summary: checked.report.validation_summary,
    ...(before.postprocessed && { postprocessorOutput: checked.postprocessed }),
  };
  const next = documents.map((each, i) => (i === position ? { ...each, output } : each));
  const outputs = next.map((each) => each.output);
  const listed = (summary.documents ?? []) as readonly Json[];
  return {
    changes,
    summary: {
      ...summary,
      coverage: outputs.reduce((sum, { coverage }) => sum + coverage, 0) / outputs.length,
      validationSummary: asJson(summed(outputs.map((each) => each.validation_summary))),
      documents: listed.map((each, i) =>
        i === position
          ? {
              ...(each as object),
              output: { errors: asJson(output.errors), validations: asJson(output.validations) },
            }
          : each,
      ),
    },
    result: { ...result, documents: next },
  };
}

/** The type of a document of a portfolio: the row has an id for each name, in the order in which they come first. */
function typeIdOf(
  { typeIds }: ExtractionRow,
  documents: readonly StoredSegment[],
  { documentType }: StoredSegment,
): string | undefined {
  const names = [...new Set(documents.map((document) => document.documentType))];
  return typeIds[names.indexOf(documentType)];
}

function reviewedDocument(
  stored: { readonly parsed_document?: unknown; readonly postprocessorOutput?: unknown },
  typeId: string | undefined,
  place: Pick<OutcomeSummary, 'configuration' | 'configurationVersion'>,
): Reviewed {
  return {
    typeId,
    configuration: place.configuration,
    version: place.configurationVersion,
    parsed: (stored.parsed_document ?? {}) as FieldOutput,
    postprocessed: 'postprocessorOutput' in stored ? { output: stored.postprocessorOutput } : undefined,
  };
}

/** A copy with new values. @throws ServiceError `invalid_request` for fields that are not there, or misshapen */
function edited(parsed: FieldOutput, fields: Readonly<Record<string, unknown>>) {
  const issues: RequestIssue[] = [];
  const next: Record<string, FieldValue> = {};
  for (const [id, value] of orderedEntries(parsed)) setMember(next, id, value);
  const changes: { path: string; from: Json; to: Json }[] = [];
  for (const [id, given] of Object.entries(fields)) {
    if (!Object.hasOwn(parsed, id)) {
      issues.push({ path: `fields.${id}`, message: 'is not a field of the document' });
      continue;
    }
    const value = newValue(parsed[id] ?? null, given);
    if (value === undefined) {
      const message = 'must be null, a plain value, a field, a table, or an array of fields or sections';
      issues.push({ path: `fields.${id}`, message });
      continue;
    }
    changes.push({ path: id, from: asJson(parsed[id] ?? null), to: asJson(value) });
    setMember(next, id, value);
  }
  if (issues.length > 0) throw invalidRequestIn(issues);
  return { parsed: next as FieldOutput, changes };
}

/** The value that a field gets; undefined for what is no value. */
function newValue(present: FieldValue, given: unknown): FieldValue | undefined {
  if (given === null) return null;
  if (typeof given !== 'object') {
    const type = typeof given;
    const base = isField(present) ? present : { type };
    return { ...base, value: given } as unknown as FieldValue;
  }
  return isFieldValue(given as FieldValue) ? (given as FieldValue) : undefined;
}

/** Whether a value has the shape of one in a result: no objects but fields, tables, pictures and sections of these. */
function isFieldValue(value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(value))
    return value.every((element) => isSectionOfValues(element) || isFieldValue(element));
  if (typeof value !== 'object') return false;
  const shape = shapeOf(value as FieldValue);
  if (shape === 'field') return typeof Reflect.get(value, 'type') === 'string';
  return shape === 'table' || shape === 'images';
}

function isSectionOfValues(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return isSection(value as FieldValue) && Object.values(value).every(isFieldValue);
}

interface Recomputed {
  readonly report: ValidationReport;
  readonly postprocessed: unknown;
  readonly errors: readonly ExtractionIssue[];
}

/** What follows from the values: checks, counts, and what the postprocessor makes of them. */
async function recomputed(
  context: ServiceContext,
  row: ExtractionRow,
  before: Reviewed,
  parsed: FieldOutput,
  caller: AbortSignal,
): Promise<Recomputed> {
  const { store, clock, extractor } = context;
  const { typeId } = before;
  const type = typeId === undefined ? null : await store.getType(row.account, { id: typeId });
  const validations = (type ? (settingsOf(type).validations ?? []) : []) as readonly Validation[];
  const config = before.postprocessed && (await configOf(context, row, before));
  const result: ValidatedResult = {
    parsed_document: parsed,
    extra_data: extraDataOf(row),
    content_type: row.document?.contentType,
    page_count: row.summary?.pageCount ?? undefined,
  };
  const report = await whileCallerWaits(context, caller, (signal) =>
    extractor.recheck(
      result,
      { validations, config },
      {
        filename: row.request.documentName,
        now: () => new Date(clock.now()),
        random: () => fraction(context.random),
        limits: checkLimits(context),
        signal,
      },
    ),
  );
  const { postprocessor } = report;
  if (!before.postprocessed) return { report, postprocessed: undefined, errors: [] };
  if (postprocessor && postprocessor.type !== 'jsonSchema') {
    return { report, postprocessed: postprocessor.output, errors: postprocessor.errors.map(storedIssue) };
  }
  const why = postprocessor ? 'a jsonSchema postprocessor is not run again' : 'its configuration is gone';
  const message = `postprocessorOutput is that of the result before the review: ${why}`;
  return {
    report,
    postprocessed: before.postprocessed.output,
    errors: [{ message, type: 'configuration', code: 'postprocessor_stale' }],
  };
}

/** The text of the config version that ran, if it is still there. */
async function configOf({ store, configs }: ServiceContext, row: ExtractionRow, { version }: Reviewed) {
  if (version === null) return undefined;
  for (const configId of row.configIds) {
    const text = await configs.textOf(store, configId, version);
    if (text !== undefined) return text;
  }
  return undefined;
}
