/** What running a config costs and the most that it can score, as far as the config alone tells. */
import type { Config } from '../config/config-types.js';
import { builtInLanguage, type Language } from '../config/schema.js';

/**
 * How much work a config makes: 0 text alone, 1 pixels or ink of pages, 2 reading pages by OCR again, 3 recognising
 * tables anywhere in a document, 4 language models.
 */
export type Tier = 0 | 1 | 2 | 3 | 4;

const PIXEL_METHODS: ReadonlySet<string> = new Set(['box', 'checkbox', 'nearestCheckbox', 'signature']);
/** Methods that look for tables in all that follows, unless a stop bounds them. */
const TABLE_METHODS: ReadonlySet<string> = new Set(['table', 'fixedTable', 'invoice']);
const MODEL_METHODS: ReadonlySet<string> = new Set([
  'query',
  'question',
  'queryGroup',
  'concurrentQueries',
  'classifyAndQuery',
  'list',
  'nlpTable',
  'summarizer',
]);

/** The tier of a config: that of its dearest part. */
export function tierOf({ preprocessors = [], ...config }: Config): Tier {
  const reads = preprocessors.some(({ type }) => type === 'ocr');
  return Math.max(reads ? 2 : 0, ...methodsIn(config).map(tierOfMethod)) as Tier;
}

interface Method {
  readonly id: string;
  readonly stop?: unknown;
}

function tierOfMethod({ id, stop }: Method): Tier {
  if (MODEL_METHODS.has(id)) return 4;
  if (TABLE_METHODS.has(id) && stop === undefined) return 3;
  return PIXEL_METHODS.has(id) ? 1 : 0;
}

/** All methods in a config, wherever they stand. */
function methodsIn(part: unknown): readonly Method[] {
  if (typeof part !== 'object' || part === null) return [];
  const own: unknown = Reflect.get(part, 'method');
  const found = isMethod(own) ? [own] : [];
  return [...found, ...Object.values(part).flatMap(methodsIn)];
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/** Methods of fields whose value counts as one, whatever they find: a value, an array of values, a table, images. */
const COUNTED_ONCE: ReadonlySet<string> = new Set([
  'box',
  'checkbox',
  'column',
  'documentRange',
  'fixedTable',
  'intersection',
  'keyValue',
  'label',
  'nearestCheckbox',
  'paragraph',
  'passthrough',
  'regex',
  'region',
  'row',
  'signature',
  'table',
  'textTable',
  'topic',
  'concat',
  'split',
  'constant',
]);

/**
 * The highest score that a config can reach, in fields: one for every id that it names. Infinity where a field may
 * give sections, which count each field in them, or where only a run tells.
 */
export function highestScore({ fields, computed_fields = [], sections }: Config, language: Language): number {
  if (sections && sections.length > 0) return Number.POSITIVE_INFINITY;
  const ids = new Set<string>();
  for (const field of [...fields, ...computed_fields]) {
    if ('type' in field && field.type === 'anchorDefinition') continue;
    const method: unknown = Reflect.get(field, 'method');
    const isPlain = !('fields' in field) && 'id' in field && typeof field.id === 'string';
    if (!isPlain || !isMethod(method) || !countsOnce(method, language)) return Number.POSITIVE_INFINITY;
    ids.add(String(field.id));
  }
  return ids.size;
}

/** What the methods of a host give is not known. */
function countsOnce({ id }: Method, { methods, computedMethods }: Language): boolean {
  const own = builtInLanguage();
  return (
    COUNTED_ONCE.has(id) &&
    methods.get(id) === own.methods.get(id) &&
    computedMethods.get(id) === own.computedMethods.get(id)
  );
}
