/** The character encoding of texts that do not say theirs, or say it inside. */
import { charsetOfMark } from './text.js';

/** Labels that say nothing: texts under them are of any encoding. */
const EMPTY_LABELS: ReadonlySet<string> = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'default',
  'unknown',
  'unknown-8bit',
  'x-unknown',
  'binary',
]);
/** Bytes in which a page says its encoding. */
const META_WITHIN = 4096;
const META = /<meta\b[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/iu;

/**
 * The name of the encoding of a text: by its mark, as declared, as its page says, else UTF-8 where it is that, else
 * Windows-1252, as of text files.
 * @param declared by its headers
 * @param isHtml whether it may say it itself
 */
// See docs/language/01-document-anchors-fields.md#110-file-types
export function encodingOf(bytes: Uint8Array, declared: string | undefined, isHtml: boolean): string {
  const given = charsetOfMark(bytes) ?? known(declared) ?? (isHtml ? known(saidInside(bytes)) : undefined);
  return given ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

function saidInside(bytes: Uint8Array): string | undefined {
  return META.exec(Buffer.from(bytes.subarray(0, META_WITHIN)).toString('latin1'))?.[1];
}

/** A label that says an encoding. */
function known(label = ''): string | undefined {
  return EMPTY_LABELS.has(label.trim().toLowerCase()) ? undefined : label;
}

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
