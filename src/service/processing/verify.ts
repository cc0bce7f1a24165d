/**
 * Asks a model beside the layout, after an extraction: where what is printed for a field differs, a person decides. So a
 * form that was redesigned is seen in a day.
 */
// See docs/language/09-service.md#966-the-layout-beside-the-model
import { orderedJson } from '../../foundation/objects/members.js';
import { extraDataOf } from '../../foundation/objects/ordered-json.js';
import { parseConfig } from '../../language/config/built-in.js';
import type { ExtractOptions } from '../../options.js';
import {
  type GivenTable,
  type GivenValue,
  givenTable,
  givenValue,
  isPrinted,
  isSame,
  rowCount,
} from '../../run/extraction/answers.js';
import { type Asked, askedOf, asksModel } from '../../run/extraction/asked-fields.js';
import { deadlineIn } from '../clock.js';
import { commit, type ServiceContext } from '../context.js';
import type { ExtractionRow } from '../extraction-rows.js';
import type { LeasedJob } from '../queue.js';
import { storedResult } from '../render.js';
import type { Json } from '../rows.js';
import { settingsOf } from '../schemas/document-types.js';
import type { ShownDisagreement } from '../schemas/extractions.js';
import { asJson } from './as-json.js';
import { boundOptions } from './extract.js';
import { documentBytes } from './extraction-job.js';
import { underLease } from './lease.js';
import { tell } from './outcome.js';

/** Values show the lines that they were read from. */
const VERBOSITY = 1;

type Values = Readonly<Record<string, unknown>>;

/** Compares layout and model for one extraction, and opens a review where they differ. It is tried as often as an extraction. */
export async function verifyJob(
  context: ServiceContext,
  job: LeasedJob,
  working: { readonly signal: AbortSignal },
): Promise<void> {
  const { store, queue, clock, limits } = context;
  const row = await store.getExtraction(null, job.key);
  const { leaseMs, maxAttempts, maxProcessingMs } = limits;
  if (row && mayOpen(row) && row.document && job.attempt <= maxAttempts) {
    const renew = () => queue.extend(job, leaseMs);
    await underLease({ leaseMs, clock, signal: working.signal, renew }, async (signal) => {
      const deadline = deadlineIn(maxProcessingMs, clock, signal);
      try {
        const found = await disagreementsOn(context, row, deadline.signal);
        if (found.length > 0) await openReview(context, row, found);
      } finally {
        deadline.release();
      }
    });
  }
  await queue.done(job);
}

/** Whether nobody has decided yet. */
function mayOpen({ status, erased, reviewStatuses }: ExtractionRow): boolean {
  const isDecided = reviewStatuses.some((each) => each !== null && each !== 'NEEDS_REVIEW');
  return status === 'COMPLETE' && erased === null && !isDecided;
}

/** What layout and model give for the fields of an extraction's config that have a question behind them. */
async function disagreementsOn(
  context: ServiceContext,
  row: ExtractionRow,
  signal: AbortSignal,
): Promise<readonly ShownDisagreement[]> {
  const { store, configs, extractor } = context;
  const [configId] = row.configIds;
  const version = row.summary?.configurationVersion;
  const type = await store.getType(row.account, { id: row.typeIds[0]! });
  const text = configId && version ? await configs.textOf(store, configId, version) : undefined;
  if (text === undefined || !type) return [];
  // Computed fields run after these, and may hide what is compared.
  const { postprocessor: _, computed_fields: computed = [], fields, ...config } = parseConfig(text);
  const questions = fields.filter(asksModel);
  if (questions.length === 0 || questions.length === fields.length) return [];
  const bytes = await documentBytes(context, row);
  const { ocr_level: ocrLevel, ocr_engine: ocrEngine, prevent_default_merge_lines } = settingsOf(type);
  const { llm, effort: _effort, ...bound } = boundOptions(context);
  const options = {
    ...bound,
    contentType: row.document?.contentType,
    filename: row.request.documentName,
    ocrLevel,
    ocrEngine,
    preventDefaultMergeLines: prevent_default_merge_lines,
    signal,
  };
  const run = async (own: typeof fields, models: Pick<ExtractOptions, 'llm'>): Promise<Values> => {
    const part = { ...config, fields: own, verbosity: VERBOSITY } as const;
    const given = await extractor.extract(bytes, part, extraDataOf(row), { ...options, ...models });
    return given.parsed_document as Values;
  };
  const layout = await run(
    fields.filter((field) => !asksModel(field)),
    {},
  );
  const model = await run(questions, llm ? { llm } : {});
  return askedOf({ fields: questions }).flatMap((asked) => {
    const field_id = shownId(asked.id, computed as readonly Computed[]);
    return differences(asked, layout, model).map((each) => ({ field_id, ...each }));
  });
}

interface Computed {
  readonly id: string;
  readonly method: { readonly id: string; readonly source_ids?: unknown };
}

/** The id under which a result shows rows: that of the `zip` which makes objects of them alone, where they are hidden. */
function shownId(id: string, computed: readonly Computed[]): string {
  const over = (method: string) =>
    computed.filter(({ method: own }) => own.id === method && namesOf(own.source_ids).includes(id));
  const shown = over('zip').find(({ method }) => namesOf(method.source_ids).length === 1);
  return shown && over('suppressOutput').length > 0 ? shown.id : id;
}

/** Sources that are listed; none of a pattern. */
function namesOf(sources: unknown): readonly unknown[] {
  return Array.isArray(sources) ? sources : [];
}

/** Where layout and model both found something printed, and not the same. */
function differences(
  asked: Asked,
  layout: Values,
  model: Values,
): readonly Omit<ShownDisagreement, 'field_id'>[] {
  const { id } = asked;
  if (asked.kind === 'value') {
    const [a, b] = [givenValue(layout, id), givenValue(model, id)];
    if (!a || !b || !isPrinted(b) || isSame(a, b)) return [];
    return [{ layout: shown(a), model: shown(b) }];
  }
  const [a, b] = [givenTable(layout, id), givenTable(model, id)];
  if (!a || !b) return [];
  if (rowCount(a) !== rowCount(b)) {
    return [{ layout: { rows: rowCount(a) }, model: { rows: rowCount(b) } }];
  }
  return asked.columns.flatMap(({ id: column }) =>
    Array.from({ length: rowCount(a) }, (_, row) => row).flatMap((row) => {
      const [own, other] = [cellOf(a, column, row), cellOf(b, column, row)];
      if (!own || !other || !isPrinted(other) || isSame(own, other)) return [];
      return [{ column, row, layout: shown(own), model: shown(other) }];
    }),
  );
}

function cellOf({ columns }: GivenTable, id: string, row: number): GivenValue | undefined {
  const cell = columns.find((column) => column.id === id)?.values[row];
  return cell && cell.value !== null ? cell : undefined;
}

/** A value with its places. */
function shown({ value, source, lines = [] }: GivenValue): ShownDisagreement['layout'] {
  return {
    value,
    ...(source !== undefined && { source }),
    lines: lines.map(({ text, page, boundingPolygon }) => ({
      text,
      page,
      boundingPolygon: [...boundingPolygon],
    })),
  };
}

/** T14: keeps what differs with the result, and asks for a review. Where somebody was faster, nothing is changed. */
async function openReview(
  context: ServiceContext,
  row: ExtractionRow,
  disagreements: readonly ShownDisagreement[],
): Promise<void> {
  const { store, telemetry, time } = context;
  const result = storedResult(await store.getResult(row.id));
  if (!result || !row.summary) return;
  const next = { ...result, disagreements: asJson(disagreements) as Json };
  const from = row.reviewStatuses[0] ?? null;
  const change = {
    summary: row.summary,
    result: orderedJson(next),
    reviewStatuses: ['NEEDS_REVIEW'] as const,
    entry: {
      at: await time.now(),
      actor: null,
      reviewer: null,
      comment: 'Layout and model differ.',
      document: null,
      from,
      to: 'NEEDS_REVIEW' as const,
      changes: [],
    },
  };
  const isOpen = await commit(context, async (changing) => {
    if (!(await store.openReview(row.id, row.reviewVersion, change, changing.tx))) return false;
    const now = await store.getExtraction(null, row.id, changing.tx);
    if (now && from === null) await tell(context, changing, now, next, 'extraction.review_changed');
    return true;
  });
  const measured = { type: row.request.types[0]!, configuration: row.summary.configuration ?? '' };
  if (isOpen) telemetry.measure('layoutDisagreements', disagreements.length, measured);
}
