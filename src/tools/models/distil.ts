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
import { suggestFields } from '../suggest/suggest.js';
import type { WantedValue } from '../suggest/wanted.js';
import { type GivenValue, givenTable, givenValue, isPrinted, isSame } from './answers.js';
import { type Asked, type AskedRows, type AskedValue, askedOf } from './asked-fields.js';
import { configFromSchema } from './config-from-schema.js';
import { distilledText } from './distilled-text.js';
import { captionsOf, fingerprintOf, layoutsOf } from './layouts.js';
import { rowCandidates } from './propose-rows.js';
import {
  areSameRows,
  type Disagreement,
  type DistilledField,
  isProven,
  type RunFields,
  runAll,
  type Trial,
  tablesIn,
  trialOf,
  valuesIn,
} from './prove.js';
import type { JsonSchemaInput } from './schema-shape.js';

/** A document to learn from. */
export interface Sample {
  /** How it is called in comments and reports. */
  readonly name: string;
  readonly document: Uint8Array | ArrayBuffer | Blob | Document;
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

/** A sample with its answers. */
interface Answered {
  readonly name: string;
  readonly document: Document;
  readonly values: Readonly<Record<string, unknown>>;
  /** Tokens that each field cost. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** Proposals for each value that are tried on all samples. */
const PROPOSALS = 6;

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
    for (const { name, document } of samples) {
      const loaded =
        'pages' in document ? document : await extractor.load(document, { filename: name, ...options.load });
      if (loaded !== document) open.push(loaded);
      const { parsed_document, usage } = await extractor.extract(
        loaded,
        { ...config, verbosity: 1 },
        undefined,
        { llm: options.llm },
      );
      const tokens = Object.entries(usage?.llm.byField ?? {}).map(
        ([id, { inputTokens, outputTokens }]) => [id, inputTokens + outputTokens] as const,
      );
      answered.push({ name, document: loaded, values: parsed_document, tokens: Object.fromEntries(tokens) });
    }
    const run: RunFields = async (document, fields) =>
      (await extractor.extract(document, fields)).parsed_document;
    const captions = answered.map(({ document }) => captionsOf(document));
    const distilled: Distilled[] = [];
    for (const members of layoutsOf(captions)) {
      const others = captions.filter((_, i) => !members.includes(i));
      const own = members.map((i) => captions[i]!);
      const fingerprint = fingerprintOf(own, [...others, new Set(options.others ?? [])]);
      const group = members.map((i) => answered[i]!);
      distilled.push(await distilLayout(group, config, fingerprint, run, options));
    }
    return distilled;
  } finally {
    for (const document of open) await document.close();
    await extractor.close();
  }
}

function isConfig(asked: z.ZodType | JsonSchemaInput | Config): asked is Config {
  return 'fields' in asked && Array.isArray(asked.fields);
}

/** A field by layout with its trial. */
interface Tried {
  readonly field: object;
  readonly trial: Trial;
}

async function distilLayout(
  samples: readonly Answered[],
  config: Config,
  fingerprint: readonly string[],
  run: RunFields,
  { holdOut = samples.length > 2 ? 1 : 0, strict = false }: DistilOptions,
): Promise<Distilled> {
  const held = Math.min(holdOut, samples.length - 1);
  const made = samples.slice(0, samples.length - held);
  const heldOut = Array.from({ length: held }, (_, i) => made.length + i);
  const asked = askedOf(config);
  const single = asked.filter((each) => each.kind === 'value');
  const tried = new Map<string, readonly Tried[]>([
    ...(await triedValues(single, samples, made, run)),
    ...(await triedRows(
      asked.filter((each) => each.kind === 'rows'),
      samples,
      made,
      run,
    )),
  ]);
  const proven = new Map<string, Tried>();
  for (const [id, all] of tried) {
    const best = all
      .filter(({ trial }) => isProven(trial, heldOut, samples.length))
      .toSorted((a, b) => b.trial.same.length - a.trial.same.length)[0];
    if (best) proven.set(id, best);
  }
  const names = samples.map(({ name }) => name);
  const fields = asked.map((each): DistilledField => {
    const kept = proven.get(each.id);
    const [nearest] = (tried.get(each.id) ?? []).toSorted(
      (a, b) => b.trial.same.length - a.trial.same.length || a.trial.differs.length - b.trial.differs.length,
    );
    const hasAnswer = samples.some(({ values }) => answerOf(each, values) !== undefined);
    return {
      id: each.id,
      by: kept ? 'layout' : hasAnswer && !strict ? 'model' : 'neither',
      proven: kept ? kept.trial.same.map((i) => names[i]!) : [],
      notPrinted: samples.flatMap(({ name, values }) => (isUnprinted(each, values) ? [name] : [])),
      disagreements: kept || !nearest ? [] : disagreementsOf(each, nearest.trial, samples),
    };
  });
  const expected = names.map((name, i) => [name, expectedOn(i, proven, asked, samples[i]!)] as const);
  return {
    samples: names,
    heldOut: heldOut.map((i) => names[i]!),
    config: distilledText(config, {
      fields: new Map([...proven].map(([id, { field }]) => [id, field])),
      reports: fields,
      heldOut: new Set(heldOut.map((i) => names[i]!)),
      fingerprint,
      isStrict: strict,
    }),
    fields,
    tokens: tokensOf(samples, proven),
    expected: Object.fromEntries(expected),
  };
}

/** The answer of a model that counts: a value that is printed, or rows. */
function answerOf(asked: Asked, values: unknown): unknown {
  if (asked.kind === 'rows') return givenTable(values, asked.id);
  const value = givenValue(values, asked.id);
  return value && isPrinted(value) ? value : undefined;
}

function isUnprinted(asked: Asked, values: unknown): boolean {
  const value = asked.kind === 'value' ? givenValue(values, asked.id) : undefined;
  return value !== undefined && !isPrinted(value);
}

async function triedValues(
  asked: readonly AskedValue[],
  samples: readonly Answered[],
  made: readonly Answered[],
  run: RunFields,
): Promise<readonly (readonly [string, readonly Tried[]])[]> {
  const wanted = asked.map(({ id, type }): WantedValue => {
    const name = typeof type === 'string' ? type : (type as { id?: string } | undefined)?.id;
    const values = made.map(({ values: given }) =>
      wantedText(answerOf({ id, kind: 'value' } as AskedValue, given)),
    );
    return { id, type: name ?? 'string', values };
  });
  const known = wanted.filter(({ values }) => values.some((value) => value !== undefined));
  const suggestions = await suggestFields(
    made.map(({ document }) => document),
    known,
    {
      language: builtInLanguage(),
      limit: PROPOSALS,
      extract: async (document, config) => ({ parsed_document: (await run(document, config)) as never }),
    },
  );
  const candidates = suggestions.flatMap(({ id, proposals }) => {
    const type = asked.find((each) => each.id === id)?.type;
    return proposals.map(({ field }) => ({
      id,
      field: type === undefined || typeof type === 'string' ? field : { ...field, type },
    }));
  });
  const given = await runAll(
    candidates.map(({ field }) => field),
    samples.map(({ document }) => document),
    run,
  );
  return known.map(({ id }) => {
    const model = samples.map(
      ({ values }) => answerOf({ id, kind: 'value' } as AskedValue, values) as GivenValue | undefined,
    );
    const own = candidates.flatMap(({ id: of, field }, i) =>
      of === id ? [{ field, trial: trialOf(valuesIn(given[i]!), model, isSame) }] : [],
    );
    return [id!, own] as const;
  });
}

function wantedText(answer: unknown): string | number | boolean | undefined {
  const value = (answer as GivenValue | undefined)?.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

async function triedRows(
  asked: readonly AskedRows[],
  samples: readonly Answered[],
  made: readonly Answered[],
  run: RunFields,
): Promise<readonly (readonly [string, readonly Tried[]])[]> {
  const { types } = builtInLanguage();
  const all: (readonly [string, readonly Tried[]])[] = [];
  for (const each of asked) {
    const model = samples.map(({ values }) => givenTable(values, each.id));
    const first = made.findIndex((_, i) => model[i] !== undefined);
    if (first < 0) continue;
    const fields = await rowCandidates(each, made[first]!.document, model[first]!, types);
    const given = await runAll(
      fields,
      samples.map(({ document }) => document),
      run,
    );
    const tried = fields.map((field, i) => ({
      field,
      trial: trialOf(tablesIn(given[i]!), model, (a, b) => areSameRows(each, a, b)),
    }));
    all.push([each.id, tried]);
  }
  return all;
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
  proven: ReadonlyMap<string, Tried>,
  asked: readonly Asked[],
  { values }: Answered,
): Readonly<Record<string, unknown>> {
  const agreed = asked.flatMap(({ id }) => {
    const trial = proven.get(id)?.trial;
    return trial?.same.includes(at) ? [[id, withoutPlaces(trial.given[at])] as const] : [];
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
function tokensOf(samples: readonly Answered[], proven: ReadonlyMap<string, Tried>): Distilled['tokens'] {
  let before = 0;
  let after = 0;
  for (const [at, { tokens }] of samples.entries()) {
    for (const [id, count] of Object.entries(tokens)) {
      before += count;
      const trial = proven.get(id)?.trial;
      if (!trial || trial.given[at] === undefined || trial.left.includes(at)) after += count;
    }
  }
  return { before: Math.round(before / samples.length), after: Math.round(after / samples.length) };
}
