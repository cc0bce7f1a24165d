/** The process that attacks run in, one after the other: an order comes as a message, its outcome goes as one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Config, Extractor } from '../../src/index.js';
import {
  ClassificationError,
  ConfigError,
  createExtractor,
  DocumentError,
  ExtraDataError,
  extract,
  ProviderError,
  pdfjs,
} from '../../src/index.js';
import type { Attack, AttackModule, DirectAttack, HostileInput, Outcome, Road } from './attack.js';

/** What the process is to run. */
export interface Order {
  /** URL of the module of attacks. */
  readonly module: string;
  readonly name: string;
  readonly road: Road;
}

/** The limit of time of an attack, in milliseconds; its input may set another. */
const LIMIT_MS = 10_000;

/** Heap of a worker behind the wall, as that of this process. */
const HEAP_MEGABYTES = 512;

/**
 * Time in which a rejection that nobody handles shows itself after an attack, in milliseconds; one that comes later counts
 * for the next attack.
 */
const AFTERMATH_MS = 10;

/** The extractor behind the wall, made when an attack first takes that road. */
let walled: Extractor | undefined;

/** Ways to run an input. Another road is one line here. */
const ROADS: Readonly<Record<Road, (input: HostileInput) => Promise<unknown>>> = {
  process: ({ document, config, extraData, options = {} }) =>
    extract(document, config as Config, extraData, {
      ...options,
      limits: { milliseconds: LIMIT_MS, ...options.limits },
    }),
  pdfjs: ({ document, config, extraData, options = {} }) =>
    extract(document, config as Config, extraData, {
      ...options,
      pdf: pdfjs(),
      limits: { milliseconds: LIMIT_MS, ...options.limits },
    }),
  wall: ({ document, config, extraData, options = {} }) => {
    walled ??= createExtractor({ workers: { count: 1, heapMegabytes: HEAP_MEGABYTES } });
    return walled.extract(document, config as Config, extraData, {
      ...options,
      limits: { milliseconds: LIMIT_MS, ...options.limits },
    });
  },
};

const TYPED = [DocumentError, ConfigError, ExtraDataError, ProviderError, ClassificationError];

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

process.on('message', (order: Order) => {
  void answer(order).then((outcome) => process.send?.(outcome));
});

async function answer({ module, name, road }: Order): Promise<Outcome> {
  const { attacks } = (await import(module)) as AttackModule;
  const attack = attacks.find((each) => each.name === name);
  if (!attack) throw new Error(`${module} has no attack ${name}`);
  const work = await prepare(attack, road);
  globalThis.gc?.();
  forgetPeak();
  const begun = performance.now();
  const outcome = await end(work);
  const milliseconds = performance.now() - begun;
  await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
  const megabytes = peak();
  const [reason] = unhandled.splice(0);
  return {
    ...(reason === undefined ? outcome : { kind: 'unhandled', message: String(reason) }),
    milliseconds,
    ...(megabytes !== undefined && { megabytes }),
  };
}

async function prepare(attack: Attack | DirectAttack, road: Road): Promise<() => unknown> {
  if ('run' in attack) return () => attack.run();
  const input = await attack.make();
  return () => ROADS[road](input);
}

async function end(work: () => unknown): Promise<Omit<Outcome, 'milliseconds'>> {
  try {
    const result = await work();
    return { kind: 'result', gave: told(result) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Hosts log messages: one of megabytes is an attack on the log.
    const shown =
      message.length > 5_000 ? `${message.slice(0, 300)}… (${message.length} characters)` : message;
    const typed = TYPED.some((type) => error instanceof type);
    if (!typed) return { kind: 'untyped', message: error instanceof Error ? (error.stack ?? shown) : shown };
    return { kind: 'error', code: String((error as { code?: unknown }).code), message: shown };
  }
}

/** What a caller would do with the result first; and the counts of what it reports. */
function told(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('errors' in result)) return result;
  const { errors, warnings } = result as { errors: readonly unknown[]; warnings: readonly unknown[] };
  const issues = [...errors, ...warnings] as readonly { code?: string; type?: string }[];
  const codes = new Set(issues.map(({ code, type }) => code ?? type));
  return {
    errors: errors.length,
    warnings: warnings.length,
    codes: [...codes],
    characters: JSON.stringify(result).length,
  };
}

const STATUS = '/proc/self/status';
const KILOBYTES_OF_MEGABYTE = 1_000;

/** Linux keeps the peak of a process; writing 5 here makes it forget the one before. */
function forgetPeak(): void {
  if (!existsSync('/proc/self/clear_refs')) return;
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not all systems allow it: the peak is then that of all attacks so far.
  }
}

function peak(): number | undefined {
  if (!existsSync(STATUS)) return undefined;
  const kibibytes = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(STATUS, 'utf8'))?.[1];
  return kibibytes === undefined
    ? undefined
    : Math.round((Number(kibibytes) * 1.024) / KILOBYTES_OF_MEGABYTE);
}
