/** E-mail messages (EML): headers, blank row, body, laid out as text. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import type { Email } from 'postal-mime';
import { DocumentError } from '../../errors.js';
import { checkInterrupt, guarded, type Interrupt, isInterruption } from '../../foundation/async/interrupt.js';
import type { Document, DocumentWarning } from '../../page/document/model.js';
import type { ReaderOptions } from '../options.js';
import { documentOfPages } from '../synthetic-layout.js';
import { withoutControls } from './character-encoding.js';
import { codedBody } from './email-coding.js';
import { readableMessage, settleEncodings, withJoinedWords } from './email-encoding.js';
import { type HtmlText, hiddenWarnings, htmlToText } from './html-text.js';
import { layOutText } from './text.js';

/** An attachment, as `metadata.attachments` of the document lists it; its content is a document of its own. */
interface AttachmentInfo {
  readonly filename: string | null;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** Headers that are shown, in this order. */
const HEADERS = ['From', 'To', 'Cc', 'Subject', 'Date'] as const;
/** Parts nested deeper than this, or headers longer (in bytes), are made to exhaust readers. */
const MAX_NESTING = 50;
const MAX_HEADERS = 1024 * 1024;
/**
 * Most rows of a message: the parser keeps each of a part that is not coded, at about 300 bytes. A message of 50 MB
 * that is all attachment has 650,000.
 */
const MAX_ROWS = 700_000;
/** Most rows that may begin a part, and so begin with two hyphens; each part costs about 0.1 ms. */
const MAX_PART_ROWS = 10_000;

/**
 * Reads a message. Attachments, messages attached to it included, are listed in the metadata and not read;
 * nothing that the message links to is fetched.
 * @throws DocumentError `invalid_document`, `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadEmail(given: Uint8Array, options: ReaderOptions): Promise<Document> {
  const { email, decodeWords } = await parsedEmail(given, options);
  const body = await bodyOf(email, options);
  checkInterrupt(options);
  const text = withoutControls([...headerRows(email, decodeWords), '', body.text].join('\n'));
  const attachments = email.attachments.map(attachmentInfo);
  return documentOfPages({
    contentType: 'message/rfc822',
    filename: options.filename,
    pages: await layOutText(text, options),
    metadata: { metadata: { attachments } },
    warnings: [
      ...(attachments.length === 0 ? [] : [attachmentsWarning(attachments)]),
      ...hiddenWarnings(body.hidden),
    ],
  });
}

/** A message in its parts, its texts in the encoding that they are in. @throws DocumentError as `loadEmail` */
export async function parsedEmail(given: Uint8Array, interrupt: Interrupt) {
  const { bytes, isTranscoded } = readableMessage(given);
  const rows = checkedRows(bytes);
  const { default: PostalMime, decodeWords } = await import('postal-mime');
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
  });
  const parsing = settleEncodings(parser, isTranscoded).parse(codedBody(bytes, rows));
  const email = await guarded(parsing, interrupt).catch((cause: unknown) => {
    if (isInterruption(cause)) throw cause;
    throw new DocumentError('invalid_document', 'The e-mail message is malformed and cannot be read.', {
      cause,
    });
  });
  checkInterrupt(interrupt);
  return { email, decodeWords };
}

const LINE_FEED = 0x0a;
const HYPHEN = 0x2d;

/** Counts what the parser keeps or waits for. @returns the rows @throws DocumentError `too_large` */
function checkedRows(bytes: Uint8Array): number {
  let rows = 0;
  let partRows = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    rows++;
    if (bytes[at + 1] === HYPHEN && bytes[at + 2] === HYPHEN) partRows++;
    if (rows > MAX_ROWS) {
      throw new DocumentError('too_large', `The e-mail message has more than ${MAX_ROWS} rows.`);
    }
    if (partRows > MAX_PART_ROWS) {
      throw new DocumentError('too_large', `The e-mail message has more than ${MAX_PART_ROWS} parts.`);
    }
  }
  return rows;
}

/** `Name: value` of each header that the message has. */
function headerRows(email: Email, decode: (text: string) => string): string[] {
  return HEADERS.flatMap((name) => {
    const value = email.headers.find(({ key }) => key === name.toLowerCase())?.value ?? '';
    const shown = decode(withJoinedWords(value)).replace(/\s+/g, ' ').trim();
    return shown === '' ? [] : [`${name}: ${shown}`];
  });
}

/** The text of a message, and what its page does not display. */
export async function bodyOf({ text, html }: Email, interrupt: Interrupt): Promise<HtmlText> {
  if (text !== undefined && text.trim() !== '') return { text, hidden: '' };
  return html === undefined ? { text: '', hidden: '' } : htmlToText(html, interrupt);
}

function attachmentInfo({ filename, mimeType, content }: Email['attachments'][number]): AttachmentInfo {
  const size = typeof content === 'string' ? content.length : content.byteLength;
  return { filename, contentType: mimeType, size };
}

function attachmentsWarning(attachments: readonly AttachmentInfo[]): DocumentWarning {
  const count = attachments.length;
  return {
    code: 'ATTACHMENTS_NOT_READ',
    message: `The message has ${count === 1 ? 'an attachment' : `${count} attachments`}; load each as a document of its own.`,
  };
}
