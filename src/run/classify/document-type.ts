/** Document types, as hosts give them: configs for one kind of document, and what all of them share. */
// See docs/language/09-service.md#951-document-type
import * as z from 'zod';
import { ConfigError, type ConfigIssue, nameOfKind, type PathStep } from '../../errors.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Config } from '../../language/config/config-types.js';
import { explain } from '../../language/config/issues.js';
import { checkedConfig } from '../../language/config/parse.js';
import type { Language } from '../../language/config/schema.js';
import {
  type CheckedValidation,
  checkedValidations,
  type Validation,
} from '../../language/validate/schema.js';

/** A config under the name that results give it. */
export interface NamedConfig {
  readonly name: string;
  /** The text of a config, or one from `parseConfig` or `defineConfig`. */
  readonly config: Config | string;
}

const FINGERPRINT_MODES = ['fallback_to_all', 'strict'] as const;

/** What happens when no fingerprint of a type fits a document: other configs run all the same, or none does. */
export type FingerprintMode = (typeof FINGERPRINT_MODES)[number];

/** A kind of document: the configs for its layouts, and what counts for all of them. */
export interface DocumentType {
  readonly id?: string | undefined;
  readonly name: string;
  /** In words, for language models and for the comparison of words. */
  readonly description?: string | undefined;
  readonly configs: readonly NamedConfig[];
  /** Checks on documents of this type. */
  readonly validations?: readonly Validation[] | undefined;
  /** Default `fallback_to_all`. */
  readonly fingerprint_mode?: FingerprintMode | undefined;
  /** When documents of this type are read by OCR, see the option `ocrLevel`; portfolios do not heed it. */
  readonly ocr_level?: 0 | 2 | 4 | 5 | undefined;
  /** Id of the engine that reads them; portfolios do not heed it. */
  readonly ocr_engine?: string | undefined;
  /** Leaves runs of text as they are instead of merging adjacent ones into lines. */
  readonly prevent_default_merge_lines?: boolean | undefined;
}

/** A checked config under its name. */
export interface Candidate {
  readonly name: string;
  readonly config: Config;
}

/** A document type whose members have been checked. */
export interface CheckedType extends Omit<DocumentType, 'configs' | 'validations'> {
  readonly candidates: readonly Candidate[];
  readonly validations: readonly CheckedValidation[] | undefined;
}

const namedConfig = closedObject({
  name: z.string().min(1),
  config: z.union([z.string(), z.custom<Config>((value) => typeof value === 'object' && value !== null)]),
});

const documentType = closedObject({
  id: z.string().optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  configs: z.array(namedConfig),
  validations: z.array(z.custom<Validation>()).optional(),
  fingerprint_mode: z.enum(FINGERPRINT_MODES).optional(),
  ocr_level: z.literal([0, 2, 4, 5]).optional(),
  ocr_engine: z.string().optional(),
  prevent_default_merge_lines: z.boolean().optional(),
});

/** What a document is compared with: several types, one type, or the configs of one that has no name. */
export type Among = DocumentType | readonly DocumentType[] | readonly NamedConfig[];

/** Whether a list holds document types and not configs. An empty list holds configs. */
export function areTypes(among: readonly object[]): among is readonly DocumentType[] {
  const [first] = among;
  return typeof first === 'object' && first !== null && !('config' in first);
}

/**
 * Checks a document type, or configs as those of a type without settings.
 * @throws ConfigError with all that is wrong; paths begin with `documentType` or `configs`
 * @throws TypeError for what is neither
 */
export function checkedType(type: DocumentType | readonly NamedConfig[], language: Language): CheckedType {
  if (!Array.isArray(type)) return checkType(type as DocumentType, ['documentType'], language);
  const configs = parsed(z.array(namedConfig), type, ['configs']);
  return { name: '', candidates: candidatesOf(configs, ['configs'], language), validations: undefined };
}

/**
 * Checks several document types.
 * @throws ConfigError with what is wrong with the first that is not right; paths begin with `documentTypes`
 * @throws TypeError for what is no list of types
 */
export function checkedTypes(types: readonly DocumentType[], language: Language): readonly CheckedType[] {
  refuseNoTypes(types);
  const checked = types.map((type, i) => checkType(type, ['documentTypes', i], language));
  refuseDoubles(checked, ['documentTypes']);
  return checked;
}

/** @throws TypeError for what is no list of document types */
export function refuseNoTypes(types: unknown): void {
  if (!Array.isArray(types)) {
    throw new TypeError(`The document types must be an array, not ${nameOfKind(types)}.`);
  }
  for (const type of types) refuseNoType(type);
}

/** @throws TypeError for what is no document type */
export function refuseNoType(type: unknown): void {
  if (typeof type !== 'object' || type === null) {
    throw new TypeError(`A document type must be an object, not ${nameOfKind(type)}.`);
  }
}

function checkType(type: DocumentType, path: readonly PathStep[], language: Language): CheckedType {
  refuseNoType(type);
  const { configs, validations, ...rest } = parsed(documentType, type, path);
  return {
    ...rest,
    candidates: candidatesOf(configs, [...path, 'configs'], language),
    validations: validations && placed(path, () => checkedValidations(validations, language.rules)),
  };
}

function candidatesOf(
  configs: readonly NamedConfig[],
  path: readonly PathStep[],
  language: Language,
): readonly Candidate[] {
  refuseDoubles(configs, path);
  return configs.map(({ name, config }) => ({
    name,
    config: placed([...path, name], () => checkedConfig(config, language)),
  }));
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: readonly PathStep[],
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new ConfigError(under(path, explain(result.error.issues)));
}

/** What `check` gives; what it finds wrong has a path that begins with another. */
function placed<T>(path: readonly PathStep[], check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(under(path, error.issues));
    throw error;
  }
}

function under(path: readonly PathStep[], issues: readonly ConfigIssue[]): readonly ConfigIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

/** Results identify configs and types by their names. */
function refuseDoubles(named: readonly { readonly name: string }[], path: readonly PathStep[]): void {
  const names = new Set<string>();
  const issues: ConfigIssue[] = [];
  for (const [i, { name }] of named.entries()) {
    if (names.has(name)) {
      const message = `there is another one called ${JSON.stringify(name)}; names must differ`;
      issues.push({ path: [...path, i, 'name'], message, severity: 'error', code: 'duplicate_name' });
    }
    names.add(name);
  }
  if (issues.length > 0) throw new ConfigError(issues);
}
