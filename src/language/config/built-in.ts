/** Configs of the built-in language: what hosts that add no concepts call. */
import type { ConfigIssue } from '../../errors.js';
import type { Config } from './config-types.js';
import type { Checked, ConfigLiteral } from './infer.js';
import {
  checkedConfig,
  type ParsedConfig,
  safeParseConfig as safeParse,
  validateConfig as validate,
} from './parse.js';
import { builtInLanguage } from './schema.js';

/**
 * Checks a config: an object, or text in JSON5 (JSON with comments, trailing commas and more).
 *
 * @example
 * const config = parseConfig(await readFile('invoice.json', 'utf8'));
 * const { parsed_document } = await extract(bytes, config);
 * @returns the config, checked and frozen
 * @throws TypeError for what no config can be, such as bytes or a promise
 * @throws ConfigError with all issues: path, line and column (of text), what is wrong and what is allowed
 */
export function parseConfig(config: unknown): Config {
  return checkedConfig(config, builtInLanguage());
}

/**
 * Checks a config as `parseConfig` does, without throwing.
 *
 * @example
 * const parsed = safeParseConfig(text);
 * if (parsed.success) await extract(bytes, parsed.data);
 * else for (const { line, column, message } of parsed.error.issues) console.error(line, column, message);
 */
export function safeParseConfig(config: unknown): ParsedConfig {
  return safeParse(config, builtInLanguage());
}

/**
 * Checks a config that is written in TypeScript. The compiler knows what comes of it: in
 * `(await extract(bytes, config)).parsed_document`, ids that the config lacks are errors, and values have their types.
 *
 * @example
 * const config = defineConfig({
 *   fields: [{ id: 'total', anchor: 'amount due', type: 'currency', method: { id: 'row' } }],
 * });
 * const { parsed_document } = await extract(bytes, config);
 * parsed_document.total?.value; // a number
 * @throws ConfigError
 */
export function defineConfig<const Literal extends ConfigLiteral>(config: Checked<Literal>): Literal {
  // The checked config has the members of the literal: parsing fills nothing in.
  return checkedConfig(config, builtInLanguage()) as unknown as Literal;
}

/**
 * All that is wrong or doubtful in a config, errors and warnings, in the order of the config.
 *
 * @example
 * for (const { severity, path, message } of validateConfig(text)) console.log(severity, formatPath(path), message);
 */
export function validateConfig(config: unknown): readonly ConfigIssue[] {
  return validate(config, builtInLanguage());
}
