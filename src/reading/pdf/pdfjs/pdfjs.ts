/** The PDF engine on pdf.js. Neither pdf.js nor what reads with it is loaded before the first document is opened. */
import { DocumentError, ProviderError } from '../../../errors.js';
import type { PdfEngine, PdfFile, PdfOpenOptions } from '../engine.js';
import type { OpenedDocument } from './library.js';

/** pdf.js' codes of a password exception. */
const NEED_PASSWORD = 1;

/**
 * An engine that reads and draws with pdf.js, in this thread and offline.
 *
 * @example
 * const file = await pdfjs().open(bytes, {});
 * try {
 *   const { glyphs } = await (await file.page(0)).content();
 * } finally {
 *   await file.close();
 * }
 */
export function pdfjs(): PdfEngine {
  return {
    id: 'pdfjs',
    open: openFile,
  };
}

/**
 * Opens a file. `bytes` are copied for pdf.js, and read again when a page is drawn: they must not be changed
 * before the file is closed.
 * @throws DocumentError `invalid_document`, `empty_document`, `too_large`, `password_required`, `password_wrong`, `aborted`
 * @throws ProviderError `unavailable` when pdf.js cannot be loaded
 */
async function openFile(bytes: Uint8Array, { password, signal }: PdfOpenOptions): Promise<PdfFile> {
  refuseAborted(signal);
  if (bytes.length === 0) {
    throw new DocumentError('empty_document', 'The file has no bytes; check how it was read or uploaded.');
  }
  const { checkStructure } = await import('../objects/structure-bounds.js');
  checkStructure(bytes);
  const { opened, source } = await open(await repaired(bytes), password);
  try {
    refuseAborted(signal);
    if (opened.document.numPages < 1) {
      throw new DocumentError('empty_document', 'The PDF has no pages; make it again from its source.');
    }
    const { PdfjsFile } = await import('./file.js');
    return new PdfjsFile(opened, source, password);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * The file without its table where that misplaces pages, and without pages that cannot be read at all. pdf.js reads
 * pages ahead, and nobody hears when one cannot be read: such a rejection ends a process in Node.
 */
async function repaired(bytes: Uint8Array): Promise<Uint8Array> {
  const { misplacesPages, withoutLostPages } = await import('../objects/cross-references.js');
  const whole = withoutLostPages(bytes);
  if (!misplacesPages(whole)) return whole;
  const { withoutTable } = await import('../objects/encryption.js');
  return withoutTable(whole);
}

/** A document with the bytes that it was read from: those of the file, or of its repaired copy. */
interface Opening {
  readonly opened: OpenedDocument;
  readonly source: Uint8Array;
}

async function open(bytes: Uint8Array, password: string | undefined): Promise<Opening> {
  const { openWithPdfjs } = await import('./library.js');
  const { namesEncryption } = await import('../objects/encryption.js');
  let opened: OpenedDocument;
  try {
    opened = await openWithPdfjs(bytes, password, 'read');
  } catch (error) {
    if (!isPasswordError(error)) throw openError(error);
    return openSearched(bytes, password, error);
  }
  if (!namesEncryption(bytes) || (await isDecrypted(opened))) return { opened, source: bytes };
  return readAsPlain(opened, bytes, password);
}

/**
 * Opens a file that asks for a password, or refuses the given one, by a search for its objects: where its
 * cross-reference table is damaged, pdf.js may have met the wrong dictionary of encryption.
 * @param refusal what pdf.js said when it trusted the table
 */
async function openSearched(
  bytes: Uint8Array,
  password: string | undefined,
  refusal: unknown,
): Promise<Opening> {
  const { openWithPdfjs } = await import('./library.js');
  const { takesPassword, withoutTable } = await import('../objects/encryption.js');
  const source = withoutTable(bytes);
  try {
    return { opened: await openWithPdfjs(source, password, 'read'), source };
  } catch (error) {
    throw takesPassword(bytes) ? openError(refusal) : invalidDocument(error);
  }
}

/**
 * A file that names a dictionary of encryption which pdf.js did not find: its text would be noise. It stays as it
 * was opened where a search for its objects finds none either.
 */
async function readAsPlain(
  opened: OpenedDocument,
  bytes: Uint8Array,
  password: string | undefined,
): Promise<Opening> {
  const { openWithPdfjs } = await import('./library.js');
  const { withoutTable } = await import('../objects/encryption.js');
  const source = withoutTable(bytes);
  let searched: OpenedDocument | undefined;
  try {
    searched = await openWithPdfjs(source, password, 'read');
    if (await isDecrypted(searched)) {
      await opened.close();
      return { opened: searched, source };
    }
  } catch (error) {
    if (isPasswordError(error)) {
      await opened.close();
      throw openError(error);
    }
  }
  await searched?.close();
  return { opened, source: bytes };
}

/** Whether pdf.js decrypts what it reads. */
async function isDecrypted({ document }: OpenedDocument): Promise<boolean> {
  const { info } = await document.getMetadata().catch(() => ({ info: undefined }));
  const { EncryptFilterName } = (info ?? {}) as { readonly EncryptFilterName?: unknown };
  return typeof EncryptFilterName === 'string';
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new DocumentError('aborted', 'The reading of the PDF was aborted by the caller.', {
      cause: signal.reason,
    });
  }
}

function isPasswordError(error: unknown): error is { readonly code?: unknown } {
  return error instanceof Error && error.name === 'PasswordException';
}

/** pdf.js' exceptions as errors of the library. */
function openError(error: unknown): DocumentError | ProviderError {
  if (error instanceof ProviderError) return error;
  if (!isPasswordError(error)) return invalidDocument(error);
  return error.code === NEED_PASSWORD
    ? new DocumentError('password_required', 'The PDF is encrypted; give its password.', { cause: error })
    : new DocumentError('password_wrong', 'The password does not open the PDF; give the right one.', {
        cause: error,
      });
}

function invalidDocument(cause: unknown): DocumentError {
  const message = 'The file is not a PDF that can be read; check that it is complete and opens in a viewer.';
  return new DocumentError('invalid_document', message, { cause });
}
