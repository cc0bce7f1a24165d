/**
 * What the library and the process that reads PDFs for it say to each other. All of it is plain data, which the
 * channel between processes copies; the child serves one document at a time.
 */

import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../document/page-graphics.js';
import { DocumentError, type DocumentErrorCode, ProviderError } from '../../errors.js';
import type { PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';

/** What a page says of itself before anything on it is read. */
export type PageFrame = Pick<PdfPage, 'width' | 'height' | 'rotation'>;

/** What can be asked for, with what comes back. `index` is the zero-based page. */
export interface Calls {
  open: { ask: { bytes: Uint8Array; password: string | undefined }; answer: { pageCount: number } };
  metadata: { ask: Record<never, never>; answer: PdfMetadata };
  formFields: { ask: Record<never, never>; answer: readonly FormWidget[] };
  page: { ask: { index: number }; answer: PageFrame };
  content: { ask: { index: number }; answer: PdfPageContent };
  images: { ask: { index: number }; answer: readonly PlacedImage[] };
  render: { ask: { index: number; options: RenderOptions }; answer: Bitmap };
  release: { ask: { index: number }; answer: undefined };
  close: { ask: Record<never, never>; answer: undefined };
}

export type CallName = keyof Calls;

export interface Request<Name extends CallName = CallName> {
  readonly id: number;
  readonly name: Name;
  readonly ask: Calls[Name]['ask'];
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: CarriedError };

/** What the process says first, when its program is loaded and listens. */
export const READY = { ready: true } as const;

/** An error on its way between processes. Only the library's own errors keep their kind. */
export interface CarriedError {
  readonly kind: 'document' | 'provider' | 'other';
  readonly message: string;
  readonly code?: string;
  readonly provider?: string;
  readonly page?: number;
}

/** Makes plain data of an error; its cause stays behind. */
export function carried(error: unknown): CarriedError {
  if (error instanceof DocumentError) {
    const { code, message, page } = error;
    return { kind: 'document', message, code, ...(page !== undefined && { page }) };
  }
  if (error instanceof ProviderError) {
    const { code, message, provider } = error;
    return { kind: 'provider', message, code, provider };
  }
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) };
}

/** The error that was carried over. */
export function revived({ kind, message, code = '', provider = '', page }: CarriedError): Error {
  if (kind === 'document') return new DocumentError(code as DocumentErrorCode, message, { page });
  if (kind === 'provider') return new ProviderError(provider, code, message);
  return new Error(message);
}
