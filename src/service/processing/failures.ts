/** What becomes of an attempt that failed: it is tried again, or the extraction has failed. */
// See docs/language/09-service.md#964-errors-permanent-transient
import {
  ClassificationError,
  ConfigError,
  DocumentError,
  type DocumentErrorCode,
  ExtraDataError,
} from '../../errors.js';
import { SERVICE_ERRORS, ServiceError, type ServiceErrorCode } from '../errors.js';
import type { ExtractionIssue } from '../extraction-rows.js';
import { OutboundError } from '../outbound/error.js';

/** How an attempt failed. */
export interface Failure {
  readonly issue: ExtractionIssue;
  /** Whether another attempt may go better. */
  readonly isTransient: boolean;
  /** How long to wait at least, where somebody said so, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Errors of configs and of what is published, not of the document. */
const CONFIGURATION: readonly string[] = [
  'unknown_document_type',
  'unknown_configuration',
  'no_published_config',
  'config_invalid',
  'no_fingerprint_match',
  'no_matching_type',
  'llm_unavailable',
  'extra_data_invalid',
];

const DOCUMENT_CODES: Readonly<Partial<Record<DocumentErrorCode, string>>> = {
  unsupported_type: 'unsupported_document',
  invalid_document: 'document_invalid',
  empty_document: 'document_empty',
  password_required: 'document_encrypted',
  password_wrong: 'document_encrypted',
  too_large: 'too_large',
  too_many_pages: 'too_many_pages',
  timed_out: 'timeout',
  aborted: 'timeout',
};

/** Texts for callers where those of the extractor say to the host which of its limits to raise. */
const TEXTS: Readonly<Record<string, string | undefined>> = {
  too_large: 'The document is too large to be read',
  too_many_pages: 'The document has too many pages',
  timeout: 'The extraction took longer than allowed',
};

/** What an error of an attempt means. Errors that nobody foresaw may be outages, and are tried again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) {
    return { issue: issue(error.code, error.message), isTransient: error.status >= 500 };
  }
  if (error instanceof OutboundError) {
    const { code, message, isTransient, retryAfterMs } = error;
    return {
      issue: { message, type: 'invalid', code },
      isTransient,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
  if (error instanceof DocumentError) {
    const code = DOCUMENT_CODES[error.code];
    if (code === undefined) return UNEXPECTED;
    return { issue: issue(code, TEXTS[code] ?? error.message), isTransient: false };
  }
  if (error instanceof ClassificationError) {
    return { issue: issue(error.code, error.message), isTransient: false };
  }
  if (error instanceof ConfigError)
    return { issue: issue('config_invalid', error.message), isTransient: false };
  if (error instanceof ExtraDataError) {
    return { issue: issue('extra_data_invalid', error.message), isTransient: false };
  }
  return UNEXPECTED;
}

/** No detail of the cause: its text may name what no caller may know. */
const UNEXPECTED: Failure = {
  issue: { message: 'The extraction failed unexpectedly', type: 'unexpected', code: 'internal' },
  isTransient: true,
};

function issue(code: string, message: string): ExtractionIssue {
  const unexpected = code === 'timeout' || code === 'internal' || code === 'unavailable';
  const type = CONFIGURATION.includes(code) ? 'configuration' : unexpected ? 'unexpected' : 'invalid';
  return { message, type, code };
}

export const TIMED_OUT: ExtractionIssue = {
  message: 'The extraction took longer than allowed',
  type: 'unexpected',
  code: 'timeout',
};

/** Its worker was lost as often as an extraction may be tried. */
export const INTERRUPTED: ExtractionIssue = {
  message: 'The extraction was interrupted again and again',
  type: 'unexpected',
  code: 'interrupted',
};

export const DOCUMENT_MISSING: ExtractionIssue = {
  message: 'No document was uploaded in time',
  type: 'invalid',
  code: 'document_missing',
};

/** Whether a code is one that requests are answered with. */
export function isServiceErrorCode(code: string | undefined): code is ServiceErrorCode {
  return code !== undefined && Object.hasOwn(SERVICE_ERRORS, code);
}
