/** The trace of a field in words: where its anchor matched, what its method searched and found, why it is null. */

import { orderedEntries } from '../../foundation/objects/members.js';
import { closest } from '../../foundation/text/edit-distance.js';
import { closestTry, type FieldTrace, type PrintedLine } from '../../language/fields/trace.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import { fieldAt } from './config-path.js';
import { shownValue } from './show.js';

/** Anchors and pieces of text that are named one by one; the others are counted. */
const NAMED = 6;
/** Characters of a line that are shown. */
const QUOTED = 80;
/** Decimals of inches. */
const DECIMALS = 2;
/** Runs of a field in sections that are described one by one. */
const RUNS_SHOWN = 5;
/** Lines that are like the text of an anchor that is not there. */
const NEAREST_SHOWN = 3;
/** Share of a text that may differ in a line that counts as like it: "lnvoice N0." is 3 of 11 from "Invoice No.". */
const LARGEST_DIFFERENCE = 0.4;
/** Width of what is before each line of a story. */
const LABEL_WIDTH = 10;

/** What is explained: a result with its trace, and what it came from. */
export interface Explained {
  readonly result: Pick<ExtractionResult, 'parsed_document' | 'trace' | 'errors' | 'text'>;
  /** The config as parsed. */
  readonly config: object;
  /** What a method does, by its id. */
  summaryOf(method: string): string | undefined;
}

/**
 * Ids that the trace knows.
 *
 * @example
 * explainableIds(explained); // ['total', 'due_date']
 */
export function explainableIds({ result }: Explained): readonly string[] {
  return orderedEntries(result.trace ?? {}).map(([id]) => id);
}

/** What `why` is asked for: a field, and of which sections. */
export interface Asked {
  readonly id: string;
  /** Sections around the field, outermost first; without an index all of a group. */
  readonly sections: readonly { readonly group: string; readonly index?: number }[];
}

/**
 * What a name asks for: an id, or a value as tables print it: `claims[1].paid`, `claims.paid` for all sections,
 * `entries[3].amount` for the table `entries`. Undefined where no such field ran.
 */
export function asked(name: string, explained: Explained): Asked | undefined {
  const ids = new Set(explainableIds(explained));
  if (ids.has(name)) return { id: name, sections: [] };
  const sections: { group: string; index?: number }[] = [];
  for (const step of name.split('.')) {
    const [, id = step, index] = /^(.*?)\[(\d+)\]$/u.exec(step) ?? [];
    const last = sections.at(-1);
    // What is left is a column, or a part of the value, of the field before.
    if (!ids.has(id)) return last && { id: last.group, sections: sections.slice(0, -1) };
    sections.push({ group: id, ...(index !== undefined && { index: Number(index) }) });
  }
  const last = sections.pop();
  return last && { id: last.group, sections };
}

/** Runs of a field in the sections that are asked for. */
function runsOf({ id, sections }: Asked, explained: Explained): readonly FieldTrace[] {
  const wanted = sections.filter(({ group }) => hasSections(group, explained));
  return (result(explained)[id] ?? []).filter(({ section = [] }) =>
    wanted.every(({ group, index }) => {
      const place = section.find((each) => each.group === group);
      return place && (index === undefined || place.index === cutIndex(group, index, explained));
    }),
  );
}

function hasSections(id: string, explained: Explained): boolean {
  return (result(explained)[id] ?? []).some(({ sections }) => sections !== undefined);
}

/** Position among all sections that were cut, of one that the result has at a position; traces count the dropped ones, too. */
function cutIndex(group: string, index: number, explained: Explained): number {
  const [only, ...others] = result(explained)[group] ?? [];
  if (!only?.sections || others.length > 0) return index;
  return only.sections.filter(({ used }) => used)[index]?.index ?? index;
}

/**
 * One line for a field: its value, or that it is null and why.
 *
 * @example
 * verdict('due_date', explained); // 'due_date: null: no line matches the anchor'
 */
export function verdict(id: string, { result }: Explained): string {
  const value = ownValue(result.parsed_document, id);
  const reason = mainReason(id, result);
  if (value === undefined)
    return `${id}: ${isInside(result.trace?.[id]) ? 'in sections or rows' : 'not part of the result'}`;
  if (!isMissing(value)) return `${id}: ${shownValue(value)}`;
  return `${id}: null${reason === undefined ? '' : `: ${reason}`}`;
}

/** Why the try of a field that came closest gave nothing. */
function mainReason(id: string, { trace }: Explained['result']): string | undefined {
  return closestTry(trace?.[id] ?? [])?.reason;
}

/** Whether a field is one of sections or rows; else it is one of the document that was taken out of the result. */
function isInside(traces: readonly FieldTrace[] | undefined): boolean {
  return traces?.some(({ section }) => section !== undefined) ?? false;
}

/** Whether a field has no value, though it is one of the result itself and not of a section. */
export function isNull(id: string, { result }: Explained): boolean {
  return isMissing(ownValue(result.parsed_document, id));
}

/**
 * The whole story of a field; one for each field of the config with this id, and for each section it ran in.
 *
 * @example
 * console.log(story({ id: 'due_date', sections: [] }, explained).join('\n'));
 */
export function story(what: Asked, explained: Explained): readonly string[] {
  const { id } = what;
  const traces = runsOf(what, explained);
  const shown = traces.slice(0, RUNS_SHOWN);
  const errors = explained.result.errors.filter(({ field_id }) => field_id?.split('.').at(-1) === id);
  const hidden = traces.length - shown.length;
  // What the first line says is not said again.
  const known = isNull(id, explained) ? mainReason(id, explained.result) : undefined;
  return [
    verdict(id, explained),
    ...shown.flatMap((trace, i) => run(trace, { isRepeated: i > 0, known }, explained)),
    ...(hidden > 0 ? [`  and ${hidden} more runs of this field`] : []),
    ...notRun(id, explained),
    ...errors.map(({ message }) => said('error', message.split('\n', 1)[0]!)),
  ];
}

/** Fields of an id that did not run because the condition around them said so, with the values that it looks at. */
function notRun(id: string, explained: Explained): string[] {
  const ran = (result(explained)[id] ?? []).map(({ path }) => path);
  return conditionsIn(explained.config, '').flatMap(({ path, condition, own }) => {
    const without = own.filter((each) => each.id === id && !ran.some((run) => run.startsWith(each.path)));
    if (without.length === 0) return [];
    const names = [...JSON.stringify(condition).matchAll(/\{"var":"([^".]+)/gu)].map(([, name]) => name!);
    const values = [...new Set(names)].map((name) =>
      verdict(name, explained).split(': ').slice(0, 2).join(' is '),
    );
    return [said('not run', `${cut(`${path} where ${JSON.stringify(condition)}`)}; ${values.join(', ')}`)];
  });
}

interface Condition {
  readonly path: string;
  readonly condition: unknown;
  /** Fields of one of its branches. */
  readonly own: readonly { readonly id: unknown; readonly path: string }[];
}

/** The conditional fields of a config, with each branch by itself. */
function conditionsIn(config: object, path: string): Condition[] {
  const { fields } = config as { readonly fields?: readonly Readonly<Record<string, unknown>>[] };
  return (fields ?? []).flatMap((field, i): Condition[] => {
    const at = `${path}fields[${i}]`;
    const method = field['method'] as Readonly<Record<string, unknown>> | undefined;
    if (method?.['id'] !== 'conditional') return field['fields'] ? conditionsIn(field, `${at}.`) : [];
    return ['fieldsOnPass', 'fieldsOnFail'].map((branch) => ({
      path: at,
      condition: method['condition'],
      own: ((method[branch] ?? []) as readonly { readonly id?: unknown }[]).map((each, k) => ({
        id: each.id,
        path: `${at}.method.${branch}[${k}]`,
      })),
    }));
  });
}

function result({ result: { trace = {} } }: Explained) {
  return trace;
}

function run(
  trace: FieldTrace,
  { isRepeated, known }: { readonly isRepeated: boolean; readonly known: string | undefined },
  explained: Explained,
): string[] {
  const { path, section, method, captured, lines, regions, points, reason, sections } = trace;
  const place = [path, ...(section ?? []).map(({ group, index }) => `${group}[${index}]`)].join(', ');
  const field = fieldAt(explained.config, path);
  const summary = explained.summaryOf(method);
  if (trace.skipped) return [said('fallback', place), said('skipped', reason ?? '')];
  return [
    said(isRepeated && section === undefined ? 'fallback' : 'field', place),
    ...anchorLines(trace, field, explained),
    said('method', `${method}${summary === undefined ? '' : `: ${lowerFirst(summary)}`}${optionsOf(field)}`),
    ...regions
      .slice(0, NAMED)
      .map((region) => said('searched', `${extent(region.boundingPolygon)} on page ${region.page}`)),
    ...points
      .slice(0, NAMED)
      .map(({ page, x, y }) => said('searched', `from the point ${inches(x)}, ${inches(y)} on page ${page}`)),
    ...listed('captured', captured, (piece) =>
      piece.kept ? placed(piece) : `${placed(piece)}, dropped: ${piece.reason ?? 'by a filter'}`,
    ),
    ...(captured.length === 0 ? listed('from', lines, placed) : []),
    ...tableLines(trace),
    ...sourceTables(field, explained),
    ...(sections ? [said('sections', sectionCounts(sections))] : []),
    ...(reason === undefined || reason === known ? [] : [said('null', reason)]),
  ];
}

/** Rows that a table left out, and cells that it has no value for, each with the reason. */
function tableLines({ table }: FieldTrace): string[] {
  if (!table) return [];
  const kept = table.rows.filter(({ reason }) => reason === undefined);
  const left = table.rows.filter(({ reason }) => reason !== undefined);
  const ids = [...new Set(table.columns.map(({ id }) => id))];
  const nulls = kept.flatMap(({ page, cells, cellReasons = [] }, row) =>
    cellReasons.flatMap((reason, i) =>
      reason === null ? [] : [{ row, page, column: ids[i] ?? i, text: cells[i], reason }],
    ),
  );
  return [
    ...(left.length > 0 ? [said('rows', `${kept.length} in the result, ${left.length} left out`)] : []),
    ...listed('left out', left, ({ page, top, cells, reason }) => {
      const text = cells.filter((cell) => cell !== null).join(' | ');
      return `${quoted(text)} on page ${page}, y ${inches(top)}: ${reason}`;
    }),
    ...listed('null cell', nulls, ({ row, page, column, text, reason }) => {
      const printed = text ? `${quoted(text)} on page ${page}: ` : '';
      return `[${row}].${column}: ${printed}${reason}`;
    }),
  ];
}

/** What is said of the tables that a computed field is made of. */
function sourceTables(field: object | undefined, explained: Explained): string[] {
  const method: unknown = field && Reflect.get(field, 'method');
  const ids: unknown = typeof method === 'object' && method !== null && Reflect.get(method, 'source_ids');
  if (!Array.isArray(ids)) return [];
  const traced = result(explained);
  return ids.flatMap((id: unknown) => {
    const runs = typeof id === 'string' && Object.hasOwn(traced, id) ? traced[id]! : [];
    const lines = runs.flatMap(tableLines);
    return lines.length > 0 ? [said('source', String(id)), ...lines] : [];
  });
}

function sectionCounts(sections: NonNullable<FieldTrace['sections']>): string {
  const used = sections.filter((section) => section.used).length;
  const dropped = sections.length - used;
  return `${used} in the result${dropped > 0 ? `, ${dropped} dropped because a required field has no value` : ''}`;
}

function anchorLines(
  { anchors, reason }: FieldTrace,
  field: object | undefined,
  explained: Explained,
): string[] {
  const anchor: unknown = field && Reflect.get(field, 'anchor');
  if (anchor === undefined && anchors.length === 0) return [];
  const found = listed('anchor', anchors, (each) => {
    const [start, end] = each.range;
    const part = each.text.slice(start, end);
    const matched = part === each.text ? '' : `, matched ${quoted(part)}`;
    const note = each.note === undefined ? '' : `, ${each.note}`;
    const why = each.reason === undefined || each.reason === reason ? '' : `: ${each.reason}`;
    return `${placed(each)}${matched}${note}${each.used ? ', used' : `, passed over${why}`}`;
  });
  const wanted = anchor === undefined ? [] : [said('looked for', cut(JSON.stringify(anchor)))];
  return [...wanted, ...(found.length > 0 ? found : nearest(anchor, explained))];
}

/** Lines that are like the texts of an anchor that no line matches. */
function nearest(anchor: unknown, { result: { text } }: Explained): string[] {
  const lines = (text?.pages ?? []).flatMap(({ lines: onPage }, page) =>
    onPage.map((line) => ({ ...line, page })),
  );
  return textsOf(anchor).flatMap((wanted) => {
    const target = wanted.toLowerCase();
    const like = lines
      .map((line) => ({ line, distance: closest(target, line.text.toLowerCase(), 'substring').distance }))
      .filter(({ distance }) => distance > 0 && distance <= wanted.length * LARGEST_DIFFERENCE)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEAREST_SHOWN);
    return like.map(({ line, distance }) =>
      said(
        'similar',
        `${quoted(line.text)} on page ${line.page}: ${distance} of ${wanted.length} characters differ`,
      ),
    );
  });
}

/** Texts that an anchor looks for, wherever they are in it. */
function textsOf(anchor: unknown): readonly string[] {
  if (typeof anchor === 'string') return [anchor];
  if (Array.isArray(anchor)) return anchor.flatMap(textsOf);
  if (typeof anchor !== 'object' || anchor === null) return [];
  const { text, match, matches, start } = anchor as Readonly<Record<string, unknown>>;
  return [...(typeof text === 'string' ? [text] : []), ...[start, match, matches].flatMap(textsOf)];
}

/** Members of a method beside its id, as they are in the config. */
function optionsOf(field: object | undefined): string {
  const method: unknown = field && Reflect.get(field, 'method');
  if (typeof method !== 'object' || method === null) return '';
  const { id: _id, ...options } = method as Readonly<Record<string, unknown>>;
  return Object.keys(options).length === 0 ? '' : ` ${cut(JSON.stringify(options))}`;
}

function listed<Each>(label: string, all: readonly Each[], shown: (each: Each) => string): string[] {
  const hidden = all.length - NAMED;
  return [
    ...all.slice(0, NAMED).map((each) => said(label, shown(each))),
    ...(hidden > 0 ? [said(label, `and ${hidden} more`)] : []),
  ];
}

function said(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}  ${text}`;
}

function placed({ text, page, boundingPolygon }: PrintedLine): string {
  return `${quoted(text)} on page ${page}, ${extent(boundingPolygon)}`;
}

function extent(polygon: PrintedLine['boundingPolygon']): string {
  const xs = polygon.map(({ x }) => x);
  const ys = polygon.map(({ y }) => y);
  const span = (all: readonly number[]) => `${inches(Math.min(...all))} to ${inches(Math.max(...all))}`;
  return `x ${span(xs)}, y ${span(ys)}`;
}

function inches(value: number): string {
  return value.toFixed(DECIMALS);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}

function cut(text: string): string {
  const longest = 2 * QUOTED;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function isMissing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function ownValue(values: Readonly<Record<string, unknown>> | undefined, id: string): unknown {
  return values && Object.hasOwn(values, id) ? values[id] : undefined;
}
