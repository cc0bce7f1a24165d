/** Extraction by a schema and a language model: plain data in the schema's shape, with the places of its answers. */
import type * as z from 'zod';
import type { Extractor } from '../../extractor.js';
import { extract, findTables, loadDocument } from '../../index.js';
import type { LlmOptions } from '../../llm/options.js';
import type { ExtractOptions } from '../../options.js';
import { type DocumentInput, isDocument } from '../../run/calls/extraction-core.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import { configOfShape, leavesOf } from './config-from-schema.js';
import { type AnswerPlace, checkerOf, type DataError, shapedData } from './data-from-result.js';
import { type JsonSchemaInput, jsonSchemaOf, shapeOf } from './schema-shape.js';

/** How documents are extracted by a schema: as by a config, and a model has to be named. */
export interface ExtractAsOptions extends ExtractOptions {
  readonly llm: LlmOptions;
  /** Extracts, in place of one that the library makes; its options hold beside those of the call. */
  readonly extractor?: Pick<Extractor, 'extract' | 'findTables'> | undefined;
}

/** What a schema gave. */
export interface ExtractedAs<Data> {
  /** In the shape of the schema. Where `errors` names something, it lacks that. */
  readonly data: Data;
  /** By path, as in `items[0].price`; none for answers that are not printed on the document. */
  readonly places: Readonly<Record<string, AnswerPlace>>;
  /** What fails the schema: nothing when `data` is what the schema says. */
  readonly errors: readonly DataError[];
  /** The extraction behind it: its errors and warnings, and what the model cost. */
  readonly result: ExtractionResult;
}

/** Values show the lines that they were read from. */
const VERBOSITY = 1;

/**
 * Asks a language model for what a schema describes, and checks the answers by it.
 *
 * @example
 * const Invoice = z.object({ number: z.string(), total: z.number().describe('amount due') });
 * const { data, places } = await extractAs(bytes, Invoice, { llm: { providers: { model } } });
 * console.log(data.total, places.total?.page);
 * @throws SchemaError for what no config can ask for; and as `extract`
 */
export function extractAs<Schema extends z.ZodType>(
  document: DocumentInput,
  schema: Schema,
  options: ExtractAsOptions,
): Promise<ExtractedAs<z.output<Schema>>>;
export function extractAs(
  document: DocumentInput,
  schema: JsonSchemaInput,
  options: ExtractAsOptions,
): Promise<ExtractedAs<unknown>>;
export async function extractAs(
  document: DocumentInput,
  schema: z.ZodType | JsonSchemaInput,
  { extractor, ...options }: ExtractAsOptions,
): Promise<ExtractedAs<unknown>> {
  const shape = shapeOf(jsonSchemaOf(schema));
  const checker = checkerOf(schema);
  const hasRows = leavesOf(shape).some((leaf) => leaf.shape.kind === 'rows');
  // Read once, where tables are looked for before.
  const { trace: _trace, validations: _validations, onPages: _onPages, ...loading } = options;
  const { llm: _llm, ...reading } = loading;
  const loaded =
    hasRows && !extractor && !isDocument(document) ? await loadDocument(document, reading) : undefined;
  try {
    const input = loaded ?? document;
    const tables = hasRows
      ? await (extractor?.findTables ?? findTables)(input, extractor ? {} : reading)
      : [];
    const config = { verbosity: VERBOSITY, ...configOfShape(shape, { tables }) } as const;
    const result = await (extractor?.extract ?? extract)(input, config as never, undefined, options);
    const values = result.parsed_document as Readonly<Record<string, unknown>>;
    return { ...shapedData(values, shape, checker), result };
  } finally {
    await loaded?.close();
  }
}
