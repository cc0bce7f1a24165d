/** What is doubtful in a config when it runs over samples: anchors that match nothing or a part of a word, signs and texts not read. */

import type { FieldTrace, TracedAnchor } from '../../language/fields/trace.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import { fieldAt } from './config-path.js';

/** A result of the config over a sample, with a trace and all lines. */
export interface SampleResult {
  /** Name of the document. */
  readonly name: string;
  readonly result: Pick<ExtractionResult, 'trace' | 'text'> & Partial<Pick<ExtractionResult, 'warnings'>>;
}

/** Something doubtful at a printed path of the config. */
export interface SampleWarning {
  readonly path: string;
  readonly code:
    | 'anchor_without_match'
    | 'anchor_in_word'
    | 'sign_ignored'
    | 'text_beside_anchor'
    | 'text_not_read';
  readonly message: string;
}

/** What samples show of a field. */
interface Seen {
  readonly traces: { readonly name: string; readonly trace: FieldTrace }[];
}

/**
 * Warnings of all samples together; a field that no sample ran is not spoken of.
 *
 * @example
 * const { result } = await extractor.extract(bytes, config, undefined, { trace: true });
 * for (const { message } of sampleWarnings(config, [{ name: 'invoice.pdf', result }])) console.log(message);
 */
export function sampleWarnings(config: object, samples: readonly SampleResult[]): readonly SampleWarning[] {
  const fields = new Map<string, Seen>();
  for (const { name, result } of samples) {
    for (const trace of Object.values(result.trace ?? {}).flat()) {
      if (trace.skipped) continue;
      const seen = fields.get(trace.path) ?? { traces: [] };
      seen.traces.push({ name, trace });
      fields.set(trace.path, seen);
    }
  }
  const anchors = [...fields].flatMap(([path, { traces }]) => {
    const anchor: unknown = Reflect.get(fieldAt(config, path) ?? {}, 'anchor');
    if (anchor === undefined) return [];
    return [...withoutMatch(path, traces), ...inWord(path, anchor, traces, samples)];
  });
  const unread = [...fields].flatMap(([path, { traces }]) => notRead(path, traces));
  const beside = [...fields].flatMap(([path, { traces }]) => inItsLine(path, fieldAt(config, path), traces));
  return [...anchors, ...beside, ...unread, ...ignoredSigns(samples)];
}

/** Values that were read without the sign around them, of each field those of the first sample. */
// See docs/language/04-types.md#435-signs-that-are-not-read
function ignoredSigns(samples: readonly SampleResult[]): SampleWarning[] {
  const reported = new Map<string, SampleWarning[]>();
  for (const { name, result } of samples) {
    const own = new Map<string, SampleWarning[]>();
    for (const { code, path, message } of result.warnings ?? []) {
      if (code !== 'SIGN_IGNORED' || path === undefined || reported.has(path)) continue;
      const warning = { path, code: 'sign_ignored', message: `${message} (${name})` } as const;
      own.set(path, [...(own.get(path) ?? []), warning]);
    }
    for (const [path, warnings] of own) reported.set(path, warnings);
  }
  return [...reported.values()].flat();
}

/** The end of a reason that names members with which a text is read. */
const ADVICE = /; set .* to read it$/u;

/** A field that gives no value on any sample, where other members of its type would. */
// See docs/language/04-types.md#488-advice
function notRead(path: string, traces: Seen['traces']): SampleWarning[] {
  const advised = traces.find(({ trace }) => ADVICE.test(trace.reason ?? ''));
  if (!advised || traces.some(({ trace }) => trace.reason === undefined)) return [];
  return [{ path, code: 'text_not_read', message: `${advised.trace.reason} (${advised.name})` }];
}

function withoutMatch(path: string, traces: Seen['traces']): SampleWarning[] {
  const missed = traces.filter(({ trace }) => trace.anchors.length === 0 && trace.reason !== undefined);
  const [first] = missed;
  if (!first || missed.length < traces.length) return [];
  const names = new Set(missed.map(({ name }) => name));
  const where =
    names.size === 1 ? `the sample ${first.name}` : `any of the ${names.size} samples where the field ran`;
  return [
    { path, code: 'anchor_without_match', message: `matches nothing on ${where}: ${first.trace.reason}` },
  ];
}

/** What ends a caption: what follows in its line is no part of it. */
const CAPTION_END = /^[^\p{L}\p{N}]*:/u;

/**
 * A field with `row` to the right whose caption has text behind its colon in the same line, on one sample at least: OCR
 * joins captions with their answers on some pages and not on others, and `row` takes lines after this one.
 */
function inItsLine(path: string, field: object | undefined, traces: Seen['traces']): SampleWarning[] {
  const method: unknown = Reflect.get(field ?? {}, 'method');
  if (typeof method !== 'object' || method === null) return [];
  const { id, position = 'right' } = method as Readonly<Record<string, unknown>>;
  if (id !== 'row' || position !== 'right') return [];
  for (const { name, trace } of traces) {
    for (const { text, range, page } of trace.anchors) {
      const [caption, rest] = [text.slice(0, range[1]), text.slice(range[1])];
      if (!LETTER.test(rest) || !(CAPTION_END.test(rest) || /:\s*$/u.test(caption))) continue;
      const answer = JSON.stringify(rest.replace(/^[\s:]+/u, ''));
      const message = `the line of the anchor goes on with ${answer} on page ${page} of ${name}, which "row" does not take; the method "label" with the position "right" takes it, and the line beside it on pages where the caption is alone`;
      return [{ path, code: 'text_beside_anchor', message }];
    }
  }
  return [];
}

/** A plain text that was found inside a word, though it is a word of its own elsewhere: `total` in `Subtotal`. */
function inWord(
  path: string,
  anchor: unknown,
  traces: Seen['traces'],
  samples: readonly SampleResult[],
): SampleWarning[] {
  const text = plainText(anchor);
  if (text === undefined) return [];
  for (const { name, trace } of traces) {
    const used = trace.anchors.find((each) => each.used) ?? trace.anchors[0];
    if (!used || !isInWord(used)) continue;
    const alone = standsAlone(text, samples.find((sample) => sample.name === name)?.result);
    if (alone === undefined) continue;
    const message = `${JSON.stringify(text)} is taken from ${JSON.stringify(used.text)} on page ${used.page} of ${name}, though ${JSON.stringify(alone)} has it as a word; ${remedy(text, alone)}`;
    return [{ path, code: 'anchor_in_word', message }];
  }
  return [];
}

/** The text of an anchor that is nothing but a text. */
function plainText(anchor: unknown): string | undefined {
  if (typeof anchor === 'string') return anchor;
  if (typeof anchor !== 'object' || anchor === null || Array.isArray(anchor)) return undefined;
  const { type, text, match } = anchor as Readonly<Record<string, unknown>>;
  if (match !== undefined) return plainText(match);
  return type === 'includes' && typeof text === 'string' ? text : undefined;
}

const LETTER = /[\p{L}\p{N}]/u;

function isInWord({ text, range: [start, end] }: TracedAnchor): boolean {
  return isWithin(text, start, end);
}

function isWithin(text: string, start: number, end: number): boolean {
  const touches = (inner: string, outer: string) => LETTER.test(inner) && LETTER.test(outer);
  return touches(text[start] ?? '', text[start - 1] ?? '') || touches(text[end - 1] ?? '', text[end] ?? '');
}

/** A line in which a text is a word of its own: first one that is nothing else, then one that begins with it. */
function standsAlone(wanted: string, result: SampleResult['result'] | undefined): string | undefined {
  const low = wanted.toLowerCase();
  let best: { readonly text: string; readonly rank: number } | undefined;
  for (const { text } of (result?.text?.pages ?? []).flatMap(({ lines }) => lines)) {
    const at = text.toLowerCase().indexOf(low);
    if (at < 0 || isWithin(text, at, at + low.length)) continue;
    const rank = isWhole(wanted, text) ? 0 : at === 0 ? 1 : 2;
    if (best === undefined || rank < best.rank) best = { text, rank };
  }
  return best?.text;
}

function isWhole(wanted: string, text: string): boolean {
  return text.trim().toLowerCase() === wanted.trim().toLowerCase();
}

/** How an anchor finds the line in which its text is a word of its own. */
function remedy(wanted: string, alone: string): string {
  const low = wanted.toLowerCase();
  const type = isWhole(wanted, alone)
    ? 'equals'
    : alone.toLowerCase().startsWith(low)
      ? 'startsWith'
      : undefined;
  if (type === undefined) return 'name more of the line';
  return `name more of the line, or write {"match": {"type": "${type}", "text": ${JSON.stringify(wanted)}}}`;
}
