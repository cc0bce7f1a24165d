/** Runs test cases: extracts, compares with what is expected, and writes that again where it is asked for. */
import { stat, writeFile } from 'node:fs/promises';
import { orderedEntries, orderedJson } from '../../foundation/objects/members.js';
import type { Document, ExtractionResult, Extractor, Progress } from '../../index.js';
import { countFields } from '../../language/validate/coverage.js';
import { entryText } from '../../language/validate/validate.js';
import type { BrokenCase, TestCase } from '../authoring/case-files.js';
import { type CaseReport, withReasons } from '../authoring/case-report.js';
import { compareResult, updatedExpectation } from '../authoring/expectation.js';
import { nullReason } from '../authoring/null-reasons.js';
import { blame } from './failure.js';
import { inputFilename, outputFailure, readInput, readText } from './input.js';
import { commandModel } from './model.js';
import type { ProgressLine } from './progress.js';
import { readExtraData, readValidations } from './run-inputs.js';
import type { Surroundings } from './streams.js';

/** How cases are run. */
export interface CaseRun {
  readonly extractor: Extractor;
  /** Keeps documents read between runs; only where the extractor has no workers. */
  readonly kept: Map<string, KeptDocument> | undefined;
  /** The engine that reads scans, where another one than the default does. */
  readonly ocrEngine: string | undefined;
  readonly update: boolean;
  readonly partial: boolean;
  /** Ask the model for what has no recording, and record it. */
  readonly record: boolean;
  readonly surroundings: Surroundings;
  readonly progress: ProgressLine;
}

/** Called with how far a case is. */
type OnProgress = (progress: Progress) => void;

/** A document that stays read as long as its file is the same. */
interface KeptDocument {
  readonly state: string;
  readonly document: Document;
}

const MILLISECONDS = 1000;

/** Runs a case. @throws InputFailure when expected values cannot be written */
async function runCase(
  one: TestCase | BrokenCase,
  run: CaseRun,
  onProgress: OnProgress,
): Promise<CaseReport> {
  const { name } = one;
  const empty = { name, seconds: 0, fields: 0, different: [], validations: [], problems: [] };
  if ('problem' in one) return { ...empty, status: 'error', message: one.problem };
  const { skip } = one.settings;
  if (skip !== undefined) return { ...empty, status: 'skipped', message: skip };
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / MILLISECONDS;
  let result: ExtractionResult;
  try {
    result = await extractCase(one, run, onProgress);
  } catch (error) {
    const blamed = blame(error, one);
    if (!(blamed instanceof Error)) throw error;
    return { ...empty, status: 'error', seconds: seconds(), message: blamed.message };
  }
  return judged(one, result, run, seconds());
}

async function judged(
  one: TestCase,
  result: ExtractionResult,
  { update, partial: anyPartial }: CaseRun,
  seconds: number,
): Promise<CaseReport> {
  const { name, expected } = one;
  const partial = one.settings.partial ?? anyPartial;
  const { fields } = countFields(result.parsed_document ?? {});
  const problems = result.errors.map(problemText);
  const different = expected && withReasons(compareResult(expected, result, partial), result.trace);
  const failed = (result.validations ?? []).filter(({ severity }) => severity !== 'skipped');
  const validations = failed.map((entry) => `${entry.severity}: ${entryText(entry)}`);
  const report = { name, seconds, fields, different: different ?? [], validations, problems };
  if (failed.some(({ severity }) => severity === 'error')) return { ...report, status: 'failed' };
  if (different?.length === 0) return { ...report, status: 'passed' };
  if (update) {
    const content = updatedExpectation(expected, result, partial);
    await writeFile(one.expectedFile, `${orderedJson(content, 2)}\n`).catch((error: unknown) => {
      throw outputFailure(one.expectedFile, error);
    });
    const nulls = acceptedNulls(result, expected?.fields ?? {});
    return { ...report, status: 'updated', ...(nulls !== '' && { message: nulls }) };
  }
  if (expected) return { ...report, status: 'failed' };
  return { ...report, status: 'error', message: 'has no expected.json; --update writes it' };
}

/** A line for each field that is now expected to be null and was not before, with the reason. */
function acceptedNulls({ parsed_document, trace = {} }: ExtractionResult, before: object): string {
  return orderedEntries(parsed_document ?? {})
    .filter(
      ([id, value]) => value === null && !(Object.hasOwn(before, id) && Reflect.get(before, id) === null),
    )
    .map(([id]) => `accepted null: ${id}: ${nullReason(id, trace) ?? 'the document does not have it'}`)
    .join('\n');
}

function problemText({ field_id, field_ids, type, message }: ExtractionResult['errors'][number]): string {
  const [line = ''] = message.split('\n', 1);
  return `${field_id ?? field_ids?.join(', ') ?? type}: ${line}`;
}

async function extractCase(one: TestCase, run: CaseRun, onProgress: OnProgress): Promise<ExtractionResult> {
  const { extractor, surroundings } = run;
  const { stdin } = surroundings;
  const { contentType, password, now } = one.settings;
  const config = extractor.parseConfig(await readText(one.config, stdin));
  const extraData = await readExtraData(one.extraData, stdin);
  const validations = await readValidations(one.validations, stdin);
  const moment = now === undefined ? undefined : new Date(now);
  return extractor.extract(await documentOf(one, run, onProgress), config, extraData, {
    filename: inputFilename(one.document),
    onProgress,
    contentType,
    password,
    ocrEngine: run.ocrEngine,
    trace: true,
    validations,
    ...(moment && { now: () => moment }),
    llm: await modelOf(one, run),
  });
}

/** Only recorded answers count, unless recording was asked for: a test must give the same tomorrow. */
async function modelOf(one: TestCase, { record, surroundings }: CaseRun) {
  if (!one.hasRecordings && !record) return undefined;
  const flags = { llmReplay: one.recordings, llmRecord: record };
  return (await commandModel(flags, surroundings))?.llm;
}

async function documentOf(
  one: TestCase,
  { extractor, kept, ocrEngine, surroundings: { stdin } }: CaseRun,
  onProgress: OnProgress,
): Promise<Uint8Array | Document> {
  if (!kept) return readInput(one.document, stdin);
  const { document: file, settings } = one;
  const { contentType, password } = settings;
  const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
  const state = JSON.stringify([mtimeMs, size, contentType, password]);
  const known = kept.get(file);
  if (known?.state === state) return known.document;
  kept.delete(file);
  await known?.document.close();
  const bytes = await readInput(file, stdin);
  const filename = inputFilename(file);
  const document = await extractor.load(bytes, { filename, contentType, password, ocrEngine, onProgress });
  kept.set(file, { state, document });
  return document;
}

/** Runs cases, some at the same time; reports come in the order of the cases. */
export async function runCases(
  cases: readonly (TestCase | BrokenCase)[],
  concurrency: number,
  run: CaseRun,
  onReport: (report: CaseReport) => void,
): Promise<readonly CaseReport[]> {
  const reports: CaseReport[] = [];
  let printed = 0;
  let done = 0;
  const { progress } = run;
  const onProgress = (stand: Progress) => {
    const total = cases.length;
    if (total === 1) progress.update(stand);
    else if (concurrency > 1) progress.update({ stage: 'case', done, total });
    else progress.update(stand, { stage: 'case', done, total });
  };
  const queue = cases.entries();
  async function work(): Promise<void> {
    for (const [position, one] of queue) {
      reports[position] = await runCase(one, run, onProgress);
      done++;
      progress.clear();
      for (let next = reports[printed]; next; next = reports[printed]) {
        printed++;
        onReport(next);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return reports;
}
