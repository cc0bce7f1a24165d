/** What fields asked a language model, in lines to read: what it was shown, what that cost, where its answers are. */

import { orderedEntries } from '../../foundation/objects/members.js';
import type { FieldTrace } from '../../language/fields/trace.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import { counted, printable } from './streams.js';

/** Chunks, and cells that were not found, that are named one by one; the others are counted. */
const NAMED = 5;
/** Characters of an answer, and of a line of the document, that are shown. */
const QUOTED = 60;
/** Decimals of pages and of scores. */
const PAGE_DECIMALS = 2;

type Asking = FieldTrace & { readonly model: NonNullable<FieldTrace['model']> };

/** For every request of a traced result a few lines; fields that were asked together come together. */
export function modelReports({ trace = {} }: Pick<ExtractionResult, 'trace'>): string[] {
  const groups = new Map<string, (readonly [id: string, trace: Asking])[]>();
  for (const [id, traces] of orderedEntries(trace)) {
    for (const each of traces) {
      const { model, path } = each;
      if (!model) continue;
      const key = JSON.stringify([path, each.section, model.calls.map((call) => call.key), model.chunks]);
      groups.set(key, [...(groups.get(key) ?? []), [id, { ...each, model }]]);
    }
  }
  return [...groups.values()].flatMap(report).map(printable);
}

function report(fields: readonly (readonly [string, Asking])[]): string[] {
  const [first] = fields;
  if (!first) return [];
  const { path, section = [], model } = first[1];
  const ids = fields.map(([id]) => id).join(', ');
  const place = [path, ...section.map(({ group, index }) => `${group}[${index}]`)].join(', ');
  const fallbacks = fields.flatMap(([id, trace]) => (trace.fallback ? [id] : []));
  return [
    `${ids} asked a language model (${place}):`,
    ...(fallbacks.length === 0 ? [] : [`  because the field before found nothing: ${fallbacks.join(', ')}`]),
    ...shownLine(model.chunks),
    ...model.calls.map(callLine),
    ...fields.flatMap(([id, trace]) => answerLines(id, trace)),
  ];
}

function shownLine(chunks: Asking['model']['chunks']): string[] {
  if (chunks.length === 0) return [];
  const named = chunks
    .slice(0, NAMED)
    .map(({ start, end, score }) => `${decimal(start)} to ${decimal(end)} (score ${score})`);
  return [`  shown: pages ${named.join(', ')}${more(chunks.length)}`];
}

function callLine({
  purpose,
  characters,
  images,
  inputTokens,
  outputTokens,
  cached,
}: Asking['model']['calls'][number]): string {
  const pictures = images === undefined ? '' : ` and ${counted(images, 'picture')}`;
  const again = cached ? ', answered before' : '';
  return `  ${purpose}: ${counted(characters, 'character')}${pictures}, ${inputTokens} tokens in, ${outputTokens} out${again}`;
}

function answerLines(id: string, { model, lines, reason }: Asking): string[] {
  const { cells, choice, answer, grounding } = model;
  const found: string[] = [];
  if (choice !== undefined) found.push(`class: ${choice === null ? 'none' : JSON.stringify(choice)}`);
  if (answer !== undefined) found.push(answerText(answer, grounding, lines));
  if (cells) {
    const missing = cells.answers.filter((cell) => cell.grounding === null);
    const named = missing
      .slice(0, NAMED)
      .map(({ row, column, answer: text }) => `${column}[${row}] ${quoted(text)}`);
    const list = missing.length === 0 ? '' : `; not found: ${named.join(', ')}${more(missing.length)}`;
    found.push(`${cells.located} of ${counted(cells.total, 'cell')} found on the document${list}`);
  }
  if (reason !== undefined && found.length === 0) found.push(`null: ${reason}`);
  return found.map((text) => `  ${id}: ${text}`);
}

function answerText(
  answer: string | null,
  grounding: Asking['model']['grounding'],
  lines: Asking['lines'],
): string {
  if (answer === null) return 'no answer';
  const [line] = lines;
  if (grounding && line) {
    return `${quoted(answer)}, found on page ${line.page} (${grounding.stage}, ${decimal(grounding.score)}): ${quoted(line.text)}`;
  }
  return grounding === null ? `${quoted(answer)}, not found on the document` : quoted(answer);
}

function decimal(value: number): string {
  return value.toFixed(PAGE_DECIMALS);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}

function more(count: number): string {
  return count > NAMED ? ` and ${count - NAMED} more` : '';
}
