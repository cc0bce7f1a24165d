/** Kinds of file that no reader takes, recognised so that the error about them can say what they are and what to do. */
import { COMPOUND_FILE_START } from '../office/compound-file.js';
import type { FileKind } from './define.js';

/** A kind of file that no reader takes. */
interface UnreadKind extends FileKind {
  /** What to do with it; default: convert it to PDF. */
  readonly advice?: string;
  /** Whether a service takes it where the host has given a converter for it. */
  readonly isTakenConverted?: true;
}

/** The first that fits is it: what is HTML in XML comes before XML. */
export const UNREAD_KINDS = {
  'image/gif': { name: 'a GIF image', extensions: ['gif'], signature: { starts: ['GIF87a', 'GIF89a'] } },
  'image/bmp': {
    name: 'a BMP image',
    extensions: ['bmp'],
    // "BM" alone is how many texts begin; the reserved zeros and the size of the header make it a bitmap.
    signature: { starts: ['BM????\0\0\0\0?????\0\0\0'] },
  },
  'image/webp': { name: 'a WebP image', extensions: ['webp'], signature: { starts: ['????????WEBPVP8'] } },
  'image/heic': {
    name: 'a HEIC image',
    extensions: ['heic', 'heif'],
    aliases: ['image/heif'],
    signature: { starts: ['????ftyphei', '????ftyphev', '????ftypmif1'] },
  },
  'application/x-ooxml-protected': {
    name: 'an Office document protected by a password',
    extensions: [],
    signature: { compound: ['encryptedpackage'] },
  },
  'application/msword': {
    name: 'a Word document of the old binary format',
    extensions: ['doc'],
    signature: { compound: ['worddocument'] },
    advice: 'Save it as DOCX or PDF first, or pass a converter for application/msword in "converters".',
    isTakenConverted: true,
  },
  'application/vnd.ms-powerpoint': {
    name: 'a PowerPoint presentation of the old binary format',
    extensions: ['ppt'],
    signature: { compound: ['powerpoint document'] },
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    name: 'a PowerPoint presentation',
    extensions: ['pptx'],
    signature: { archive: ({ has }) => has('ppt/') },
  },
  'application/vnd.oasis.opendocument.text': {
    name: 'an OpenDocument text',
    extensions: ['odt'],
    signature: { archive: ({ mimetype }) => mimetype.startsWith('application/vnd.oasis.opendocument.text') },
    advice: 'Save it as DOCX or PDF first.',
  },
  'application/vnd.ms-outlook': {
    name: 'an Outlook message',
    extensions: ['msg'],
    signature: { compound: ['__properties_version1.0'] },
    advice: 'Load its text with the content type text/plain, and its attachments one by one.',
  },
  'application/rtf': {
    name: 'an RTF text',
    extensions: ['rtf'],
    aliases: ['text/rtf'],
    signature: { starts: ['{\\rtf'] },
  },
  'application/zip': {
    name: 'a ZIP archive',
    extensions: ['zip'],
    aliases: ['application/x-zip-compressed'],
    signature: { starts: ['PK\x03\x04', 'PK\x05\x06'] },
    advice: 'Unpack it and load the files in it.',
  },
  'application/x-ole-storage': {
    name: 'a compound file of unknown content',
    extensions: [],
    signature: { starts: [COMPOUND_FILE_START] },
  },
  'application/gzip': {
    name: 'a GZIP archive',
    extensions: ['gz', 'tgz'],
    aliases: ['application/x-gzip'],
    signature: { starts: ['\x1f\x8b\x08'] },
    advice: 'Unpack it and load the file in it.',
  },
  'application/postscript': {
    name: 'a PostScript file',
    extensions: ['ps', 'eps'],
    signature: { starts: ['%!PS'] },
  },
  'text/html': {
    name: 'an HTML page',
    extensions: ['html', 'htm', 'xhtml'],
    aliases: ['application/xhtml+xml'],
    signature: { text: isHtml },
  },
  'application/xml': {
    name: 'an XML file',
    extensions: ['xml'],
    aliases: ['text/xml'],
    signature: { text: (beginning) => /^\s*<\?xml/i.test(beginning) },
    advice: 'Load it with the content type text/plain to read its source.',
  },
} as const satisfies Readonly<Record<string, UnreadKind>>;

/** A content type that no reader takes. */
export type UnreadType = keyof typeof UNREAD_KINDS;

/** A content type that services take where the host has given a converter for it. */
export type ConvertedType = {
  [Type in UnreadType]: (typeof UNREAD_KINDS)[Type] extends { readonly isTakenConverted: true }
    ? Type
    : never;
}[UnreadType];

/** All content types that services take where the host has given a converter for them. */
export function convertedTypes(): readonly ConvertedType[] {
  const kinds: readonly [string, UnreadKind][] = Object.entries(UNREAD_KINDS);
  return kinds.flatMap(([type, { isTakenConverted }]) => (isTakenConverted ? [type as ConvertedType] : []));
}

/** What to do with a file that no reader takes. */
export function adviceFor(type: UnreadType): string {
  const { advice = 'Convert it to PDF first.' }: UnreadKind = UNREAD_KINDS[type];
  return advice;
}

function isHtml(beginning: string): boolean {
  return (
    /^\s*(?:<!doctype html|<html[\s>])/i.test(beginning) ||
    (/^\s*<\?xml/i.test(beginning) && /<html[\s>]/i.test(beginning))
  );
}
