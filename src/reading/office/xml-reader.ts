/**
 * Reading the XML parts of office files as a stream of events. Document types and entities are refused; the
 * parser knows the five entities of XML itself and no others, and reads no other file.
 */

import { DocumentError } from '../../errors.js';
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import type { Archive } from './zip-guard.js';

/** Attributes by their names as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** What happens with the events; names come without their namespace prefix. */
interface XmlHandlers {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly close?: (name: string) => void;
  /** Character data between two tags; CDATA sections come on their own. */
  readonly text?: (text: string) => void;
}

/** Office files nest a few dozen elements; deeper ones are made to break readers. */
const MAX_DEPTH = 512;
/** Attributes of one element; office files have a few dozen, namespaces included. */
const MAX_ATTRIBUTES = 1000;
/** Longest piece of text handed to the parser between looks at the clock: a thousand cells, say. */
const PARSE_STEP = 16 * 1024;

/**
 * Parses a part of an archive.
 * @throws DocumentError `invalid_document` for XML that is not well-formed, has a document type, nests too deeply or
 *   has too many attributes; what `archive.read` and the handlers throw
 */
export async function readXml(
  archive: Archive,
  part: string,
  handlers: XmlHandlers,
  interrupt: Interrupt,
): Promise<void> {
  const parser = await createParser(handlers);
  const turns = new Turns(interrupt);
  for (const text of decodedPieces(archive.read(part))) {
    parse(parser, text);
    await turns.next();
  }
  parse(parser, undefined);
}

interface Parser {
  write(text: string): unknown;
  close(): unknown;
}

async function createParser({ open, close, text }: XmlHandlers): Promise<Parser> {
  const { SaxesParser } = await import('./saxes.js');
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let attributeCount = 0;
  parser.on('attribute', () => {
    if (++attributeCount > MAX_ATTRIBUTES) {
      throw invalid(`an element of it has more than ${MAX_ATTRIBUTES} attributes`);
    }
  });
  parser.on('doctype', () => {
    throw invalid('it holds a document type declaration, which no office file has');
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0;
    if (++depth > MAX_DEPTH) throw invalid(`its elements are nested more than ${MAX_DEPTH} deep`);
    open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close?.(localName(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}

function parse(parser: Parser, text: string | undefined): void {
  try {
    if (text === undefined) parser.close();
    else parser.write(text);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw invalid('its XML is not well-formed', cause);
  }
}

/** UTF-16 as its mark or its first zero byte shows, else UTF-8: office files know no other encodings. */
function* decodedPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    decoder ??= new TextDecoder(encodingOf(piece));
    for (let start = 0; start < piece.length; start += PARSE_STEP) {
      yield decoder.decode(piece.subarray(start, start + PARSE_STEP), { stream: true });
    }
  }
  if (decoder) yield decoder.decode();
}

function encodingOf([a, b]: Uint8Array): string {
  if ((a === 0xff && b === 0xfe) || b === 0) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || a === 0 ? 'utf-16be' : 'utf-8';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix; the usual prefix is tried first. */
export function attributeOf(attributes: XmlAttributes, name: string, prefix = 'w'): string | undefined {
  const usual = attributes[`${prefix}:${name}`] ?? attributes[name];
  if (usual !== undefined) return usual;
  for (const key in attributes) if (key.endsWith(name) && localName(key) === name) return attributes[key];
  return undefined;
}

function invalid(reason: string, cause?: unknown): DocumentError {
  return new DocumentError('invalid_document', `The document cannot be read: ${reason}.`, { cause });
}
