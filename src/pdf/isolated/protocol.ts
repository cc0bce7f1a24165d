/**
 * What the library and the process that reads PDFs for it say to each other. All of it is plain data, which the
 * channel between processes copies; the child serves one document at a time.
 */

import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../document/page-graphics.js';
import { type CarriedError, ErrorCarrier } from '../../wall/carried-error.js';
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

/** Carries errors, the library's own with their class. */
export const ERRORS = new ErrorCarrier();
