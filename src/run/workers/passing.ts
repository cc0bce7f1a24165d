/**
 * How options get into workers: as data, as functions that are called back, or not at all, which is reported at once.
 */
// See docs/guides/workers.md#what-gets-into-workers
import type { LlmOptions } from '../../llm/options.js';
import type { LlmProvider } from '../../llm/provider.js';
import type { ExtractorOptions, GivenOptions } from '../../options.js';
import type { DocumentConverters } from '../../reading/convert.js';
import type { OcrEngine } from '../../reading/ocr/engine.js';
import { HostFunctions } from './host-functions.js';
import type { HostStub } from './protocol.js';

/** Why an option cannot be sent; ends in what to do. */
class Unpassable extends Error {}

/** Packs what an option holds. */
interface Packer {
  /** A function that workers ask, or notify. */
  stub(work: (...args: never[]) => unknown, answers?: boolean): HostStub;
}

/** How an option gets into a worker. @throws Unpassable */
type Way = (value: never, packer: Packer) => unknown;

const asData: Way = (value) => value;
/** Heeded on this side of the wall. */
const byHost: Way = () => undefined;

/** Cannot be sent, because workers need its answer at once or it is code. */
function never(why: string): Way {
  return () => {
    throw new Unpassable(why);
  };
}

const AT_ONCE = 'workers need its answers at once, and could only wait for them';
const CODE = 'it is code, which cannot be sent';

const WAYS: Readonly<Record<keyof ExtractorOptions | keyof GivenOptions, Way>> = {
  filename: asData,
  contentType: asData,
  password: asData,
  limits: asData,
  useActualText: asData,
  preventDefaultMergeLines: asData,
  ocr: asData,
  ocrLevel: asData,
  ocrLevel2Strict: asData,
  forgivingAnchors: asData,
  ocrEngine: asData,
  postprocessorLlm: asData,
  trace: asData,
  validations: asData,
  effort: asData,
  strict: asData,
  allConfigs: asData,
  classifyBy: asData,
  segmentBy: asData,
  signal: byHost,
  onProgress: byHost,
  now: byHost,
  random: byHost,
  workers: byHost,
  converters: (converters: DocumentConverters, { stub }) =>
    mapped(converters, (converter) => stub(converter)),
  ocrEngines: (engines: Readonly<Record<string, OcrEngine>>, packer) =>
    mapped(engines, (engine) => ocrEngine(engine, packer)),
  llm: (llm: LlmOptions, packer) => llmOptions(llm, packer),
  words: (words: object) => {
    if (words instanceof Set) return words;
    throw new Unpassable(`${AT_ONCE}; give the words as a Set`);
  },
  onPages: never('pages hold what is drawn on them, which stays in the worker'),
  clock: never(`${AT_ONCE}: limits of time are those of the system's clock`),
  pdf: never(CODE),
  methods: never(CODE),
  types: never(CODE),
  computedMethods: never(CODE),
  preprocessors: never(CODE),
  operators: never(CODE),
};

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  pack: (value: Value) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, pack(value)]));
}

function ocrEngine(engine: OcrEngine, { stub }: Packer): object {
  const { id, concurrency, drawnBy } = engine;
  return {
    id,
    ...(concurrency !== undefined && { concurrency }),
    ...(drawnBy !== undefined && { drawnBy }),
    recognise: stub((...args: Parameters<OcrEngine['recognise']>) => engine.recognise(...args)),
  };
}

function llmOptions(llm: LlmOptions, packer: Packer): object {
  const { providers, embedder, cache, onCall, sleep, random, now, ...data } = llm;
  if (random) throw new Unpassable(`llm.random: ${AT_ONCE}`);
  if (now) throw new Unpassable(`llm.now: ${AT_ONCE}`);
  const { stub } = packer;
  const known = new Map<LlmProvider, object>();
  // Whether two ids mean one provider counts for the default.
  const packed = (provider: LlmProvider) => {
    const made = known.get(provider) ?? llmProvider(provider, packer);
    known.set(provider, made);
    return made;
  };
  return {
    ...data,
    providers: mapped(providers, packed),
    ...(embedder !== undefined && { embedder: embedder === false ? false : packed(embedder) }),
    ...(cache && {
      cache: {
        get: stub((key: string) => cache.get(key)),
        set: stub((...args: Parameters<typeof cache.set>) => cache.set(...args)),
      },
    }),
    ...(onCall && { onCall: stub(onCall, false) }),
    ...(sleep && { sleep: stub(sleep) }),
  };
}

function llmProvider(provider: LlmProvider, { stub }: Packer): object {
  const { id, capabilities } = provider;
  if (provider.countTokens)
    throw new Unpassable(`the function countTokens of the provider ${id}: ${AT_ONCE}`);
  return {
    id,
    ...(capabilities && { capabilities: { ...capabilities } }),
    complete: stub((...args: Parameters<LlmProvider['complete']>) => provider.complete(...args)),
    ...(provider.embed && {
      embed: stub((...args: Parameters<NonNullable<LlmProvider['embed']>>) => provider.embed!(...args)),
    }),
  };
}

/** Options as workers get them. */
interface PassedOptions {
  readonly data: Readonly<Record<string, unknown>>;
  /** Functions in them. */
  readonly stubs: readonly HostStub[];
  /** Options that the workers' setup module must have, with the ids of concepts in them. */
  readonly needed: Readonly<Record<string, readonly string[]>>;
}

/**
 * Makes options ready for workers.
 * @param hasSetup whether a setup module gives the workers what cannot be sent
 * @throws TypeError that names the option which cannot get into workers, and says why and what to do
 */
export function passOptions(
  options: ExtractorOptions & GivenOptions,
  functions: HostFunctions,
  hasSetup: boolean,
): PassedOptions {
  const data: Record<string, unknown> = {};
  const needed: Record<string, readonly string[]> = {};
  const stubs: HostStub[] = [];
  const packer: Packer = {
    stub(work, answers = true) {
      const stub = functions.add(work, answers);
      stubs.push(stub);
      return stub;
    },
  };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    try {
      const passed = WAYS[name as keyof typeof WAYS](value as never, packer);
      if (passed !== undefined) data[name] = passed;
    } catch (error) {
      if (!(error instanceof Unpassable)) throw error;
      if (!hasSetup) throw refusal(name, error.message);
      needed[name] = Array.isArray(value) ? value.map(({ id }: { id?: unknown }) => String(id)) : [];
    }
  }
  return { data, stubs, needed };
}

/** Refuses options of calls that do not get into workers, before there is a call. @throws TypeError as `passOptions` */
export function refuseUnpassable(options: GivenOptions): void {
  passOptions(options, new HostFunctions(), false);
}

function refusal(name: string, why: string): TypeError {
  return new TypeError(
    `The option ${JSON.stringify(name)} does not get into workers: ${why}. Export it from a module as ` +
      '"options", and name the module as workers.setup when the extractor is made; or make an extractor without workers.',
  );
}
