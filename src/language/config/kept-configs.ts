/** Configs by the text that they were read from: who extracts often names the same few. */
import type { Config } from './config-types.js';

/**
 * Characters of the texts whose configs are kept, together. Most configs have 1,000 to 100,000, the largest public one 462,000,
 * which takes 0.1 s to read.
 */
const MOST_CHARACTERS = 1_000_000;

/** Checked configs, those that were asked for last. */
export class KeptConfigs {
  readonly #byText = new Map<string, Config>();
  #characters = 0;

  /** The config that was read from the very same text; undefined where none is kept. */
  get(text: string): Config | undefined {
    const config = this.#byText.get(text);
    if (config) {
      this.#byText.delete(text);
      this.#byText.set(text, config);
    }
    return config;
  }

  /** Keeps a config, and lets go of those asked for longest ago that have no room beside it. @param text not kept yet */
  keep(text: string, config: Config): void {
    if (text.length > MOST_CHARACTERS) return;
    this.#byText.set(text, config);
    this.#characters += text.length;
    for (const oldest of this.#byText.keys()) {
      if (this.#characters <= MOST_CHARACTERS) return;
      this.#byText.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
