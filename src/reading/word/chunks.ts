/** Parts of a Word document that are files of another kind (`altChunk`), which Word takes in when it opens the document. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError } from '../../errors.js';
import type { DocumentWarning } from '../../page/document/model.js';
import type { OfficePackage } from '../office/office-package.js';
import type { ReaderOptions } from '../options.js';
import { bodyOf, parsedEmail } from '../plain/email.js';
import { hiddenWarnings, htmlToText } from '../plain/html-text.js';
import { decodeText } from '../plain/text.js';
import { encodingOf } from '../plain/text-encoding.js';

/** What the parts of a document hold. */
interface Chunks {
  /** Rows of text by the id of the relationship that leads to the part. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly warnings: readonly DocumentWarning[];
}

interface ChunkText {
  readonly text: string;
  readonly hidden?: string;
}

/** Reads a Word document in a Word document. */
type NestedReader = (bytes: Uint8Array) => Promise<readonly string[]>;

const CHUNK = 'afchunk';
/** Most of them; each may be a message or a document with parts of its own. */
const MOST_CHUNKS = 1000;

/**
 * Reads the parts of other kinds: pages and messages of HTML, which converters to Word write, plain text and Word documents.
 * @param nested undefined where Word documents are nested too deep
 * @throws DocumentError `too_large`, `aborted`, `timed_out`; damage in a part as of a file of its own
 */
export async function readChunks(
  { archive, related }: OfficePackage,
  options: ReaderOptions,
  nested: NestedReader | undefined,
): Promise<Chunks> {
  const rows = new Map<string, readonly string[]>();
  const warnings: DocumentWarning[] = [];
  const own = related.filter(({ type, target }) => type.toLowerCase() === CHUNK && archive.has(target));
  if (own.length > MOST_CHUNKS)
    throw new DocumentError('too_large', `The document takes in more than ${MOST_CHUNKS} other files.`);
  for (const { id, target } of own) {
    const bytes = Buffer.concat([...archive.read(target)]);
    const found = await chunkText(bytes, target, options, nested);
    if (found) {
      rows.set(id, found.text.split(/\r\n|[\n\r]/u));
      warnings.push(...hiddenWarnings(found.hidden ?? ''));
    } else {
      rows.set(id, []);
      warnings.push(notRead(target));
    }
  }
  return { rows, warnings };
}

/** The warning of a part whose text is missing. @param name that of the part; undefined where it is outside the file */
export function notRead(name?: string): DocumentWarning {
  const part = name === undefined ? 'a file that is not inside it' : JSON.stringify(name);
  const message = `the document takes in ${part}, whose text is not read; open the document in Word and save it once`;
  return { code: 'PART_NOT_READ', message };
}

/** Beginning of a part by which its kind is known, in bytes. */
const BEGINNING = 1024;
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|!--|[a-z][a-z0-9]{0,9}[\s>/])/iu;
const MESSAGE = /^(?:[a-z][a-z0-9-]{0,60}:[^\n]*\n(?:[ \t][^\n]*\n)*){0,20}(?:mime-version|content-type):/iu;
const RICH_TEXT = '{\\rtf';

/** The text of a part; undefined where its kind cannot be read. */
async function chunkText(
  bytes: Uint8Array,
  name: string,
  options: ReaderOptions,
  nested: NestedReader | undefined,
): Promise<ChunkText | undefined> {
  const start = Buffer.from(bytes.subarray(0, BEGINNING))
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/u, '')
    .replaceAll('\0', '');
  if (start.startsWith('PK')) return nested && { text: (await nested(bytes)).join('\n') };
  if (start.startsWith(RICH_TEXT)) return undefined;
  if (HTML.test(start)) {
    const html = decodeText(bytes, encodingOf(bytes, undefined, true));
    return htmlToText(html, options);
  }
  if (MESSAGE.test(start)) return bodyOf((await parsedEmail(bytes, options)).email, options);
  return name.toLowerCase().endsWith('.txt') ? { text: decodeText(bytes) } : undefined;
}
