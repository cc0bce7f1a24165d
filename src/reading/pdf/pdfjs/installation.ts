/** The packages that this engine needs, and the error for an installation that lacks them. */
import { ProviderError } from '../../../errors.js';
import { installationAdvice } from '../../../foundation/platform/pdfjs.js';

/**
 * pdf.js or the canvas is not there, or not for this machine: no document is to blame, and none can be read.
 * @param cause what loading it failed with
 */
export function unavailable(cause: unknown): ProviderError {
  const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
  const message = `PDFs cannot be read, because pdf.js does not start (${reason}). ${installationAdvice()}`;
  return new ProviderError('pdfjs', 'unavailable', message, { cause });
}
