/** What the calls of an extractor share: options resolved, documents read, configs run. */

import { nameOfKind } from '../../errors.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { Config } from '../../language/config/config-types.js';
import type { AnyRow, ConfigLiteral, ParsedDocument } from '../../language/config/infer.js';
import type { Language } from '../../language/config/schema.js';
import type { ExtractOptions, GivenOptions, ResolvedOptions } from '../../options.js';
import { closedError } from '../../page/document/memory.js';
import type { Document } from '../../page/document/model.js';
import type { PageSpan } from '../../page/document/paged.js';
import type { Extraction, ExtractionResult } from '../extraction/result.js';

/** A document in any form that can be extracted from. */
export type DocumentInput = Uint8Array | ArrayBuffer | Blob | Document;

/** The call that extracts, with its result worked out from a config that is written in TypeScript. */
export interface ExtractCall {
  <const C extends ConfigLiteral>(
    document: DocumentInput,
    config: C,
    extraData?: ExtraData,
    options?: ExtractOptions,
  ): Promise<ExtractionResult<ParsedDocument<C>>>;
  (
    document: DocumentInput,
    config: Config | string,
    extraData?: ExtraData,
    options?: ExtractOptions,
  ): Promise<ExtractionResult<AnyRow>>;
}

/** An extractor's bound options at work. */
export interface ExtractionCore {
  readonly language: Language;
  /** The options of one call, over those that are bound; its time runs from now. */
  resolve(given: GivenOptions): ResolvedOptions;
  /** Reads a file; the caller closes it. @param span pages beside which none need be read; default all */
  load(
    bytes: Exclude<DocumentInput, Document>,
    resolved: ResolvedOptions,
    span?: PageSpan,
  ): Promise<Document>;
  /** Runs a checked config. */
  run(
    document: Document,
    config: Config,
    resolved: ResolvedOptions,
    extraData: ExtraData | undefined,
  ): Promise<Extraction>;
}

/** Whether an input has been read already. */
export function isDocument(input: unknown): input is Document {
  return typeof input === 'object' && input !== null && 'pages' in input;
}

/** Works on a document; one that has to be read first is closed afterwards. @param span as of `ExtractionCore.load` */
export async function withDocument<T>(
  load: ExtractionCore['load'],
  input: DocumentInput,
  resolved: ResolvedOptions,
  work: (document: Document) => Promise<T>,
  span?: PageSpan,
): Promise<T> {
  if (isDocument(input)) {
    if (input.isClosed()) throw closedError();
    return work(input);
  }
  const loaded = await load(input, resolved, span);
  try {
    return await work(loaded);
  } finally {
    await loaded.close();
  }
}

/** The bytes of a file. @throws TypeError for what holds none */
export async function bytesOf(document: unknown): Promise<Uint8Array> {
  if (document instanceof Uint8Array) return document;
  if (document instanceof ArrayBuffer) return new Uint8Array(document);
  if (document instanceof Blob) return new Uint8Array(await document.arrayBuffer());
  const advice =
    typeof document === 'string' ? ' A file is read before: await readFile(path) of node:fs/promises.' : '';
  throw new TypeError(
    `The document must be bytes (a Uint8Array, an ArrayBuffer or a Blob) or one that loadDocument gave, not ${nameOfKind(document)}.${advice}`,
  );
}
