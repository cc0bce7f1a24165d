/** A report that shows how a run went without what the document says, so that people can show a fault without a person. */
import { redactor, TOKEN } from '../../authoring/redact.js';
import type { ReportData } from './payload.js';

/** Members whose texts come from the config or from the library, never from the document. */
const KEPT = new Set([
  'id',
  'kind',
  'severity',
  'field',
  'field_id',
  'field_ids',
  'path',
  'layer',
  'method',
  'config',
  'columns',
  'preprocessors',
  'contentType',
  'content_type',
  'type',
  'code',
  'purpose',
  'model',
  'stage',
]);
/** Members that are sentences of the library: what they quote may be of the document. */
const SENTENCES = new Set(['reason', 'note', 'notes', 'message', 'cellReasons']);
/** Members in which numbers are those of the document, too. */
const OF_DOCUMENT = new Set(['value', 'parsed_document', 'file_metadata', 'answer', 'choice']);

/** Of these nothing inside is of the document. */
const WHOLE = new Set(['layers', 'facts']);
/** Members that values have beside another one: the name of a type, of a unit, and the id of a column. */
const NAMED = [
  ['type', 'value'],
  ['unit', 'value'],
  ['id', 'values'],
] as const;
/** Numbers in values that are places. */
const PLACES = new Set(['page', 'x', 'y', 'confidence']);

const QUOTED = /"(?:[^"\\]|\\.)*"/gu;
/** What dates are read by, as `%d.%m.%Y`, has no word of a document. */
const NOTATION = /^(?:%[a-z]|[^\p{L}\p{N}])+$/iu;
/** Members of the language that reasons advise. */
const ADVISED = ['format', 'currencySymbol', 'label', 'language', 'first'];
/** Characters of a number in a sentence that may be of the library: `page 12`, `within 0.7 in`. */
const SHORT_NUMBER = 3;
/** The kind of a file in its name. */
const ENDING = /\.[a-z\d]{1,5}$/iu;
/** What the library's days end with. */
const MIDNIGHT = /T00:00:00\.000Z$/u;

/**
 * The report with other words and numbers. Places, ids, units and what the config says stay as they are. A value is what is
 * printed for it, in other words: its number or date would say what those hide.
 * @param data without pictures
 * @param config whose texts stay where reasons quote them
 * @param secret of this report alone
 */
export function redactedReport(data: ReportData, config: object, secret: string): ReportData {
  const redacted = redactor(secret);
  const print = [...data.pages, ...(data.before ?? [])].flatMap(({ lines }) => lines.map(({ text }) => text));
  const sentence = sentenceRedactor(print, new Set([...ADVISED, ...textsOf(config)]), redacted);
  const text = printedText(print, redacted);
  /** @param key of the member that a value is in, and whether it is in one of the document's */
  const walk = (value: unknown, key: string, isOfDocument: boolean): unknown => {
    if (typeof value === 'string') {
      if (!isOfDocument && KEPT.has(key)) return value;
      return SENTENCES.has(key) ? sentence(value) : text(value);
    }
    if (typeof value === 'number')
      return isOfDocument && !PLACES.has(key) ? Number(redacted(String(value))) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, key, isOfDocument));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, each]) => {
      const isNamed = NAMED.some(([member, beside]) => name === member && Object.hasOwn(value, beside));
      if (isNamed || WHOLE.has(name)) return [name, each];
      return [name, walk(shownFor(name, each, value), name, isOfDocument || OF_DOCUMENT.has(name))];
    });
    return Object.fromEntries(members);
  };
  const { name } = data.document;
  const [stem, ending] = [fileOf(name).replace(ENDING, ''), ENDING.exec(name)?.[0] ?? ''];
  return {
    ...(walk(data, '', false) as ReportData),
    document: { ...data.document, name: `${redacted(stem)}${ending}` },
    config: fileOf(data.config),
    result: JSON.stringify(walk(JSON.parse(data.result), '', false), null, 2),
  };
}

/** A path without its folders, which may say who works there. */
function fileOf(path: string): string {
  return path.replace(/^.*[\\/]/su, '');
}

/** What stands for a member: the text that a number or date was made from, and the member itself else. */
function shownFor(name: string, member: unknown, { source }: { readonly source?: unknown }): unknown {
  if (name !== 'value' || typeof source !== 'string') return member;
  const isMade = typeof member === 'string' ? !source.includes(member) : typeof member === 'number';
  return isMade ? source : member;
}

/** Redacts a text as it is printed: a part of a printed word or number is that part of what is shown for it. */
function printedText(print: readonly string[], redacted: (text: string) => string): (text: string) => string {
  const pairs = print.map((text) => [text, redacted(text)] as const);
  const whole = pairs.filter(([text, shown]) => text.length === shown.length);
  const before = whole.map(([text]) => text).join('\n');
  const after = whole.map(([, shown]) => shown).join('\n');
  return (text) => {
    const shown = redacted(text);
    const place = after.includes(shown) ? -1 : before.indexOf(text);
    if (place >= 0) return after.slice(place, place + text.length);
    const day = MIDNIGHT.exec(text);
    return day ? `${redacted(text.slice(0, day.index))}${day[0]}` : shown;
  };
}

/** Redacts what a sentence of the library has of the document: what it quotes, and words with capitals or figures that are printed. */
function sentenceRedactor(
  print: readonly string[],
  kept: ReadonlySet<string>,
  redacted: (text: string) => string,
): (text: string) => string {
  const words = new Set(print.flatMap((text) => text.match(TOKEN) ?? []));
  const isPrinted = (token: string) =>
    words.has(token) && (/^\p{Lu}/u.test(token) || (/\p{N}/u.test(token) && token.length > SHORT_NUMBER));
  const plain = (part: string) =>
    part.replace(TOKEN, (token) => (isPrinted(token) ? redacted(token) : token));
  const quoted = (quote: string) => {
    const said = quote.slice(1, -1);
    return kept.has(said) || NOTATION.test(said) ? quote : redacted(quote);
  };
  return (text) => {
    const quotes = [...text.matchAll(QUOTED)].map(([quote]) => quoted(quote));
    return text
      .split(QUOTED)
      .flatMap((part, i) => [plain(part), ...quotes.slice(i, i + 1)])
      .join('');
  };
}

/** All texts of a config, names of members too, as they are and in small letters, as reasons quote them. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, value.toLowerCase()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...textsOf(each),
  ]);
}
