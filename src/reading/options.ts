/** What readers are given besides the bytes: one shape for all formats, checked and completed before. */

import { ProviderError } from '../errors.js';
import type { Interrupt } from '../foundation/async/interrupt.js';
import type { Limits } from '../limits.js';
import type { ActualTextPolicy } from '../page/layout/actual-text.js';
import type { DocumentConverters } from './convert.js';
import type { PdfEngine } from './pdf/engine.js';

export interface ReaderOptions extends Interrupt {
  readonly limits: Limits;
  /** Media type, with a charset if need be; a signature in the bytes wins over it. */
  readonly contentType?: string | undefined;
  /** Its extension gives the type where neither the bytes nor `contentType` does. */
  readonly filename?: string | undefined;
  readonly password?: string | undefined;
  /** Needed for PDF files, and for the codes of JPEG and fax in image files. */
  readonly pdf?: PdfEngine | undefined;
  /** Turn kinds of file into others that can be read; asked before any reader. */
  readonly converters?: DocumentConverters | undefined;
  /** Default `auto`. */
  readonly useActualText?: ActualTextPolicy | undefined;
  /** Make every run of text a line of its own. */
  readonly preventDefaultMergeLines?: boolean | undefined;
  /** Called after each page of a file that is read page by page. */
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

/** The PDF engine. @throws ProviderError `missing_engine` */
export function pdfEngineOf({ pdf }: ReaderOptions): PdfEngine {
  if (pdf) return pdf;
  throw new ProviderError(
    'pdf',
    'missing_engine',
    'Reading PDF, JPEG and fax files needs a PDF engine; pass one as "pdf".',
  );
}
