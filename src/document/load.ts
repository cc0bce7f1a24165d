/** Loading documents: bounds, the kind of file, and the loader for it. */
import { DocumentError, ProviderError } from '../errors.js';
import { type Limits, limitError, resolveLimits } from '../limits.js';
import type { PdfEngine } from '../pdf/engine.js';
import type { ActualTextPolicy } from './actual-text.js';
import { convert, converterFor, type DocumentConverters } from './convert.js';
import {
  type ContentType,
  contentTypeName,
  detectType,
  hasSignature,
  normaliseContentType,
  sniffSignature,
} from './detect.js';
import { protectedOfficeFile } from './file-errors.js';
import { type Clock, checkInterrupt, type Deadline, deadlineIn, type Interrupt } from './interrupt.js';
import type { Document } from './model.js';
import type { LoadProgress } from './pdf.js';

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
  /** Turn kinds of file into others that can be read; asked before any loader. */
  readonly converters?: DocumentConverters | undefined;
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
const XLS = 'application/vnd.ms-excel';

/** The loader of each content type that can be read; its modules are loaded with the first such file. */
const LOADERS: ReadonlyMap<ContentType, Loader> = new Map<ContentType, Loader>([
  [
    'application/pdf',
    async (bytes, context) =>
      (await import('./pdf.js')).loadPdf(bytes, { ...context, engine: pdfEngineOf(context) }),
  ],
  ['image/png', imageLoader('image/png')],
  ['image/jpeg', imageLoader('image/jpeg')],
  ['image/tiff', imageLoader('image/tiff')],
  ['text/plain', async (bytes, context) => (await import('./text.js')).loadText(bytes, textOptions(context))],
  ['text/csv', async (bytes, context) => (await import('./csv.js')).loadCsv(bytes, textOptions(context))],
  [
    'message/rfc822',
    async (bytes, context) => (await import('./email.js')).loadEmail(bytes, textOptions(context)),
  ],
  [
    DOCX,
    async (bytes, context) =>
      (await import('./docx/docx.js')).loadDocx(bytes, { ...textOptions(context), contentType: DOCX }),
  ],
  [XLSX, spreadsheetLoader(XLSX)],
  [XLSM, spreadsheetLoader(XLSM)],
  [
    XLS,
    async (bytes, context) =>
      (await import('./xls/xls.js')).loadXls(bytes, { ...textOptions(context), contentType: XLS }),
  ],
]);

function imageLoader(contentType: 'image/png' | 'image/jpeg' | 'image/tiff'): Loader {
  return async (bytes, context) =>
    (await import('./image.js')).loadImage(bytes, imageOptions(context, contentType));
}

function spreadsheetLoader(contentType: typeof XLSX | typeof XLSM): Loader {
  return async (bytes, context) =>
    (await import('./spreadsheet.js')).loadSpreadsheet(bytes, { ...textOptions(context), contentType });
}

/** What to do with files that cannot be read; everything else: convert to PDF. */
const ADVICE: ReadonlyMap<ContentType, string> = new Map<ContentType, string>([
  ['application/zip', 'Unpack it and load the files in it.'],
  ['application/gzip', 'Unpack it and load the file in it.'],
  [
    'application/vnd.ms-outlook',
    'Load its text with the content type text/plain, and its attachments one by one.',
  ],
  [
    'application/msword',
    'Save it as DOCX or PDF first, or pass a converter for application/msword in "converters".',
  ],
  ['application/vnd.oasis.opendocument.text', 'Save it as DOCX or PDF first.'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'Save it as XLSX, CSV or PDF first.'],
  ['application/xml', 'Load it with the content type text/plain to read its source.'],
]);
const DEFAULT_ADVICE = 'Convert it to PDF first.';

/**
 * Reads a document from its bytes.
 * @throws DocumentError `too_large`, `empty_document` (no bytes), `unsupported_type`, `invalid_document` (also
 *   when the bytes lack the signature of the declared type), and what the loader of the type throws
 * @throws ProviderError `conversion_failed` when a converter fails
 */
export async function loadBytes(bytes: Uint8Array, options: LoadOptions = {}): Promise<Document> {
  const resolvedLimits = resolveLimits(options.limits);
  const clock = options.clock ?? systemClock;
  const deadline = options.deadline ?? deadlineIn(resolvedLimits.milliseconds, clock);
  checkInterrupt({ signal: options.signal, deadline });
  if (bytes.length === 0)
    throw new DocumentError('empty_document', 'The document is empty: it has no bytes.');
  if (bytes.length > resolvedLimits.bytes) throw limitError('bytes', resolvedLimits);
  const context = { ...options, resolvedLimits, deadline };
  const type = checkedType(bytes, options);
  const converter = converterFor(type, options.converters);
  if (!converter) return loadAs(type, bytes, context);
  const { signal, filename } = options;
  const request = { contentType: type, filename, signal, limits: resolvedLimits };
  const converted = await convert(bytes, converter, request, { signal, deadline });
  const document = await loadAs(convertedType(converted, type), converted, {
    ...context,
    contentType: undefined,
  });
  return { ...document, contentType: type };
}

async function loadAs(type: ContentType, bytes: Uint8Array, context: LoadContext): Promise<Document> {
  if (type === 'application/x-ooxml-protected') throw protectedOfficeFile();
  const loader = LOADERS.get(type);
  if (!loader) throw unsupported(type, context);
  return loader(bytes, context);
}

/** What a converter made; it must be something that its bytes tell, and is not converted again. */
function convertedType(bytes: Uint8Array, from: ContentType): ContentType {
  const type = sniffSignature(bytes);
  if (type !== undefined && LOADERS.has(type)) return type;
  const made = type === undefined ? 'bytes of unknown kind' : contentTypeName(type);
  throw new ProviderError(
    'converter',
    'conversion_failed',
    `The converter of ${contentTypeName(from)} gave ${made}, which cannot be read; it should give a PDF.`,
  );
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
