/** Puts together what a report holds. */

import { orderedJson } from '../../../foundation/objects/members.js';
import { memo } from '../../../foundation/objects/memo.js';
import { percentText } from '../../../foundation/text/percent.js';
import { countFields } from '../../../language/validate/coverage.js';
import type { Page } from '../../../page/document/model.js';
import type { ExtractionResult } from '../../../run/extraction/result.js';
import { fieldNodes } from './field-nodes.js';
import { LAYERS } from './layers.js';
import { LinePlaces } from './line-places.js';
import { pathOf } from './marks.js';
import { pageMarks } from './page-marks.js';
import type { LineData, PageData, Problem, ReportData } from './payload.js';
import type { Pictures } from './pictures.js';

/** A run of a config over a document, with all that there is to see of it. */
interface InspectedRun {
  readonly document: { readonly name: string; readonly contentType: string; readonly pageCount: number };
  readonly configName: string;
  readonly config: object;
  readonly result: ExtractionResult;
  /** As they were read. */
  readonly before: readonly Page[];
  /** As the fields saw them. */
  readonly after: readonly Page[];
}

/** Turns of a page that are not worth a note, in degrees. */
const ANGLE_DECIMALS = 1;
const CONFIDENCE_DECIMALS = 2;

/** What a report says of the run itself: all but the pages. */
export type RunPart = Omit<ReportData, 'pages' | 'before'>;

/**
 * All of a report but its pictures, which are asked for by the way.
 * @param onPage is called for each page that is drawn
 * @throws DocumentError `closed`
 */
export async function reportData(
  run: InspectedRun,
  pictures: Pick<Pictures, 'of'>,
  onPage?: (done: number, total: number) => void,
): Promise<ReportData> {
  const { after, before = [] } = shownPages(run);
  const total = after.length + before.length;
  const pages: PageData[] = [];
  for (const page of [...after, ...before]) {
    onPage?.(pages.length, total);
    pages.push({ ...pageLines(page), ...(await pictures.of(page)), marks: await marksOf(page) });
  }
  return {
    ...runPart(run),
    pages: pages.slice(0, after.length),
    ...(before.length > 0 && { before: pages.slice(after.length) }),
  };
}

/** The pages that a report shows. @returns `before` where preprocessors changed them */
export function shownPages({ config, before, after }: Pick<InspectedRun, 'config' | 'before' | 'after'>): {
  readonly after: readonly Page[];
  readonly before?: readonly Page[];
} {
  // Without preprocessors pages differ by empty lines alone.
  const isChanged =
    preprocessorNames(config).length > 0 &&
    (before.length !== after.length || before.some((page, i) => isOther(page, after[i]!)));
  return isChanged ? { after, before } : { after };
}

/** What a report says of a run. */
export function runPart({ document, config, configName, result, after }: InspectedRun): RunPart {
  const { trace = {}, ...rest } = result;
  const inspected = { config, pages: after, places: new LinePlaces(after) };
  return {
    document: { name: document.name, contentType: document.contentType, pages: document.pageCount },
    config: configName,
    coverage: result.coverage,
    found: countFields(result.parsed_document ?? {}),
    facts: factsOf(result),
    problems: problemsOf(result),
    fields: fieldNodes(result.parsed_document, trace, inspected),
    preprocessors: preprocessorNames(config),
    result: orderedJson(rest, 2),
    layers: LAYERS,
  };
}

/** Whether preprocessors changed a page. */
function isOther(before: Page, after: Page): boolean {
  return (
    before.lines !== after.lines ||
    before.index !== after.index ||
    before.graphics !== after.graphics ||
    before.width !== after.width ||
    before.height !== after.height
  );
}

/** A page without what is drawn on it: its size, its lines and what is worth knowing of it. */
export function pageLines(page: Page): Omit<PageData, 'picture' | 'undrawn' | 'marks'> {
  const { index, width, height, lines } = page;
  return { index, width, height, lines: lines.map(lineData), notes: notesOf(page) };
}

/** What is drawn on a page but its lines, kept with it: a watched document is looked at again and again. */
export const marksOf = memo(async (page: Page): Promise<PageData['marks']> => {
  const { lines: _lines, ...marks } = await pageMarks(page, [
    'columns',
    'tables',
    'found',
    'rulings',
    'boxes',
    'words',
  ]);
  return marks;
});

function lineData({ text, boundingPolygon, lineHeight, angle, confidence }: Page['lines'][number]): LineData {
  const turn = Number(angle.toFixed(ANGLE_DECIMALS));
  return {
    text,
    path: pathOf(boundingPolygon),
    height: Number(lineHeight.toFixed(LENGTH_DECIMALS)),
    ...(turn !== 0 && { angle: turn }),
    ...(confidence !== undefined && { confidence: Number(confidence.toFixed(CONFIDENCE_DECIMALS)) }),
  };
}

const LENGTH_DECIMALS = 3;

function notesOf({ ocr, rotation, synthetic, sheet }: Page): string[] {
  const notes: string[] = [];
  if (ocr) {
    const sure = ocr.confidence === undefined ? '' : `, ${percentText(ocr.confidence)} sure`;
    notes.push(`${ocr.part === 'page' ? '' : 'images '}read by ${ocr.engine}${sure}`);
  }
  if (rotation !== 0) notes.push(`turned by ${rotation}°`);
  if (sheet) notes.push(`sheet ${sheet.name}`);
  if (synthetic) notes.push('the file has no pages; their layout is made up');
  return notes;
}

function factsOf({ coverage, ocr, usage }: ExtractionResult): (readonly [string, string])[] {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return [
    ['Coverage', percentText(coverage)],
    ...(ocr ? [['OCR', count(ocr.pages.length, 'page')] as const] : []),
    ...(usage ? [['Model', count(usage.llm.calls, 'call')] as const] : []),
  ];
}

function problemsOf({ errors, warnings, validations = [] }: ExtractionResult): Problem[] {
  return [
    ...errors.flatMap(({ type, field_id, field_ids, message, page, path }): Problem[] =>
      (field_ids ?? [field_id]).map((id) => ({
        severity: 'error',
        kind: type,
        message,
        ...placeOf(id, page, path),
      })),
    ),
    ...validations.map(
      ({ severity, description, message, scope }): Problem => ({
        severity,
        kind: 'validation',
        message: message === undefined ? description : `${description}: ${message}`,
        ...(scope && scope.length > 0 && { field: scope.map(([group]) => group) }),
      }),
    ),
    ...warnings.map(
      ({ code, message, field_id, page, path }): Problem => ({
        severity: 'warning',
        kind: code,
        message,
        ...placeOf(field_id, page, path),
      }),
    ),
  ];
}

function placeOf(id: string | undefined, page: number | undefined, path: string | undefined) {
  return {
    ...(id !== undefined && { field: id.split('.') }),
    ...(page !== undefined && { page }),
    ...(path !== undefined && { path }),
  };
}

function preprocessorNames(config: object): string[] {
  const entries: unknown = 'preprocessors' in config ? config.preprocessors : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.map((entry: { readonly type?: unknown }) => String(entry.type));
}
