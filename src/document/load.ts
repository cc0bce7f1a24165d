/** Loading documents: bounds, the kind of file, and the loader for it. */
import { DocumentError, ProviderError } from '../errors.js';
import { type Limits, limitError, resolveLimits } from '../limits.js';
import type { PdfEngine } from '../pdf/engine.js';
import type { ActualTextPolicy } from './actual-text.js';
import { loadCsv } from './csv.js';
import {
  type ContentType,
  contentTypeName,
  detectType,
  hasSignature,
  normaliseContentType,
  sniffSignature,
} from './detect.js';
import { loadDocx } from './docx/docx.js';
import { loadEmail } from './email.js';
import { loadImage } from './image.js';
import { type Clock, checkInterrupt, type Deadline, deadlineIn, type Interrupt } from './interrupt.js';
import type { Document } from './model.js';
import { type LoadProgress, loadPdf } from './pdf.js';
import { loadSpreadsheet } from './spreadsheet.js';
import { loadText } from './text.js';

export interface LoadOptions extends Interrupt {
  /** MIME type, with a charset if need be; a signature in the bytes wins over it. */
  readonly contentType?: string | undefined;
  /** Its extension tells the type where neither the bytes nor `contentType` do. */
  readonly filename?: string | undefined;
  readonly password?: string | undefined;
  /** Needed for PDF files, and for the codes of JPEG and fax in image files. */
  readonly pdfEngine?: PdfEngine | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Starts the limit `milliseconds` when no `deadline` is given; the system's clock by default. */
  readonly clock?: Clock | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly useActualText?: ActualTextPolicy | undefined;
  readonly preventDefaultMergeLines?: boolean | undefined;
}

/** What a loader gets: the options with limits and deadline settled. */
interface LoadContext extends LoadOptions {
  readonly resolvedLimits: Limits;
  readonly deadline: Deadline;
}

type Loader = (bytes: Uint8Array, context: LoadContext) => Promise<Document>;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XLSM = 'application/vnd.ms-excel.sheet.macroenabled.12';

/** The loader of each content type that can be read. */
const LOADERS: ReadonlyMap<ContentType, Loader> = new Map<ContentType, Loader>([
  ['application/pdf', (bytes, context) => loadPdf(bytes, { ...context, engine: pdfEngineOf(context) })],
  ['image/png', (bytes, context) => loadImage(bytes, imageOptions(context, 'image/png'))],
  ['image/jpeg', (bytes, context) => loadImage(bytes, imageOptions(context, 'image/jpeg'))],
  ['image/tiff', (bytes, context) => loadImage(bytes, imageOptions(context, 'image/tiff'))],
  ['text/plain', (bytes, context) => loadText(bytes, textOptions(context))],
  ['text/csv', (bytes, context) => loadCsv(bytes, textOptions(context))],
  ['message/rfc822', (bytes, context) => loadEmail(bytes, textOptions(context))],
  [DOCX, (bytes, context) => loadDocx(bytes, { ...textOptions(context), contentType: DOCX })],
  [XLSX, (bytes, context) => loadSpreadsheet(bytes, { ...textOptions(context), contentType: XLSX })],
  [XLSM, (bytes, context) => loadSpreadsheet(bytes, { ...textOptions(context), contentType: XLSM })],
]);

/** What to do with files that cannot be read; everything else: convert to PDF. */
const ADVICE: ReadonlyMap<ContentType, string> = new Map<ContentType, string>([
  ['application/zip', 'Unpack it and load the files in it.'],
  ['application/gzip', 'Unpack it and load the file in it.'],
  [
    'application/vnd.ms-outlook',
    'Load its text with the content type text/plain, and its attachments one by one.',
  ],
  ['application/msword', 'Save it as DOCX or PDF first.'],
  ['application/vnd.ms-excel', 'Save it as XLSX, CSV or PDF first.'],
  ['application/vnd.oasis.opendocument.text', 'Save it as DOCX or PDF first.'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'Save it as XLSX, CSV or PDF first.'],
  ['application/xml', 'Load it with the content type text/plain to read its source.'],
]);
const DEFAULT_ADVICE = 'Convert it to PDF first.';

/**
 * Reads a document from its bytes.
 * @throws DocumentError `too_large`, `empty_document` (no bytes), `unsupported_type`, `invalid_document` (also
 *   when the bytes lack the signature of the declared type), and what the loader of the type throws
 */
export async function loadBytes(bytes: Uint8Array, options: LoadOptions = {}): Promise<Document> {
  const resolvedLimits = resolveLimits(options.limits);
  const clock = options.clock ?? systemClock;
  const deadline = options.deadline ?? deadlineIn(resolvedLimits.milliseconds, clock);
  checkInterrupt({ signal: options.signal, deadline });
  if (bytes.length === 0)
    throw new DocumentError('empty_document', 'The document is empty: it has no bytes.');
  if (bytes.length > resolvedLimits.bytes) throw limitError('bytes', resolvedLimits);
  const type = checkedType(bytes, options);
  if (type === 'application/x-ooxml-protected') throw encrypted();
  const loader = LOADERS.get(type);
  if (!loader) throw unsupported(type, options);
  return loader(bytes, { ...options, resolvedLimits, deadline });
}

const systemClock: Clock = () => performance.now();

function checkedType(bytes: Uint8Array, options: LoadOptions): ContentType {
  const type = detectType(bytes, options);
  if (type === undefined) {
    throw new DocumentError(
      'unsupported_type',
      'The kind of file cannot be told from its bytes; give its content type or a file name with an extension.',
    );
  }
  if (hasSignature(type) && sniffSignature(bytes) === undefined) {
    throw new DocumentError(
      'invalid_document',
      `The document should be ${contentTypeName(type)}, but its bytes are not; check the file and its content type.`,
    );
  }
  return type;
}

function encrypted(): DocumentError {
  return new DocumentError(
    'password_required',
    'The document is an Office document protected by a password, which cannot be opened here, with or without it. Save it without a password first.',
  );
}

function unsupported(type: ContentType, options: LoadOptions): DocumentError {
  const declared = normaliseContentType(options.contentType);
  const contrast =
    declared === undefined || declared === type ? '' : `, although declared as ${contentTypeName(declared)}`;
  const advice = ADVICE.get(type) ?? DEFAULT_ADVICE;
  return new DocumentError(
    'unsupported_type',
    `The document is ${contentTypeName(type)}${contrast}; this kind of file cannot be read here. ${advice}`,
  );
}

function pdfEngineOf({ pdfEngine }: LoadContext): PdfEngine {
  if (pdfEngine) return pdfEngine;
  throw new ProviderError(
    'pdf',
    'missing_engine',
    'Reading PDF, JPEG and fax files needs a PDF engine; pass one as "pdfEngine".',
  );
}

function imageOptions(context: LoadContext, contentType: ContentType) {
  const { resolvedLimits, filename, signal, deadline } = context;
  const engine = () => pdfEngineOf(context);
  return { contentType, limits: resolvedLimits, filename, signal, deadline, engine };
}

function textOptions({ resolvedLimits, filename, signal, deadline, contentType }: LoadContext) {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  return { limits: resolvedLimits, filename, signal, deadline, charset };
}
