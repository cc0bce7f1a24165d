/** What kind of file some bytes are, and what is known of each kind. */
// See docs/language/01-document-anchors-fields.md#110-file-types
import type { FileKind, Reader, Signature } from './formats/define.js';
import { READERS } from './formats/index.js';
import { UNREAD_KINDS, type UnreadType } from './formats/unread.js';
import { archiveOf, beginsWith, compoundNamesOf, latin1 } from './signatures.js';

type ReadKinds = (typeof READERS)[number]['types'];
type TypesOf<Kinds> = Kinds extends unknown ? keyof Kinds & string : never;
/** A content type that can be read. */
export type ReadableType = TypesOf<ReadKinds>;
/** A content type that can be distinguished from others. */
export type ContentType = ReadableType | UnreadType;

type UsualIn<Kinds, Type> = Kinds extends unknown
  ? Type extends keyof Kinds
    ? Kinds[Type] extends { readonly usual: infer Usual extends string }
      ? Usual
      : Type
    : never
  : never;
/** The usual spelling of a content type. */
export type UsualSpelling<Type extends ContentType> = Type extends ContentType
  ? UsualIn<ReadKinds | typeof UNREAD_KINDS, Type>
  : never;

const READER_OF: ReadonlyMap<string, Reader> = new Map(
  READERS.flatMap((reader: Reader) => Object.keys(reader.types).map((type) => [type, reader])),
);
/** All kinds of file, in the order in which signatures are asked: the first that fits is it. */
const KINDS: ReadonlyMap<ContentType, FileKind> = new Map(
  [UNREAD_KINDS, ...READERS.map(({ types }) => types)].flatMap(
    (kinds) => Object.entries(kinds) as [ContentType, FileKind][],
  ),
);
const BY_EXTENSION = typesBy(({ extensions }) => extensions);
const BY_ALIAS = typesBy(({ aliases = [] }) => aliases);

function typesBy(names: (kind: FileKind) => readonly string[]): ReadonlyMap<string, ContentType> {
  return new Map([...KINDS].flatMap(([type, kind]) => names(kind).map((name) => [name, type])));
}

/** All content types that can be read. */
export function readableTypes(): readonly ReadableType[] {
  return [...READER_OF.keys()] as ReadableType[];
}

/** Who reads a content type; undefined where nobody does. */
export function readerOf(type: ContentType): Reader | undefined {
  return READER_OF.get(type);
}

/** What is known of a content type. */
export function kindOf(type: ContentType): FileKind {
  return KINDS.get(type)!;
}

/** How a content type is called in a sentence, with its article. */
export function contentTypeName(type: ContentType): string {
  return kindOf(type).name;
}

/** A content type as it is usually spelt. */
export function usualSpelling<Type extends ContentType>(type: Type): UsualSpelling<Type> {
  return (kindOf(type).usual ?? type) as UsualSpelling<Type>;
}

/** Whether bytes of this type always begin with a signature; else they are text without any mark of its own. */
export function hasSignature(type: ContentType): boolean {
  const { signature } = kindOf(type);
  return signature !== undefined && signature.text === undefined;
}

/** A content type without its parameters, aliases resolved; undefined when it says nothing or is unknown. */
export function normaliseContentType(contentType: string | undefined): ContentType | undefined {
  const essence = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return KINDS.has(essence as ContentType) ? (essence as ContentType) : BY_ALIAS.get(essence);
}

/** The type that a file's extension names. */
function typeOfFilename(filename: string | undefined): ContentType | undefined {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(filename ?? '')?.[1];
  return extension === undefined ? undefined : BY_EXTENSION.get(extension.toLowerCase());
}

/** What is known of a file besides its bytes. */
interface FileHints {
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

/**
 * The type of a file: by its signature; else as declared; else by its extension; else by how its text begins
 * (HTML, XML, e-mail). A signature wins over what is declared, because only bytes can be read; but an archive
 * whose names say nothing, perhaps because it is cut off, is taken for the office file it is said to be. CSV
 * and plain text have no signature: they must be declared or have their extension. Where the declared type
 * needs a signature that is missing, the beginning of the text decides: web applications give pages and mails
 * the names of workbooks.
 */
export function detectType(bytes: Uint8Array, hints: FileHints = {}): ContentType | undefined {
  const signature = sniffSignature(bytes);
  const hinted = normaliseContentType(hints.contentType) ?? typeOfFilename(hints.filename);
  if (signature !== undefined) {
    return hinted !== undefined && containerOf(hinted) === signature ? hinted : signature;
  }
  if (hinted !== undefined && !hasSignature(hinted)) return hinted;
  return sniffText(bytes) ?? hinted;
}

/** The container in which files of a type that can be read are kept; undefined for those without. */
function containerOf(type: ContentType): ContentType | undefined {
  const { archive, compound } = (readerOf(type) && kindOf(type).signature) ?? {};
  if (archive) return 'application/zip';
  return compound && 'application/x-ole-storage';
}

/** Beginning of a file in which a signature may be that is not at its start, in bytes. */
const SEARCHED = 1024;
/** Beginning of a file that is looked at to recognise text formats, in bytes. */
const TEXT_SAMPLE = 4096;

/** The type that the bytes themselves prove; undefined for text and unknown formats. */
export function sniffSignature(bytes: Uint8Array): ContentType | undefined {
  const type = typeByStart(bytes);
  if (type === 'application/zip') {
    const content = archiveOf(bytes);
    return firstKind(({ archive }) => archive?.(content)) ?? type;
  }
  if (type === 'application/x-ole-storage') {
    const names = compoundNamesOf(bytes);
    return firstKind(({ compound }) => compound?.some((name) => names.has(name))) ?? type;
  }
  if (type !== undefined) return type;
  const start = latin1(bytes, SEARCHED);
  return firstKind(({ within }) => within !== undefined && start.includes(within));
}

function typeByStart(bytes: Uint8Array): ContentType | undefined {
  return firstKind(({ starts }) => starts?.some((start) => beginsWith(bytes, start)));
}

/** The type of the first kind of file whose signature fits. */
function firstKind(fits: (signature: Signature) => boolean | undefined): ContentType | undefined {
  return [...KINDS].find(([, { signature }]) => signature && fits(signature))?.[0];
}

/**
 * Whether a file is an archive or a compound file, which name their type in their directories: these may be at the end.
 * Whatever else a file is, its first 4,096 bytes tell, unless it is refused as a text for a NUL that follows.
 */
export function isContainer(start: Uint8Array): boolean {
  const type = typeByStart(start);
  return type === 'application/zip' || type === 'application/x-ole-storage';
}

/** HTML, XML or an e-mail, as the beginning of a text shows. */
function sniffText(bytes: Uint8Array): ContentType | undefined {
  const sample = latin1(bytes, TEXT_SAMPLE).replace(/^\xef\xbb\xbf/, '');
  return firstKind(({ text }) => text?.(sample));
}
