/** The errors that may leave the public API. Each has a stable `code` and a sentence that says what to do. */

/**
 * What calls of the library throw because of what they were given to read or run, or of what they ask. Mistakes of the
 * program are `TypeError` and `RangeError` instead.
 *
 * @example
 * try {
 *   await extract(bytes, config);
 * } catch (error) {
 *   if (!(error instanceof AnchorlineError)) throw error;
 *   console.error(error.code, error.message);
 * }
 */
export abstract class AnchorlineError extends Error {
  abstract readonly code: string;
}

/** Why a document cannot be read, or no longer used. */
export type DocumentErrorCode =
  | 'unsupported_type'
  | 'invalid_document'
  | 'empty_document'
  | 'password_required'
  | 'password_wrong'
  | 'too_large'
  | 'too_many_pages'
  | 'timed_out'
  | 'aborted'
  | 'crashed'
  | 'closed';

/** What an error may say beside its message. */
export interface ErrorDetails {
  readonly cause?: unknown;
  /** Zero-based page of the document. */
  readonly page?: number | undefined;
}

/** The document cannot be read, not within the limits, or no longer because it was closed. */
export class DocumentError extends AnchorlineError {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;
  readonly page?: number;

  constructor(code: DocumentErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    if (details.page !== undefined) this.page = details.page;
  }
}

/** A step from the root of a config to a member: a name, or a position in an array. */
export type PathStep = string | number;

/** One thing that is wrong, or doubtful, in a config. */
export interface ConfigIssue {
  readonly path: readonly PathStep[];
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** One-based; given when the config came as text. */
  readonly line?: number;
  readonly column?: number;
}

/** An issue without its place in the text. */
export type FoundIssue = Omit<ConfigIssue, 'line' | 'column'>;

/** Why a config cannot be run: what it says is wrong, or reading it costs more than a limit allows. */
export type ConfigErrorCode = 'invalid_config' | 'too_costly';

/** The config cannot be run. `issues` holds everything that was found, warnings included. */
export class ConfigError extends AnchorlineError {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  readonly issues: readonly ConfigIssue[];

  constructor(issues: readonly ConfigIssue[], code: ConfigErrorCode = 'invalid_config') {
    super(describeIssues(issues));
    this.issues = issues;
    this.code = code;
  }
}

/** `extraData` is not a flat object of plain values, or too large. */
export class ExtraDataError extends AnchorlineError {
  override readonly name = 'ExtraDataError';
  readonly code: 'invalid_extra_data' | 'extra_data_too_large';

  constructor(code: ExtraDataError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Why no config, or no document type, is chosen for a document. */
export type ClassificationErrorCode =
  | 'no_published_config'
  | 'no_fingerprint_match'
  | 'no_matching_type'
  | 'llm_unavailable';

/** There is nothing to choose from, or nothing that fits the document. */
export class ClassificationError extends AnchorlineError {
  override readonly name = 'ClassificationError';
  readonly code: ClassificationErrorCode;

  constructor(code: ClassificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A provider (PDF engine, OCR engine, model) failed in a way the document is not to blame for. */
export class ProviderError extends AnchorlineError {
  override readonly name = 'ProviderError';
  readonly code: string;
  readonly provider: string;

  constructor(provider: string, code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.provider = provider;
    this.code = code;
  }
}

/** Codes that errors of fields have when a call gave no answer. */
// See docs/language/08-language-models.md#816-codes
export type LlmFailureCode =
  | 'LLM_PROVIDER_MISSING'
  | 'LLM_CALL_FAILED'
  | 'LLM_TIMEOUT'
  | 'LLM_REPLAY_MISS'
  | 'LLM_CONTENT_FILTERED'
  | 'LLM_CONTEXT_OVERFLOW'
  | 'LLM_IMAGES_UNSUPPORTED'
  | 'LLM_BUDGET_EXCEEDED';

/** A call of a language model failed. It leaves a call of the library with `llm: { strict: true }`; else it is an entry in `errors`. */
export class LlmCallFailure extends AnchorlineError {
  override readonly name = 'LlmCallFailure';
  readonly code: LlmFailureCode;

  constructor(code: LlmFailureCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What a value is, for messages about wrong arguments: `text`, `a promise (await it)`, `bytes`. */
export function nameOfKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'text';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  if (isPromise(value)) return 'a promise (await it)';
  return value instanceof Uint8Array || value instanceof ArrayBuffer ? 'bytes' : 'an object';
}

function isPromise(value: object): boolean {
  return 'then' in value && typeof value.then === 'function';
}

/**
 * An entry of `errors` with what was thrown as its `cause`: to be read by the host, but not enumerable, so that no
 * paths and messages of libraries are written into results.
 */
export function withCause<Issue extends object>(
  issue: Issue,
  cause: unknown,
): Issue & { readonly cause?: unknown } {
  return Object.defineProperty(issue, 'cause', { value: cause });
}

/** Characters of a name or value of a config that a message shows. */
const SHOWN = 100;

/** A text as messages show it: its beginning, where it is long. */
export function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/**
 * A path as messages print it; the root is `config`.
 *
 * @example
 * formatPath(['fields', 3, 'method', 'position']); // fields[3].method.position
 * formatPath(['mappings', 'New York']); // mappings["New York"]
 */
export function formatPath(path: readonly PathStep[]): string {
  let printed = '';
  for (const given of path) {
    const step = typeof given === 'string' ? shortened(given) : given;
    if (typeof step === 'number') printed += `[${step}]`;
    else if (step === '' || /[\s.[\]"]/u.test(step)) printed += `[${JSON.stringify(step)}]`;
    else printed += printed === '' ? step : `.${step}`;
  }
  return printed === '' ? 'config' : printed;
}

const ISSUES_IN_MESSAGE = 5;

function describeIssues(issues: readonly ConfigIssue[]): string {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const shown = errors.slice(0, ISSUES_IN_MESSAGE).map(describeIssue);
  const more = errors.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  return `The config has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: ${shown.join('; ')}`;
}

function describeIssue(issue: ConfigIssue): string {
  const place = issue.line === undefined ? '' : ` (line ${issue.line}, column ${issue.column})`;
  return `${formatPath(issue.path)}${place}: ${issue.message}`;
}
