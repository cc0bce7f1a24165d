/** What a call of the service may answer instead of a result: one table of codes, statuses and texts. */
// See docs/language/09-service.md#974-status-codes

/** Status and text of every error, by its code. Names in braces are filled in. */
export const SERVICE_ERRORS = {
  invalid_request: { status: 400, text: 'The request is not valid' },
  unknown_document_type: { status: 400, text: 'Document type "{name}" does not exist' },
  unknown_configuration: {
    status: 400,
    text: 'Configuration "{name}" does not exist or has no version for {environment}',
  },
  no_published_config: {
    status: 400,
    text: 'Document type "{name}" has no configuration published to {environment}',
  },
  config_invalid: { status: 400, text: 'The configuration is not valid' },
  missing_content_type: { status: 400, text: 'A request with a body needs a Content-Type header' },
  not_json: { status: 400, text: 'The body must be application/json' },
  missing_document: { status: 400, text: 'The request holds no document' },
  bad_base64: { status: 400, text: 'The document is not valid Base64' },
  base64_not_supported: { status: 400, text: 'Send the raw bytes; Base64 is not accepted here' },
  unknown_content: {
    status: 400,
    text: 'The type of the document could not be recognised; give its content_type with the request, which CSV and plain text need',
  },
  content_type_mismatch: { status: 400, text: 'The document is {found} but {expected} was declared' },
  document_invalid: { status: 400, text: 'The document cannot be read' },
  document_encrypted: { status: 400, text: 'The document is protected by a password' },
  document_empty: { status: 400, text: 'The document has no pages' },
  too_many_pages: { status: 400, text: 'The document has too many pages' },
  no_fingerprint_match: { status: 400, text: 'No fingerprint matches and fingerprint_mode is strict' },
  no_matching_type: { status: 400, text: 'The document matches none of the document types' },
  extra_data_invalid: { status: 400, text: 'extra_data must be flat and at most 16 kB' },
  extra_data_sync: { status: 400, text: 'extra_data needs an asynchronous request' },
  url_not_allowed: { status: 400, text: 'The address is not allowed: {reason}' },
  authorization_not_allowed: {
    status: 400,
    text: 'Leave out the Authorization header; the address is signed',
  },
  bad_range: { status: 400, text: 'start_date must not be after end_date' },
  bad_continuation_token: { status: 400, text: 'The continuation token does not fit this request' },
  llm_unavailable: { status: 400, text: 'No language model is configured' },
  unauthorized: { status: 401, text: 'Unauthorized' },
  forbidden: { status: 403, text: 'This key may not do that' },
  link_invalid: { status: 403, text: 'The address is not valid or has expired' },
  not_found: { status: 404, text: 'Not found' },
  method_not_allowed: { status: 405, text: 'The method {method} is not allowed here; allowed: {allowed}' },
  name_taken: { status: 409, text: 'The name "{name}" is taken' },
  draft_conflict: {
    status: 409,
    text: 'The draft has changed; current_draft must name the version that is replaced',
  },
  change_conflict: {
    status: 409,
    text: 'Others are changing the configuration "{name}" at the same time; try again',
  },
  in_use: { status: 409, text: 'The version is {why}' },
  already_uploaded: { status: 409, text: 'Another document was uploaded to this address already' },
  upload_in_progress: {
    status: 409,
    text: 'A document is being uploaded to this address; try again when that has ended',
  },
  not_retriable: {
    status: 409,
    text: 'The extraction {id} cannot be run again: it did not fail, or its document is not kept',
  },
  not_complete: { status: 409, text: 'The extraction {id} is not complete' },
  review_closed: { status: 409, text: 'The extraction is not open for review' },
  stale_review: { status: 409, text: 'The extraction has changed since it was read; read it again' },
  idempotency_mismatch: { status: 409, text: 'The Idempotency-Key was used with another request' },
  idempotency_in_progress: {
    status: 409,
    text: 'The first request with this Idempotency-Key is still in progress',
  },
  too_large: { status: 413, text: 'The {thing} has more than {max} bytes' },
  spreadsheet_too_large: {
    status: 413,
    text: 'The results for the spreadsheet have more than {max} bytes; ask for fewer extractions at a time',
  },
  response_too_large: { status: 413, text: 'The response has more than {max} bytes' },
  unsupported_document: { status: 415, text: '{type} is not supported {here}' },
  rate_limited: { status: 429, text: 'Too many requests, try again in {n} s' },
  internal: { status: 500, text: 'Internal error, request {id}' },
  erasure_incomplete: {
    status: 503,
    text: 'The extraction is erased, but bytes of it could not be deleted yet; the service goes on trying',
  },
  uploads_busy: { status: 503, text: 'Too much is being uploaded at the moment; try again in a few seconds' },
  unavailable: { status: 503, text: 'The service is not available at the moment' },
  sync_timeout: { status: 504, text: 'Not finished within {n} s; extract large documents asynchronously' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

/** When to ask again while a store cannot be reached, in seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** The `code` of an error response. */
export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

/** The names in braces of a text. */
type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;
type BlanksOf<Code extends ServiceErrorCode> = Blanks<(typeof SERVICE_ERRORS)[Code]['text']>;

/** One thing that is wrong with a request. */
export interface RequestIssue {
  /** Where in the request, e.g. `schema.validations[0].condition`; `""` for all of it. */
  readonly path: string;
  readonly message: string;
  /** One-based place in the text of a configuration. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** What an error says beside its text. */
export interface ServiceErrorDetails {
  readonly issues?: readonly RequestIssue[];
  readonly cause?: unknown;
  /** When it makes sense to ask again. */
  readonly retryAfterSeconds?: number;
  /** The extraction that was kept as FAILED. */
  readonly extractionId?: string;
  /** Methods that the path has, for `method_not_allowed`. */
  readonly allow?: readonly string[];
}

/** A call that was refused, or failed. Its text may be shown to the caller. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status: number;
  readonly issues: readonly RequestIssue[];
  readonly details: ServiceErrorDetails;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = SERVICE_ERRORS[code].status;
    this.issues = details.issues ?? [];
    this.details = details;
  }
}

/** Values for the blanks of a text; none where it has none. */
type Fill<Code extends ServiceErrorCode> = Readonly<Record<BlanksOf<Code>, string | number>>;

/** Issues that are answered; the message says how many more there are. */
const MOST_ISSUES = 100;
/** Issues that the message names. */
const ISSUES_IN_MESSAGE = 3;

/** The error of the table, its blanks filled in; its message names the first issues. */
export function serviceError<Code extends ServiceErrorCode>(
  code: Code,
  ...[fill, details]: [BlanksOf<Code>] extends [never]
    ? [fill?: undefined, details?: ServiceErrorDetails]
    : [fill: Fill<Code>, details?: ServiceErrorDetails]
): ServiceError {
  const text = filled(SERVICE_ERRORS[code].text, fill);
  const issues = details?.issues ?? [];
  return new ServiceError(code, withIssues(text, issues), {
    ...details,
    ...(issues.length > MOST_ISSUES && { issues: issues.slice(0, MOST_ISSUES) }),
  });
}

/** A text with the first issues behind it, but those that it names already. */
function withIssues(text: string, issues: readonly RequestIssue[]): string {
  const shown = issues.slice(0, ISSUES_IN_MESSAGE).filter(({ message }) => !text.includes(message));
  if (shown.length === 0) return text;
  const more = issues.length - ISSUES_IN_MESSAGE;
  return `${text}: ${shown.map(issueText).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** `schema.fields[0].id (line 2, column 3): must be a string`. */
function issueText({ path, line, column, message }: RequestIssue): string {
  const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
  return path === '' ? `${message}${place}` : `${path}${place}: ${message}`;
}

/** The message, and all issues, one a line, where it does not name all of them. */
export function errorText({ message, issues }: ServiceError): string {
  return issues.length <= ISSUES_IN_MESSAGE ? message : [message, ...issues.map(issueText)].join('\n');
}

function filled(text: string, fill: Readonly<Record<string, string | number>> | undefined): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) => String(fill?.[name] ?? ''));
}

/** A request that is wrong in one place. */
export function invalidRequest(issue: RequestIssue): ServiceError {
  return invalidRequestIn([issue]);
}

/** A request that is wrong in several places, which may be very many. */
export function invalidRequestIn(issues: readonly RequestIssue[]): ServiceError {
  return serviceError('invalid_request', undefined, { issues });
}
