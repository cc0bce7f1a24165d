/** What the calls of an extractor share: options resolved, documents read, configs run. */
import type { Config, Language } from './config/schema.js';
import { closedError } from './document/memory.js';
import type { Document } from './document/model.js';
import type { ExtraData } from './extra-data.js';
import type { Extraction } from './extract.js';
import type { GivenOptions, ResolvedOptions } from './options.js';

/** A document in any form that can be extracted from. */
export type DocumentInput = Uint8Array | ArrayBuffer | Blob | Document;

/** An extractor's bound options at work. */
export interface ExtractionCore {
  readonly language: Language;
  /** The options of one call, over those that are bound; its time runs from now. */
  resolve(given: GivenOptions): ResolvedOptions;
  /** Reads a file; the caller closes it. */
  load(bytes: Exclude<DocumentInput, Document>, resolved: ResolvedOptions): Promise<Document>;
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

/** Works on a document; one that has to be read first is closed afterwards. */
export async function withDocument<T>(
  { load }: ExtractionCore,
  input: DocumentInput,
  resolved: ResolvedOptions,
  work: (document: Document) => Promise<T>,
): Promise<T> {
  if (isDocument(input)) {
    if (input.isClosed()) throw closedError();
    return work(input);
  }
  const loaded = await load(input, resolved);
  try {
    return await work(loaded);
  } finally {
    await loaded.close();
  }
}
