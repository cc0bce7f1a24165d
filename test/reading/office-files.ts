/** What is read of office files and other files that hold text. */
import { expect } from 'vitest';
import type { DocumentError } from '../../src/errors.js';
import type { Document } from '../../src/page/document/model.js';
import { type LoadOptions, loadBytes } from '../support/readers.js';

/** The lines of each page as text. */
export function texts(document: Document): string[][] {
  return document.pages.map(({ lines }) => lines.map(({ text }) => text));
}

/** The error with which loading fails; the test fails when it does not, or with another kind of error. */
export async function failure(bytes: Uint8Array, options: LoadOptions = {}): Promise<DocumentError> {
  const outcome: unknown = await loadBytes(bytes, options).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: 'DocumentError' });
  return outcome as DocumentError;
}
