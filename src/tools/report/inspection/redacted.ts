/** A report that shows how a run went without what the document says, so that people can show a fault without a person. */
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
/** Members that values have beside another one: the name of a type, and the id of a column. */
const NAMED = [
  ['type', 'value'],
  ['id', 'values'],
] as const;
/** Numbers in values that are places. */
const PLACES = new Set(['page', 'x', 'y', 'confidence']);

const QUOTED = /"(?:[^"\\]|\\.)*"/gu;
/** Words outside quotes that may name somebody, and numbers. */
const NAMES = /\p{Lu}[\p{L}\p{M}]*|\p{N}+/gu;

/**
 * The report with other words and numbers. Places, ids, and what the config says stay as they are.
 * @param data without pictures
 * @param redacted gives other text of the same form, the same for the same
 */
export function redactedReport(data: ReportData, redacted: (text: string) => string): ReportData {
  const words = new Set(
    [...data.pages, ...(data.before ?? [])].flatMap(({ lines }) =>
      lines.flatMap(({ text }) => text.match(NAMES) ?? []),
    ),
  );
  const sentence = (text: string) =>
    text
      .split(QUOTED)
      .map((part) => part.replace(NAMES, (word) => (words.has(word) ? redacted(word) : word)))
      .flatMap((part, i) => [
        part,
        ...[...text.matchAll(QUOTED)].slice(i, i + 1).map(([quote]) => redacted(quote)),
      ])
      .join('');
  /** @param key of the member that a value is in, and whether it is in one of the document's */
  const walk = (value: unknown, key: string, isOfDocument: boolean): unknown => {
    if (typeof value === 'string') {
      if (!isOfDocument && KEPT.has(key)) return value;
      return SENTENCES.has(key) ? sentence(value) : redacted(value);
    }
    if (typeof value === 'number')
      return isOfDocument && !PLACES.has(key) ? Number(redacted(String(value))) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, key, isOfDocument));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, each]) => {
      const isNamed = NAMED.some(([member, beside]) => name === member && Object.hasOwn(value, beside));
      if (isNamed || WHOLE.has(name)) return [name, each];
      return [name, walk(each, name, isOfDocument || OF_DOCUMENT.has(name))];
    });
    return Object.fromEntries(members);
  };
  return {
    ...(walk(data, '', false) as ReportData),
    result: JSON.stringify(walk(JSON.parse(data.result), '', false), null, 2),
  };
}
