/** Configs on their way to workers: one that is text, or is checked already, is sent to each worker only once. */
import type { Config } from '../../language/config/config-types.js';
import type { AddedConfig, SentConfig } from './protocol.js';

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

/** Texts of configs that a worker keeps parsed, and the characters of them: a config of a large form has 200,000. */
const KEPT_TEXTS = 1_000;
const KEPT_CHARACTERS = 10_000_000;

/** The configs that one worker has been sent. */
export class SentConfigs {
  readonly #isChecked: (config: object) => boolean;
  readonly #checked = new Set<number>();
  readonly #texts = new Map<string, number>();
  #characters = 0;
  #forgotten: number[] = [];

  /** @param isChecked whether a config is checked, and frozen */
  constructor(isChecked: (config: object) => boolean) {
    this.#isChecked = isChecked;
  }

  /** Packs the configs of one call. */
  packer(): ConfigPacker {
    return new ConfigPacker(this.#isChecked, this.#checked, this.#texts, this.#forgotten);
  }

  /** What was packed is on its way. */
  sent({ added }: ConfigPacker): void {
    this.#forgotten = [];
    for (const config of added) {
      if ('checked' in config) this.#checked.add(config.number);
      else {
        this.#texts.set(config.text, config.number);
        this.#characters += config.text.length;
      }
    }
    for (const [oldest, number] of this.#texts) {
      if (this.#texts.size <= KEPT_TEXTS && this.#characters <= KEPT_CHARACTERS) break;
      this.#texts.delete(oldest);
      this.#characters -= oldest.length;
      this.#forgotten.push(number);
    }
  }
}

/** Packs the configs of one call to a worker that knows some. */
export class ConfigPacker {
  /** Configs that the worker does not know yet. */
  readonly added: AddedConfig[] = [];
  /** Numbers of those that it need not keep. */
  readonly forgotten: readonly number[];
  readonly #isChecked: (config: object) => boolean;
  readonly #checked: ReadonlySet<number>;
  readonly #texts: ReadonlyMap<string, number>;
  #hasUnchecked = false;

  constructor(
    isChecked: (config: object) => boolean,
    checked: ReadonlySet<number>,
    texts: ReadonlyMap<string, number>,
    forgotten: readonly number[],
  ) {
    this.#isChecked = isChecked;
    this.#checked = checked;
    this.#texts = texts;
    this.forgotten = forgotten;
  }

  /** Whether the worker has configs to read. */
  get hasUnread(): boolean {
    return this.#hasUnchecked || this.added.length > 0;
  }

  pack(config: unknown): SentConfig {
    if (typeof config !== 'object' || config === null) return this.#text(String(config));
    if (!this.#isChecked(config)) {
      this.#hasUnchecked = true;
      return { object: config };
    }
    const number = numberOf(config);
    if (!this.#checked.has(number) && !this.added.some((each) => each.number === number))
      this.added.push({ number, checked: config });
    return { number };
  }

  #text(text: string): SentConfig {
    const known =
      this.#texts.get(text) ?? this.added.find((each) => 'text' in each && each.text === text)?.number;
    if (known !== undefined) return { number: known };
    const number = next++;
    this.added.push({ number, text });
    return { number };
  }
}

/** What reads configs. */
interface ConfigReader {
  parseConfig(config: unknown): Config;
}

/** The configs that a worker knows. */
export class KnownConfigs {
  readonly #reader: ConfigReader;
  readonly #unread = new Map<number, AddedConfig>();
  readonly #read = new Map<number, Config | string>();

  constructor(reader: ConfigReader) {
    this.#reader = reader;
  }

  /** Keeps configs, which are read when they are needed, and forgets others. */
  keep(added: readonly AddedConfig[], forgotten: readonly number[]): void {
    for (const config of added) this.#unread.set(config.number, config);
    for (const number of forgotten) {
      this.#unread.delete(number);
      this.#read.delete(number);
    }
  }

  /**
   * The config that was sent, checked where it is right; what is wrong with it the extractor finds again, and reports.
   * @param reading is called before one is read
   */
  unpack(sent: SentConfig, reading: () => void): Config | string {
    if ('object' in sent) {
      reading();
      return sent.object as Config;
    }
    const { number } = sent;
    const known = this.#read.get(number);
    if (known !== undefined) return known;
    reading();
    const read = this.#readNow(this.#unread.get(number)!);
    this.#read.set(number, read);
    this.#unread.delete(number);
    return read;
  }

  #readNow(config: AddedConfig): Config | string {
    if ('checked' in config) return this.#reader.parseConfig(config.checked);
    try {
      return this.#reader.parseConfig(config.text);
    } catch {
      return config.text;
    }
  }
}

/** Types or configs, with each config as it is sent. What is wrong with them is reported by the worker. */
export function packedAmong(among: unknown, configs: ConfigPacker): unknown {
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
