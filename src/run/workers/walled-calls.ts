/** The calls of an extractor that run in workers: the same functions, results and errors as in this process. */
// See docs/guides/workers.md

import type { ConfigIssue } from '../../errors.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import { programBeside } from '../../foundation/platform/program.js';
import type { Config } from '../../language/config/config-types.js';
import { refuseNoConfig } from '../../language/config/parse.js';
import type { ValidatedResult } from '../../language/validate/report.js';
import type { Validation } from '../../language/validate/schema.js';
import { limitError, MEBIBYTE } from '../../limits.js';
import {
  type CheckedCall,
  checkedCall,
  checkOptions,
  type ExtractOptions,
  type ExtractorOptions,
  type FindTablesOptions,
  type GivenOptions,
  type LoadOptions,
  type ResolvedWorkers,
} from '../../options.js';
import { noSuchPage } from '../../page/tables/find.js';
import type { FoundTable, TableSearch } from '../../page/tables/model.js';
import type { Classifier } from '../calls/classifier.js';
import {
  bytesOf,
  type DocumentInput,
  type ExtractCall,
  type ExtractionCore,
  isDocument,
} from '../calls/extraction-core.js';
import type { RecheckOptions, RecheckReport, RecheckWork } from '../calls/recheck.js';
import { areTypes, refuseNoType, refuseNoTypes } from '../classify/document-type.js';
import type { ExtractionResult } from '../extraction/result.js';
import { type ConfigPacker, packedAmong } from './configs.js';
import { HostFunctions } from './host-functions.js';
import { passOptions } from './passing.js';
import { WorkerPool } from './pool.js';
import type { CallArguments, CallName, DrawnPage, SentWork } from './protocol.js';
import { seedOf } from './seeded-random.js';
import { type SentTable, unpackedTables } from './sent-tables.js';
import type { WorkerSetting } from './worker.js';

/** What an extractor with workers does otherwise. */
interface WalledCalls extends Classifier {
  load(): Promise<never>;
  readonly extract: ExtractCall;
  preprocess(): Promise<never>;
  findTables(document: DocumentInput, options?: FindTablesOptions): Promise<readonly FoundTable[]>;
  drawPage(
    document: DocumentInput,
    page: number,
    pixels: number,
    options?: LoadOptions,
  ): Promise<Uint8Array | undefined>;
  slice(): never;
  recheck(result: ValidatedResult, work: RecheckWork, options?: RecheckOptions): Promise<RecheckReport>;
  check(
    given: { readonly config?: string | undefined; readonly validations?: readonly Validation[] | undefined },
    options?: Pick<LoadOptions, 'limits' | 'signal'>,
  ): Promise<readonly ConfigIssue[]>;
  close(): Promise<void>;
}

/** A call as it is made, whatever it is. */
interface Made {
  readonly name: CallName;
  readonly document?: DocumentInput;
  readonly call: CheckedCall;
  /** Its configs, as a worker is sent them. */
  subject(configs: ConfigPacker): unknown;
  readonly finished?: unknown;
  /** Takes moments, and does not wait for calls that take minutes. */
  readonly isQuick?: boolean;
}

/** Workers for calls that read no document, so that someone who has corrected one does not wait for others. */
const QUICK_WORKERS = 2;

/**
 * Makes the calls over workers that are started when they are needed.
 * @param core resolves and checks options in this process
 * @throws TypeError for options that do not get into workers
 */
export function walledCalls(
  core: ExtractionCore,
  bound: ExtractorOptions,
  workers: ResolvedWorkers,
): WalledCalls {
  const functions = new HostFunctions();
  const hasSetup = workers.setup !== undefined;
  const { data, needed } = passOptions(bound, functions, hasSetup);
  const setting: WorkerSetting = {
    program: programBeside(import.meta.url, '../programs/worker'),
    limits: workers,
    start: {
      options: data,
      setup: workers.setup,
      needed,
      resultBytes: workers.resultMegabytes * MEBIBYTE,
    },
    functions,
    isChecked: (config) => core.language.checked.has(config as Config),
  };
  const pool = new WorkerPool(setting, workers.count);
  const quick = new WorkerPool(setting, Math.min(workers.count, QUICK_WORKERS));

  async function run({ name, document, call, subject, finished, isQuick }: Made): Promise<unknown> {
    const { given, extraData } = call;
    const random = given.random ?? bound.random;
    const seed = random && seedOf(random);
    // Checks what is given, in this process, where mistakes are reported as without workers.
    const { interrupt, now, onProgress, reader } = core.resolve(given);
    const { limits } = reader;
    const bytes =
      document === undefined ? undefined : await bytesOf(isDocument(document) ? refused() : document);
    if (bytes && bytes.length > limits.bytes) throw limitError('bytes', limits);
    const passed = passOptions(given, functions, false);
    const argumentsFor = (configs: ConfigPacker): CallArguments => ({
      subject: subject(configs),
      added: configs.added,
      extraData,
      options: { ...passed.data, now },
      finished,
      seed,
    });
    try {
      const { milliseconds } = limits;
      const { signal } = interrupt;
      return await (isQuick ? quick : pool).run({
        name,
        bytes,
        argumentsFor,
        milliseconds,
        signal,
        onProgress,
      });
    } finally {
      functions.remove(passed.stubs);
    }
  }

  return {
    load: async () => refused(),
    preprocess: async () => refused(),
    async findTables(document, options = {}) {
      checkOptions(options, 'findTables');
      const { page, area, nested, ...given } = options;
      const call = { given, extraData: undefined };
      const subject = (): TableSearch => ({ page, area, nested });
      const sent = (await run({ name: 'findTables', document, call, subject })) as
        | readonly SentTable[]
        | null;
      if (!sent) throw noSuchPage(page!);
      return unpackedTables(sent);
    },
    async drawPage(document, page, pixels, given = {}) {
      checkOptions(given, 'load');
      const call = { given, extraData: undefined };
      const subject = (): DrawnPage => ({ page, pixels });
      return (await run({ name: 'drawPage', document, call, subject })) as Uint8Array | undefined;
    },
    slice: () => refused(),
    fingerprintHits: () => refused(),
    async extract(
      document: DocumentInput,
      config: Config | string,
      extraData?: ExtraData,
      options?: ExtractOptions,
    ): Promise<ExtractionResult<never>> {
      const call = checkedCall('extract', extraData, options);
      refuseNoConfig(config);
      const subject = (configs: ConfigPacker) => configs.pack(config);
      return (await run({ name: 'extract', document, call, subject })) as ExtractionResult<never>;
    },
    async extractBestFit(document, among, extraData, options) {
      const call = checkedCall('extractBestFit', extraData, options);
      const subject = (configs: ConfigPacker) => packedAmong(among, configs);
      if (!Array.isArray(among)) refuseNoType(among);
      return (await run({ name: 'extractBestFit', document, call, subject })) as never;
    },
    async extractPortfolio(document, types, extraData, options) {
      const call = checkedCall('extractPortfolio', extraData, options);
      refuseNoTypes(types);
      const subject = (configs: ConfigPacker) => packedAmong(types, configs);
      return (await run({ name: 'extractPortfolio', document, call, subject })) as never;
    },
    async classify(document: DocumentInput, among: object, extraData?: ExtraData, options?: GivenOptions) {
      const call = checkedCall('classify', extraData, options);
      if (Array.isArray(among) && areTypes(among)) refuseNoTypes(among);
      else if (!Array.isArray(among)) refuseNoType(among);
      const subject = (configs: ConfigPacker) => packedAmong(among, configs);
      return (await run({ name: 'classify', document, call, subject })) as never;
    },
    async recheck(result, { config, validations }, given = {}) {
      if (config !== undefined) refuseNoConfig(config);
      const call = { given, extraData: undefined };
      const subject = (configs: ConfigPacker): SentWork => ({
        validations,
        ...(config !== undefined && { config: configs.pack(config) }),
      });
      const made: Made = { name: 'recheck', call, subject, finished: result, isQuick: true };
      return (await run(made)) as RecheckReport;
    },
    async check(texts, given = {}) {
      const call = { given, extraData: undefined };
      return (await run({ name: 'check', call, subject: () => texts, isQuick: true })) as ConfigIssue[];
    },
    async close() {
      await Promise.all([pool.close(), quick.close()]);
    },
  };
}

/** @throws TypeError */
function refused(): never {
  throw new TypeError(
    'This extractor runs in workers, which take the bytes of a file: a document that was read before stays in the ' +
      'process that read it. Give the bytes, or use an extractor without workers.',
  );
}
