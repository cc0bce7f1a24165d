/** The PDF engine on pdf.js. Neither pdf.js nor what reads with it is loaded before the first document is opened. */
import { DocumentError } from '../errors.js';
import type { PdfEngine, PdfFile, PdfOpenOptions } from './engine.js';
import type { OpenedDocument } from './pdfjs-library.js';

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
    capabilities: { actualText: true, render: true },
    open: openFile,
  };
}

/**
 * Opens a file. `bytes` are copied for pdf.js, and read again when a page is drawn: they must not be changed
 * before the file is closed.
 * @throws DocumentError `invalid_document`, `empty_document`, `password_required`, `password_wrong`, `aborted`
 */
async function openFile(bytes: Uint8Array, { password, signal }: PdfOpenOptions): Promise<PdfFile> {
  refuseAborted(signal);
  if (bytes.length === 0) {
    throw new DocumentError('empty_document', 'The file has no bytes; check how it was read or uploaded.');
  }
  const { PdfjsFile } = await import('./pdfjs-file.js');
  const opened = await open(bytes, password);
  try {
    refuseAborted(signal);
    if (opened.document.numPages < 1) {
      throw new DocumentError('empty_document', 'The PDF has no pages; make it anew from its source.');
    }
    return new PdfjsFile(opened, bytes, password);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function open(bytes: Uint8Array, password: string | undefined): Promise<OpenedDocument> {
  const { openWithPdfjs } = await import('./pdfjs-library.js');
  try {
    return await openWithPdfjs(bytes, password, 'read');
  } catch (error) {
    throw openError(error);
  }
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new DocumentError('aborted', 'The reading of the PDF was aborted by the caller.', {
      cause: signal.reason,
    });
  }
}

/** pdf.js' exceptions as errors of the library. */
function openError(error: unknown): DocumentError {
  const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    code?: unknown;
  };
  if (name === 'PasswordException') {
    return code === NEED_PASSWORD
      ? new DocumentError('password_required', 'The PDF is encrypted; give its password.', { cause: error })
      : new DocumentError('password_wrong', 'The password does not open the PDF; give the right one.', {
          cause: error,
        });
  }
  return new DocumentError(
    'invalid_document',
    'The file is not a PDF that can be read; check that it is complete and opens in a viewer.',
    { cause: error },
  );
}
