/** What a config asks a language model for: single values, and rows. */
import type { Config } from '../../language/config/config-types.js';

/** A single value that is asked for. */
export interface AskedValue {
  readonly id: string;
  readonly kind: 'value';
  readonly description: string;
  /** As the config has it; undefined for plain text. */
  readonly type: unknown;
}

/** Rows that are asked for. */
export interface AskedRows {
  readonly id: string;
  readonly kind: 'rows';
  readonly description: string;
  readonly columns: readonly { readonly id: string; readonly type: unknown }[];
}

export type Asked = AskedValue | AskedRows;

interface Question {
  readonly id: string;
  readonly description?: string;
  readonly type?: unknown;
}

interface ModelField {
  readonly id?: string;
  readonly type?: unknown;
  readonly method?: {
    readonly id?: string;
    readonly description?: string;
    readonly question?: string;
    readonly queries?: readonly Question[];
    readonly properties?: readonly Question[];
    readonly columns?: readonly Question[];
  };
}

/** Whether a field asks a model. */
export function asksModel(field: unknown): boolean {
  return askedBy(field as ModelField).length > 0;
}

/** What the fields of a config ask a model for, each id once. */
export function askedOf({ fields }: Pick<Config, 'fields'>): readonly Asked[] {
  const found = new Map<string, Asked>();
  for (const field of fields) {
    for (const asked of askedBy(field as ModelField)) if (!found.has(asked.id)) found.set(asked.id, asked);
  }
  return [...found.values()];
}

function askedBy({ id = '', type, method }: ModelField): readonly Asked[] {
  switch (method?.id) {
    case 'queryGroup':
      return (method.queries ?? []).map((query) => asValue(query));
    case 'query':
    case 'question':
      return [asValue({ id, description: method.description ?? method.question ?? id, type })];
    case 'list':
    case 'nlpTable': {
      const columns = (method.properties ?? method.columns ?? []).map((each) => ({
        id: each.id,
        type: each.type,
      }));
      return [{ id, kind: 'rows', description: method.description ?? id, columns }];
    }
    default:
      return [];
  }
}

function asValue({ id, description, type }: Question): AskedValue {
  return { id, kind: 'value', description: description ?? id, type };
}

/** A config that asks for nothing that is known; fields that ask for nothing else are left out. */
export function withoutAsking(config: Config, known: ReadonlySet<string>): Config {
  if (known.size === 0) return config;
  const fields = config.fields.flatMap((field) => {
    const asked = askedBy(field as ModelField);
    const open = asked.filter(({ id }) => !known.has(id));
    if (open.length === asked.length) return [field];
    if (open.length === 0) return [];
    const { method, ...rest } = field as ModelField;
    const queries = method?.queries?.filter(({ id }) => !known.has(id));
    return [{ ...rest, method: { ...method, queries } } as typeof field];
  });
  return { ...config, fields };
}
