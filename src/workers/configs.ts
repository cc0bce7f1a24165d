/** Configs on their way to workers: one that is checked already is sent to each worker but once. */
import type { Config } from '../config/config-types.js';
import type { SentConfig } from './protocol.js';

/** Numbers of configs that do not change any more. */
const numbers = new WeakMap<object, number>();
let next = 0;

function numberOf(config: object): number {
  let number = numbers.get(config);
  if (number === undefined) {
    number = next++;
    numbers.set(config, number);
  }
  return number;
}

/** The configs that one worker has been sent. */
export class SentConfigs {
  readonly #isChecked: (config: object) => boolean;
  readonly #sent = new Set<number>();

  /** @param isChecked whether a config is checked, and frozen */
  constructor(isChecked: (config: object) => boolean) {
    this.#isChecked = isChecked;
  }

  pack(config: unknown): SentConfig {
    if (typeof config !== 'object' || config === null) return { text: String(config) };
    if (!this.#isChecked(config)) return { object: config };
    const number = numberOf(config);
    if (this.#sent.has(number)) return { number };
    this.#sent.add(number);
    return { number, checked: config };
  }
}

/** Texts of configs that a worker keeps parsed, and the characters of them: a config of a large form has 200,000. */
const KEPT_TEXTS = 100;
const KEPT_CHARACTERS = 10_000_000;

/** What reads configs. */
interface ConfigReader {
  parseConfig(text: string): Config;
  defineConfig(config: Config): Config;
}

/** The configs that a worker knows. */
export class KnownConfigs {
  readonly #reader: ConfigReader;
  readonly #checked = new Map<number, Config>();
  readonly #parsed = new Map<string, Config>();
  #characters = 0;

  constructor(reader: ConfigReader) {
    this.#reader = reader;
  }

  /** The config that was sent, checked where it is right; what is wrong with it the extractor finds again, and tells. */
  unpack(sent: SentConfig): Config | string {
    if ('text' in sent) return this.#text(sent.text);
    if ('object' in sent) return sent.object as Config;
    const { number, checked } = sent;
    const known = this.#checked.get(number) ?? this.#reader.defineConfig(checked as Config);
    this.#checked.set(number, known);
    return known;
  }

  #text(text: string): Config | string {
    const known = this.#parsed.get(text);
    if (known) return known;
    let config: Config;
    try {
      config = this.#reader.parseConfig(text);
    } catch {
      return text;
    }
    this.#parsed.set(text, config);
    this.#characters += text.length;
    for (const [oldest] of this.#parsed) {
      if (this.#parsed.size <= KEPT_TEXTS && this.#characters <= KEPT_CHARACTERS) break;
      this.#parsed.delete(oldest);
      this.#characters -= oldest.length;
    }
    return config;
  }
}

/** Types or configs, with each config as it is sent. What is wrong with them is told by the worker. */
export function packedAmong(among: unknown, configs: SentConfigs): unknown {
  if (Array.isArray(among)) return among.map((each) => packedAmong(each, configs));
  if (typeof among !== 'object' || among === null) return among;
  if ('config' in among && isConfig(among.config)) return { ...among, config: configs.pack(among.config) };
  return 'configs' in among ? { ...among, configs: packedAmong(among.configs, configs) } : among;
}

function isConfig(config: unknown): boolean {
  return typeof config === 'string' || (typeof config === 'object' && config !== null);
}

/** Types or configs as they were before they were sent. @param config unpacks each config */
export function unpackedAmong(among: unknown, config: (sent: SentConfig) => unknown): unknown {
  if (Array.isArray(among)) return among.map((each) => unpackedAmong(each, config));
  if (typeof among !== 'object' || among === null) return among;
  if ('config' in among && isSent(among.config)) return { ...among, config: config(among.config) };
  return 'configs' in among ? { ...among, configs: unpackedAmong(among.configs, config) } : among;
}

function isSent(config: unknown): config is SentConfig {
  return typeof config === 'object' && config !== null;
}
