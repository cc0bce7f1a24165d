/** From the text or object of a config to a checked config. */
import { ConfigError, type ConfigIssue, type FoundIssue, nameOfKind } from '../errors.js';
import { explain } from './issues.js';
import { lint } from './lint.js';
import { builtInLanguage, type Config, type Language } from './schema.js';
import { type ConfigText, MAX_DEPTH, readConfigText } from './text.js';

interface Checked {
  readonly config?: Config;
  readonly issues: readonly ConfigIssue[];
}

/**
 * Reads a config from text: JSON with comments and trailing commas.
 * @returns the config, checked and frozen
 * @throws TypeError for what is no text at all
 * @throws ConfigError with all issues: path, line, column, what is wrong and what is allowed
 */
export function parseConfig(text: string, language: Language = builtInLanguage()): Config {
  refuseNoConfig(text);
  return configOrThrow(check(text, language));
}

/** Checks a config that is written in TypeScript. @throws ConfigError */
export function defineConfig(config: Config, language: Language = builtInLanguage()): Config {
  refuseNoConfig(config);
  return configOrThrow(check(config, language));
}

/** All that is wrong or doubtful in a config, errors and warnings, in the order of the config. */
export function validateConfig(
  config: unknown,
  language: Language = builtInLanguage(),
): readonly ConfigIssue[] {
  return check(config, language).issues;
}

/** A config in any form as a checked config; one that was checked before comes back as it is. @throws ConfigError */
export function checkedConfig(config: Config | string, language: Language): Config {
  refuseNoConfig(config);
  if (typeof config === 'object' && language.checked.has(config)) return config;
  return configOrThrow(check(config, language));
}

/** @throws TypeError for what cannot be meant as a config: a promise of one, the bytes of its file */
function refuseNoConfig(config: unknown): void {
  const kind = nameOfKind(config);
  if (kind === 'text' || kind === 'an object') return;
  const advice = kind === 'bytes' ? ' Read its file as text: readFile(path, "utf8").' : '';
  throw new TypeError(`The config must be text or an object, not ${kind}.${advice}`);
}

function configOrThrow({ config, issues }: Checked): Config {
  if (!config) throw new ConfigError(issues);
  return config;
}

function check(input: unknown, language: Language): Checked {
  const text: ConfigText | { readonly issues: readonly ConfigIssue[] } =
    typeof input === 'string' ? readConfigText(input) : objectText(input);
  if ('issues' in text) return { issues: text.issues };
  const parsed = language.config.safeParse(text.value, { reportInput: true });
  const found: readonly FoundIssue[] = parsed.success
    ? lint(parsed.data, language)
    : explain(parsed.error.issues);
  const issues = [...text.warnings, ...found.map((issue) => ({ ...issue, ...text.locate(issue.path) }))];
  if (!parsed.success || found.some(({ severity }) => severity === 'error')) return { issues };
  const config = deepFreeze(parsed.data);
  language.checked.add(config);
  return { config, issues };
}

function objectText(value: unknown): ConfigText | { readonly issues: readonly ConfigIssue[] } {
  if (deeperThan(value, MAX_DEPTH)) {
    const message = `the config nests deeper than ${MAX_DEPTH} levels`;
    return { issues: [{ path: [], message, severity: 'error', code: 'too_deep' }] };
  }
  return { value, warnings: [], locate: () => undefined };
}

/** Whether a value nests deeper than some levels; one that holds itself does. */
function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => deeperThan(member, levels - 1));
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
