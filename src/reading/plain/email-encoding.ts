/** Character encodings of messages that break the rules: none named, raw bytes in headers, UTF-16, letters that are cut in two. */
import type PostalMime from 'postal-mime';
import { allMatches } from '../../foundation/text/matches.js';
import { decoderOf } from './character-encoding.js';
import { bodyStart } from './email-coding.js';
import { charsetOfMark } from './text.js';
import { encodingOf, isUtf8 } from './text-encoding.js';

/** A message of bytes that a parser takes, and whether all of it was of another encoding. */
interface ReadableMessage {
  readonly bytes: Uint8Array;
  readonly isTranscoded: boolean;
}

/** A message without a byte order mark, in UTF-8 where it was saved as UTF-16, its headers in UTF-8. */
export function readableMessage(bytes: Uint8Array): ReadableMessage {
  const mark = charsetOfMark(bytes) ?? utf16Without(bytes);
  if (mark === undefined) return { bytes: withReadableHead(bytes), isTranscoded: false };
  if (mark === 'utf-8') return { bytes: bytes.subarray(UTF8_MARK_BYTES), isTranscoded: false };
  return { bytes: Buffer.from(decoderOf(mark)(bytes)), isTranscoded: true };
}

const UTF8_MARK_BYTES = 3;

/** The UTF-16 of a message without a mark, which begins with letters; undefined for other bytes. */
function utf16Without([a, b, c, d]: Uint8Array): string | undefined {
  if (a && c && b === 0 && d === 0) return 'utf-16le';
  return b && d && a === 0 && c === 0 ? 'utf-16be' : undefined;
}

const HEAD_CHARSET = /^content-type[ \t]*:[^\n]*(?:\n[ \t][^\n]*)?;\s*charset\s*=\s*"?([\w.:-]{1,40})/imu;

/** Headers with bytes that are no UTF-8, as UTF-8: they are of the encoding of the text, or Windows-1252. */
function withReadableHead(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, bodyStart(bytes) ?? bytes.length);
  if (isUtf8(head)) return bytes;
  const declared = HEAD_CHARSET.exec(Buffer.from(head).toString('latin1'))?.[1];
  const decode = decoderNamed(declared?.toLowerCase() === 'utf-8' ? undefined : declared);
  return Buffer.concat([Buffer.from(decode(head)), bytes.subarray(head.length)]);
}

function decoderNamed(charset = 'windows-1252'): (bytes: Uint8Array) => string {
  try {
    return decoderOf(charset);
  } catch {
    return decoderOf('windows-1252');
  }
}

/** A part of a message, as the parser has it; its types leave it out. */
interface Part {
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Record<string, string | undefined> };
    readonly multipart: string | false;
  };
  readonly content: ArrayBuffer | null;
}

/** What the types of the parser leave out. So package.json names one minor version of it. */
interface PartCollector {
  collectNode(part: Part, ...rest: readonly unknown[]): Promise<void>;
}

/** Has a parser take texts in the encoding that they are in, where their headers do not say it. */
export function settleEncodings(parser: PostalMime, isTranscoded: boolean): PostalMime {
  const collector = parser as unknown as PartCollector;
  const collect = collector.collectNode.bind(collector);
  collector.collectNode = (part, ...rest) => {
    const { parsed, multipart } = part.contentType;
    if (part.content && multipart === false && parsed.value.startsWith('text/')) {
      const bytes = new Uint8Array(part.content);
      const declared = isTranscoded && isUtf8(bytes) ? 'utf-8' : parsed.params['charset'];
      parsed.params['charset'] = encodingOf(bytes, declared, parsed.value === 'text/html');
    }
    return collect(part, ...rest);
  };
  return parser;
}

const WORD = '=\\?([^?\\s]{1,60})\\?([QqBb])\\?([^?\\s]*)\\?=';
const WORDS = new RegExp(`(?:${WORD})(?:[ \\t\\r\\n]+${WORD})+`, 'gu');
const ONE_WORD = new RegExp(WORD, 'gu');

/** A header whose encoded words that follow each other in one encoding are one: a letter may be cut in two between them. */
export function withJoinedWords(header: string): string {
  return header.replace(WORDS, (run) => {
    const joined: { charset: string; bytes: Buffer }[] = [];
    for (const [, charset = '', coding = '', text = ''] of allMatches(run, ONE_WORD)) {
      const bytes = coding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : quotedBytes(text);
      const last = joined.at(-1);
      if (last?.charset.toLowerCase() === charset.toLowerCase())
        last.bytes = Buffer.concat([last.bytes, bytes]);
      else joined.push({ charset, bytes });
    }
    return joined.map(({ charset, bytes }) => `=?${charset}?B?${bytes.toString('base64')}?=`).join(' ');
  });
}

function quotedBytes(text: string): Buffer {
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1');
}
