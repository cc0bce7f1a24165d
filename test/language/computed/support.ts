import * as z from 'zod';
import { createExtractor, type ExtractionResult, type ExtractOptions, extract } from '../../../src/index.js';
import { type ComputedExample, defineComputed } from '../../../src/language/computed/definition.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

/** What a test gives an extraction beside its fields. */
export interface Surroundings {
  /** Members of the config beside `fields`. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly extraData?: Readonly<Record<string, string | number | boolean | null>>;
  readonly options?: ExtractOptions;
  readonly filename?: string | undefined;
}

/** Puts a value under an id, as if a field had found it. */
const given = defineComputed({
  id: 'given',
  summary: 'A value of the test',
  ignoresType: true,
  options: () => ({ value: z.unknown() }),
  reads: () => [],
  compute: ({ options }) => options.value as object | null,
  examples: [],
});

const extractor = createExtractor({ computedMethods: [given] });

/** A field that has a value. */
export const giving = (id: string, value: unknown) => ({ id, method: { id: 'given', value } });

/** Runs fields on a document without text, whose first fields have the values. */
export function runOn(
  values: Readonly<Record<string, unknown>>,
  fields: readonly object[],
  { config = {}, extraData, options, filename }: Surroundings = {},
): Promise<ExtractionResult> {
  const first = Object.entries(values).map(([id, value]) => giving(id, value));
  const document = { ...documentFromLines([]), ...(filename !== undefined && { filename }) };
  const text = JSON.stringify({ fields: [...first, ...fields], ...config });
  return extractor.extract(document, text, extraData, options);
}

/** Runs an example as the field `result`; where it has a scope around, as the only row of a table in it. */
export async function runExample({ values, field, parent, extraData, filename }: ComputedExample) {
  const more = { filename, ...(extraData && { extraData }) };
  const tested = { id: 'result', ...field };
  if (!parent) return runOn(values, [tested], more);
  const rows = { id: 'rows', method: { id: 'addComputedFields', source_id: 'table', fields: [tested] } };
  const table = { columns: [{ id: 'cell', values: [{ value: 'x', type: 'string' }] }] };
  const result = await runOn({ ...parent, table }, [rows], more);
  const row = (result.parsed_document['rows'] as Record<string, object>[])[0]!;
  return { ...result, parsed_document: row };
}

/** The value of one computed field, and what was told. */
export async function compute(
  values: Readonly<Record<string, unknown>>,
  field: object,
  more: Surroundings = {},
) {
  const options = { trace: true, ...more.options };
  const result = await runOn(values, [{ id: 'result', ...field }], { ...more, options });
  return {
    value: result.parsed_document['result'],
    output: result.parsed_document,
    errors: result.errors,
    trace: result.trace?.['result']?.[0],
  };
}

export const text = (value: string) => ({ value, type: 'string' });
export const number = (value: number) => ({ source: String(value), value, type: 'number' });

/** Runs a config on lines of text, one below the other. */
export function runConfig(config: object, lines: readonly string[] = [], options?: ExtractOptions) {
  const document = documentFromLines(lines.map((line, i) => ({ text: line, left: 1, top: 1 + i * 0.5 })));
  return extract(document, JSON.stringify(config), undefined, options);
}
