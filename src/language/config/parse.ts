/** From the text or object of a config to a checked config. */
import type * as z from 'zod';
import { ConfigError, type ConfigIssue, type FoundIssue, nameOfKind } from '../../errors.js';
import { CONFIG_LIMITS } from '../../limits.js';
import type { Config } from './config-types.js';
import { explain } from './issues.js';
import { hasAnchorCycle, lint, refusedParts } from './lint.js';
import type { Language } from './schema.js';
import { sizeOfValue } from './size.js';
import { type ConfigText, readConfigText } from './text.js';

interface Checked {
  /** None where something is wrong. */
  readonly config?: Config;
  /** What is wrong or doubtful. Who only runs a config does not ask, and looking for it takes as long as checking the config. */
  issues(): readonly ConfigIssue[];
}

/** What `safeParseConfig` returns: the config with what is doubtful in it, or why it cannot be run. */
export type ParsedConfig =
  | { readonly success: true; readonly data: Config; readonly warnings: readonly ConfigIssue[] }
  | { readonly success: false; readonly error: ConfigError };

/** A config as text or an object, checked and frozen, or why it cannot be run. */
export function safeParseConfig(input: unknown, language: Language): ParsedConfig {
  const { config, issues } = check(input, language);
  return config
    ? { success: true, data: config, warnings: issues() }
    : { success: false, error: new ConfigError(issues()) };
}

/** The config of a text, which is read once as long as it is kept. @throws ConfigError */
function readConfig(text: string, language: Language): Config {
  const known = language.kept.get(text);
  if (known) return known;
  const config = configOrThrow(check(text, language));
  language.kept.keep(text, config);
  return config;
}

/** All that is wrong or doubtful in a config, errors and warnings, in the order of the config. */
export function validateConfig(config: unknown, language: Language): readonly ConfigIssue[] {
  return check(config, language).issues();
}

/**
 * A config in any form as a checked config; one that was checked before comes back as it is.
 * @throws TypeError for what no config can be
 * @throws ConfigError with all issues: path, line, column, what is wrong and what is allowed
 */
export function checkedConfig(config: unknown, language: Language): Config {
  refuseNoConfig(config);
  if (typeof config === 'string') return readConfig(config, language);
  if (typeof config === 'object' && config !== null && language.checked.has(config as Config)) {
    return config as Config;
  }
  return configOrThrow(check(config, language));
}

/** Kinds of values that JSON holds: one of another is a mistake of the program, and not of whoever wrote the config. */
const JSON_KINDS: ReadonlySet<string> = new Set([
  'text',
  'an object',
  'an array',
  'a number',
  'a boolean',
  'null',
]);

/** @throws TypeError for what cannot be meant as a config: a promise of one, the bytes of its file, nothing at all */
export function refuseNoConfig(config: unknown): void {
  const kind = nameOfKind(config);
  if (JSON_KINDS.has(kind)) return;
  const advice = kind === 'bytes' ? ' Read its file as text: readFile(path, "utf8").' : '';
  throw new TypeError(`The config must be text or an object, not ${kind}.${advice}`);
}

function configOrThrow({ config, issues }: Checked): Config {
  if (!config) throw new ConfigError(issues());
  return config;
}

function check(input: unknown, language: Language): Checked {
  const text: ConfigText | { readonly issues: readonly ConfigIssue[] } =
    typeof input === 'string' ? readConfigText(input) : objectText(input);
  if ('issues' in text) return { issues: () => text.issues };
  const parsed = parseWith(language, text.value);
  if (!parsed) return { issues: () => [TOO_WRONG] };
  const found = (): readonly FoundIssue[] =>
    parsed.success
      ? lint(text.value as Config, language)
      : withSoundParts(explain(parsed.error.issues), parsed.error.issues, text.value, language);
  const issues = () =>
    withinLimit(text.warnings, found(), (issue) => ({ ...issue, ...text.locate(issue.path) }));
  if (!parsed.success || hasAnchorCycle(text.value as Config, language)) return { issues };
  const config = deepFreeze(parsed.data);
  language.checked.add(config);
  return { config, issues };
}

/** What is wrong, and what is doubtful in the parts that are sound; of a config with very many errors, these alone. */
function withSoundParts(
  errors: readonly FoundIssue[],
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  language: Language,
): readonly FoundIssue[] {
  if (issues.length > CONFIG_LIMITS.issues) return errors;
  return [...errors, ...lint(value as Config, language, refusedParts(issues))];
}

/** What is wrong with a config that has more errors than zod can collect. */
const TOO_WRONG: ConfigIssue = {
  path: [],
  message: 'the config has so many errors that they cannot be listed one by one',
  severity: 'error',
  code: 'too_many_issues',
};

/** Undefined where the errors are too many: zod hands those of a part to the part around it on the stack, all at once. */
function parseWith(language: Language, value: unknown): z.ZodSafeParseResult<Config> | undefined {
  try {
    return language.config.safeParse(value, { reportInput: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The issues that are reported; where there are too many, errors before warnings, and the last one says so. */
function withinLimit(
  warnings: readonly ConfigIssue[],
  found: readonly FoundIssue[],
  place: (issue: FoundIssue) => ConfigIssue,
): readonly ConfigIssue[] {
  const count = warnings.length + found.length;
  if (count <= CONFIG_LIMITS.issues) return [...warnings, ...found.map(place)];
  const listed = found.filter(({ severity }) => severity === 'error').slice(0, CONFIG_LIMITS.issues);
  const severity = listed.length > 0 ? 'error' : 'warning';
  const message = `${count} things are wrong or doubtful in the config; the first ${CONFIG_LIMITS.issues} are listed`;
  const others = [...warnings, ...found.filter((issue) => issue.severity === 'warning').map(place)];
  const shown = [...listed.map(place), ...others].slice(0, CONFIG_LIMITS.issues);
  return [...shown, { path: [], message, severity, code: 'too_many_issues' }];
}

function objectText(value: unknown): ConfigText | { readonly issues: readonly ConfigIssue[] } {
  const tooLarge = sizeOfValue(value);
  if (tooLarge) return { issues: [tooLarge] };
  return { value, warnings: [], locate: () => undefined };
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
