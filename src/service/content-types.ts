/** Which documents the service takes, and whether bytes are what they were said to be. */
// See docs/language/09-service.md#911-content-types
import {
  type ContentType,
  contentTypeName,
  detectType,
  hasSignature,
  kindOf,
  normaliseContentType,
  type ReadableType,
  readableTypes,
  readerOf,
  sniffSignature,
  type UsualSpelling,
  usualSpelling,
} from '../reading/detect.js';
import { type ConvertedType, convertedTypes } from '../reading/formats/unread.js';

type TakenType = ReadableType | ConvertedType;
export type AcceptedContentType = UsualSpelling<TakenType>;

/** Content types that may be declared, and that responses name, in their usual spelling: all that the library reads. */
export const ACCEPTED_CONTENT_TYPES: readonly AcceptedContentType[] = [
  ...readableTypes(),
  ...convertedTypes(),
].map(usualSpelling<TakenType>);

const BY_TYPE: ReadonlyMap<ContentType, AcceptedContentType> = new Map(
  ACCEPTED_CONTENT_TYPES.flatMap((accepted) => {
    const type = normaliseContentType(accepted);
    return type === undefined ? [] : [[type, accepted] as const];
  }),
);

/** The accepted type that a media type names, parameters and aliases aside; undefined for all others. */
export function acceptedContentType(mediaType: string): AcceptedContentType | undefined {
  const type = normaliseContentType(mediaType);
  return type && BY_TYPE.get(type);
}

/** A media type without its parameters, as media types are compared. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

/** What is known of a document besides its bytes. */
export interface DocumentFacts {
  /** The content type that was declared; `application/octet-stream` and unknown ones declare nothing. */
  readonly declared?: string | undefined;
  readonly isPortfolio?: boolean;
  /** Whether the document was fetched: web pages come from addresses that want a sign-in. */
  readonly isFetched?: boolean;
  /** Whether the extractor has a converter for a content type; default: for none. */
  readonly hasConverter?: (contentType: AcceptedContentType) => boolean;
}

/** The type of a document, or why it is not taken, with what the text of the error needs. */
type Recognised =
  | { readonly ok: true; readonly contentType: AcceptedContentType }
  | { readonly ok: false; readonly code: 'missing_document' | 'document_encrypted' }
  | {
      readonly ok: false;
      readonly code: 'unknown_content';
      /** Said in place of the usual text. */
      readonly message?: string;
    }
  | {
      readonly ok: false;
      readonly code: 'content_type_mismatch';
      readonly fill: { readonly found: string; readonly expected: string };
    }
  | {
      readonly ok: false;
      readonly code: 'unsupported_document';
      readonly fill: { readonly type: string; readonly here: string };
    };

const WEB_PAGE = 'The address gave a web page, perhaps a sign-in form';

/**
 * Recognises a document by its bytes and holds them against what was declared. CSV and plain text have nothing to be
 * recognised by: they must be declared, and then be text.
 */
export function recogniseDocument(bytes: Uint8Array, facts: DocumentFacts = {}): Recognised {
  if (bytes.length === 0) return { ok: false, code: 'missing_document' };
  const declared = facts.declared === undefined ? undefined : acceptedContentType(facts.declared);
  const found = foundType(bytes, declared);
  if (found === 'application/x-ooxml-protected') return { ok: false, code: 'document_encrypted' };
  if (found === 'text/html' && facts.isFetched) {
    return { ok: false, code: 'unknown_content', message: WEB_PAGE };
  }
  if (declared === undefined) {
    return found === undefined ? { ok: false, code: 'unknown_content' } : taken(found, facts);
  }
  const expected = normaliseContentType(declared)!;
  if (found !== undefined && passesFor(found, expected)) return taken(found, facts);
  const fill = { found: nameOf(found), expected: contentTypeName(expected) };
  return { ok: false, code: 'content_type_mismatch', fill };
}

/** Whether a file may be declared to be of a type: its own, or one that can hardly be distinguished from it. */
function passesFor(found: ContentType, declared: ContentType): boolean {
  return found === declared || kindOf(found).passesFor === declared || kindOf(declared).passesFor === found;
}

/** What the bytes are; a type without signature only if it was declared, and they are text. */
function foundType(bytes: Uint8Array, declared: AcceptedContentType | undefined): ContentType | undefined {
  if (sniffSignature(bytes) !== undefined) return detectType(bytes, { contentType: declared });
  const type = declared && normaliseContentType(declared);
  if (type === undefined || hasSignature(type)) return detectType(bytes);
  return isText(bytes) ? type : undefined;
}

/** Text of any one-byte encoding or UTF-8 has no NUL; UTF-16 has, and begins with its mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 || !bytes.includes(0);
}

function taken(type: ContentType, { isPortfolio, hasConverter }: DocumentFacts): Recognised {
  const contentType = BY_TYPE.get(type);
  const refused = (here: string): Recognised => ({
    ok: false,
    code: 'unsupported_document',
    fill: { type: capitalised(contentTypeName(type)), here },
  });
  if (contentType === undefined) return refused('as a document');
  if (!readerOf(type) && !hasConverter?.(contentType)) return refused('without a converter');
  if (isPortfolio && readerOf(type)?.hasSheets) return refused('as a portfolio');
  return { ok: true, contentType };
}

function nameOf(type: ContentType | undefined): string {
  return type === undefined ? 'of an unknown kind' : contentTypeName(type);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
