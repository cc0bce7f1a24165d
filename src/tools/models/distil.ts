/**
 * From samples that a language model has read to a config that reads them by layout: a field stays where it gives what the
 * model answered, on the samples that it was made on and on those held out. The model is asked only for the rest.
 */
import type * as z from 'zod';
import { createExtractor } from '../../extractor.js';
import type { Config } from '../../language/config/config-types.js';
import { builtInLanguage } from '../../language/config/schema.js';
import type { LlmOptions } from '../../llm/options.js';
import type { ExtractorOptions, LoadOptions } from '../../options.js';
import type { Document } from '../../page/document/model.js';
import { confirmedValues, type GivenTable, objectsOf } from '../../run/extraction/answers.js';
import { type Asked, type AskedRows, askedOf, withoutAsking } from '../../run/extraction/asked-fields.js';
import { isSections } from '../suggest/by-section.js';
import { type Answered, answerOf, isUnprinted, printedRows } from './answered.js';
import { configFromSchema } from './config-from-schema.js';
import { distilledText } from './distilled-text.js';
import { captionsOf, fingerprintOf, layoutsOf } from './layouts.js';
import { type Left, whyLeft } from './left.js';
import type { Disagreement, DistilledField, RunFields, Trial } from './prove.js';
import { type SettledRows, triedRows } from './prove-rows.js';
import { bestOf, nearestOf, type Tried, triedAnswers } from './prove-values.js';
import type { JsonSchemaInput } from './schema-shape.js';
import type { AskModel } from './second-look.js';

/** A document to learn from. */
export interface Sample {
  /** How it is called in comments and reports. */
  readonly name: string;
  readonly document: Uint8Array | ArrayBuffer | Blob | Document;
  /**
   * What a person has found right, by field id, as a reviewed extraction has it (`parsed_document`): the model is not asked
   * about these, and they count as answers.
   */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** How a config is distilled. */
export interface DistilOptions {
  readonly llm: LlmOptions;
  /** Samples of each layout that fields are not made on, but have to be right on; default 1 where there are three or more. */
  readonly holdOut?: number | undefined;
  /** Leave out what is not proven, instead of asking the model for it. Default false. */
  readonly strict?: boolean | undefined;
  /** Texts of other configs' documents: no fingerprint has one of them. */
  readonly others?: readonly string[] | undefined;
  /** How samples are read: their password, their content type. */
  readonly load?: LoadOptions | undefined;
  /** Options of the extractor that reads the samples, such as its OCR engine. */
  readonly extractor?: Omit<ExtractorOptions, 'llm' | 'workers'> | undefined;
}

/** A config for the samples of one layout. */
export interface Distilled {
  readonly samples: readonly string[];
  readonly heldOut: readonly string[];
  /** The text of the config, with comments. */
  readonly config: string;
  readonly fields: readonly DistilledField[];
  /** Tokens that a document costs on average: asked for everything, and with this config. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** By sample, what layout and model agree on: the expected values of its case. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Asks a model about samples once, and writes a config that gives the same by layout, with the model behind it for what
 * is not proven.
 * @param asked a schema, or a config with fields that ask a model
 *
 * @example
 * const [invoice] = await distil(samples, InvoiceSchema, { llm });
 * await writeFile('invoice.json', invoice.config);
 * @throws SchemaError for what no config can ask for; as `extract` for samples that cannot be read
 */
export async function distil(
  samples: readonly Sample[],
  asked: z.ZodType | JsonSchemaInput | Config,
  options: DistilOptions,
): Promise<readonly Distilled[]> {
  const config = isConfig(asked) ? asked : configFromSchema(asked);
  const extractor = createExtractor(options.extractor ?? {});
  const open: Document[] = [];
  try {
    const answered: Answered[] = [];
    for (const { name, document, values = {} } of samples) {
      const loaded =
        'pages' in document ? document : await extractor.load(document, { filename: name, ...options.load });
      if (loaded !== document) open.push(loaded);
      const rest = withoutAsking(config, new Set(Object.keys(values)));
      const { parsed_document, usage } = await extractor.extract(
        loaded,
        { ...rest, verbosity: 1 },
        undefined,
        { llm: options.llm },
      );
      const tokens = Object.entries(usage?.llm.byField ?? {}).map(
        ([id, { inputTokens, outputTokens }]) => [id, inputTokens + outputTokens] as const,
      );
      const all = { ...parsed_document, ...confirmedValues(values) };
      answered.push({ name, document: loaded, values: all, tokens: Object.fromEntries(tokens) });
    }
    const ask: AskModel = async (document, fields) => {
      const { llm } = options;
      return (await extractor.extract(document, { ...fields, verbosity: 1 }, undefined, { llm }))
        .parsed_document;
    };
    const run: RunFields = async (document, fields) =>
      (await extractor.extract(document, fields)).parsed_document;
    const captions = answered.map(({ document }) => captionsOf(document));
    const distilled: Distilled[] = [];
    for (const members of layoutsOf(captions)) {
      const others = captions.filter((_, i) => !members.includes(i));
      const answers = new Set(members.flatMap((i) => [...textsOf(answered[i]!.values)]));
      const own = members.map((i) => new Set([...captions[i]!].filter((text) => !answers.has(text))));
      const fingerprint = fingerprintOf(own, [...others, new Set(options.others ?? [])]);
      const group = members.map((i) => answered[i]!);
      distilled.push(await distilLayout(group, config, fingerprint, { run, ask }, options));
    }
    return distilled;
  } finally {
    for (const document of open) await document.close();
    await extractor.close();
  }
}

/** What a model answered, as it is printed: no captions, even where all samples have it. */
function textsOf(values: unknown): ReadonlySet<string> {
  if (Array.isArray(values)) return new Set(values.flatMap((each) => [...textsOf(each)]));
  if (typeof values !== 'object' || values === null) return new Set();
  const { value, source } = values as { readonly value?: unknown; readonly source?: string };
  return value === undefined ? textsOf(Object.values(values)) : new Set([source ?? String(value)]);
}

function isConfig(asked: z.ZodType | JsonSchemaInput | Config): asked is Config {
  return 'fields' in asked && Array.isArray(asked.fields);
}

async function distilLayout(
  samples: readonly Answered[],
  config: Config,
  fingerprint: readonly string[],
  { run, ask }: { readonly run: RunFields; readonly ask: AskModel },
  { holdOut = samples.length > 2 ? 1 : 0, strict = false }: DistilOptions,
): Promise<Distilled> {
  const held = Math.min(holdOut, samples.length - 1);
  const heldOut = Array.from({ length: held }, (_, i) => samples.length - held + i);
  const asked = askedOf(config);
  const single = asked.filter((each) => each.kind === 'value');
  const looked = await triedAnswers(single, samples, heldOut, config, run, ask);
  const rows = new Map<string, SettledRows>();
  for (const each of asked.filter(({ kind }) => kind === 'rows') as AskedRows[]) {
    const own = samples.map(({ name, document, values }) => {
      return { name, document, rows: printedRows(values, each.id) };
    });
    rows.set(each.id, await triedRows(each, own, heldOut, builtInLanguage().types, run));
  }
  const kept = new Map<string, Kept>();
  for (const [id, all] of looked) {
    const best = bestOf(all, heldOut, samples.length);
    if (best) kept.set(id, { ...best, agreed: best.trial.same });
  }
  for (const [id, { field, trial, whole, columns }] of rows) {
    const { length } = (asked.find((each) => each.id === id) as AskedRows).columns;
    if (field) kept.set(id, { field, trial, agreed: whole, isPartly: columns.length < length });
  }
  const names = samples.map(({ name }) => name);
  const fields = asked.map((each): DistilledField => {
    const own = kept.get(each.id);
    const nearest = nearestOf(looked.get(each.id) ?? []);
    const hasAnswer = samples.some(({ values }) => answerOf(each, values) !== undefined);
    const table = rows.get(each.id);
    const isSettled = own !== undefined && !table;
    const left: readonly Left[] = !hasAnswer
      ? [{ because: 'unanswered' }]
      : (table?.left ?? (isSettled ? [] : [{ because: whyLeft(nearest, heldOut, samples.length) }]));
    return {
      id: each.id,
      by: own ? 'layout' : hasAnswer && !strict ? 'model' : 'neither',
      proven: own ? own.trial.same.map((i) => names[i]!) : [],
      notPrinted: samples.flatMap(({ name, values }) => (isUnprinted(each, values) ? [name] : [])),
      ...(own && table && { columns: table.columns }),
      ...(own?.steadiness === 'steady' && { takesOthers: true }),
      left,
      disagreements:
        table?.disagreements ?? (own || !nearest ? [] : disagreementsOf(each, nearest.trial, samples)),
    };
  });
  const expected = names.map((name, i) => [name, expectedOn(i, kept, asked, samples[i]!)] as const);
  return {
    samples: names,
    heldOut: heldOut.map((i) => names[i]!),
    config: distilledText(config, {
      fields: new Map([...kept].map(([id, { field }]) => [id, field])),
      reports: fields,
      heldOut: new Set(heldOut.map((i) => names[i]!)),
      fingerprint,
      isStrict: strict,
    }),
    fields,
    tokens: tokensOf(samples, kept),
    expected: Object.fromEntries(expected),
  };
}

/** A field that stays. */
interface Kept extends Tried {
  /** Samples on which layout and model agree in all that it gives. */
  readonly agreed: readonly number[];
  /** Whether the model is still asked for some of its columns. */
  readonly isPartly?: boolean;
}

function disagreementsOf(
  asked: Asked,
  { differs, alone, given }: Trial,
  samples: readonly Answered[],
): Disagreement[] {
  return [...differs, ...alone]
    .toSorted((a, b) => a - b)
    .map((i) => ({
      sample: samples[i]!.name,
      layout: given[i] ?? null,
      model: answerOf(asked, samples[i]!.values) ?? null,
    }));
}

/** What layout and model agree on, for one sample. */
function expectedOn(
  at: number,
  kept: ReadonlyMap<string, Kept>,
  asked: readonly Asked[],
  { values }: Answered,
): Readonly<Record<string, unknown>> {
  const agreed = asked.flatMap(({ id }) => {
    const own = kept.get(id);
    if (!own?.agreed.includes(at)) return [];
    const given = own.trial.given[at];
    return [[id, withoutPlaces(isSections(own.field) ? objectsOf(given as GivenTable) : given)] as const];
  });
  return Object.fromEntries(agreed.filter(([id]) => values[id] !== undefined));
}

/** A value without what verbosity adds. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === 'lines' ? [] : [[name, withoutPlaces(member)]],
    ),
  );
}

/** Tokens of a document before, and those of the fields that layout leaves to the model. */
function tokensOf(samples: readonly Answered[], kept: ReadonlyMap<string, Kept>): Distilled['tokens'] {
  let before = 0;
  let after = 0;
  for (const [at, { tokens }] of samples.entries()) {
    for (const [id, count] of Object.entries(tokens)) {
      before += count;
      const own = kept.get(id);
      if (!own || own.isPartly || own.trial.given[at] === undefined) after += count;
    }
  }
  return { before: Math.round(before / samples.length), after: Math.round(after / samples.length) };
}
