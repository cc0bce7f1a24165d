/** What a file format is: one definition in one file, listed in `index.ts`. All that is known of it is there. */
import type { Document } from '../../page/document/model.js';
import type { PagedFile } from '../../page/document/paged.js';
import type { ReaderOptions } from '../options.js';

/** A kind of file that is recognised. */
export interface FileKind {
  /** How it is called in a sentence, with its article. */
  readonly name: string;
  /** Extensions of its files, without dot, the usual one first; empty for kinds without. */
  readonly extensions: readonly string[];
  /** How its content type is usually spelt, where that is not in lower case. */
  readonly usual?: string;
  /** Other content types under which it is sent, in lower case. */
  readonly aliases?: readonly string[];
  /** How its bytes are recognised; without one only its content type or extension says what it is. */
  readonly signature?: Signature;
  /** The type that its files may be declared to be and the other way round: only one part differs. */
  readonly passesFor?: string;
}

/** How the bytes of a kind of file are recognised; one of what is given suffices. */
export interface Signature {
  /** How files begin, as Latin-1; `?` is any byte. */
  readonly starts?: readonly string[];
  /** What is somewhere in the first 1,024 bytes, as Latin-1; asked last. */
  readonly within?: string;
  /** Whether a ZIP archive is one. */
  readonly archive?: (archive: Archive) => boolean;
  /** What compound (OLE) files have at their top level: one of these names, in lower case. */
  readonly compound?: readonly string[];
  /** Whether a text looks like one, by its first 4,096 bytes as Latin-1. It proves nothing: any text may begin so. */
  readonly text?: (beginning: string) => boolean;
}

/** What a ZIP archive says of itself without being unpacked. */
export interface Archive {
  /** Whether the name of an entry begins so. */
  readonly has: (prefix: string) => boolean;
  /** How the stored first entry begins if it is called `mimetype`, as in OpenDocument files; else empty. */
  readonly mimetype: string;
}

/** Kinds of file by their content types, in lower case. */
type FileKinds = Readonly<Record<string, FileKind>>;

/** Reads files of some kinds. */
export interface Reader<Kinds extends FileKinds = FileKinds> {
  readonly types: Kinds;
  /** Reads a whole file. Heavy modules are imported in here, so that they are loaded with the first such file. */
  load(bytes: Uint8Array, options: ReaderOptions, type: keyof Kinds & string): Promise<Document>;
  /** Opens a file whose pages can be read one by one. */
  open?(bytes: Uint8Array, options: ReaderOptions): Promise<PagedFile>;
  /** Whether its files have sheets of rows in place of pages, so that they are never several documents. */
  readonly hasSheets?: true;
}

/**
 * Defines a file format: its content types, how its files are recognised, and how they are read.
 *
 * @example
 * const text = defineReader({
 *   types: { 'text/plain': { name: 'a text file', extensions: ['txt', 'log'] } },
 *   load: async (bytes, options) => (await import('../plain/text.js')).loadText(bytes, options),
 * });
 */
export function defineReader<const Kinds extends FileKinds>(reader: Reader<Kinds>): Reader<Kinds> {
  return reader;
}
