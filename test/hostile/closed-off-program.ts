/** Reads documents of every family, and a scan by OCR, where everything outside is shut; says what happened. */
import { readFileSync } from 'node:fs';
import { type Config, extract } from '../../src/index.js';
import { tiff } from '../reading/picture-files.js';
import { docx, paragraph, xlsx } from '../support/office-parts.js';
import { attempts, shut } from './closed-off.js';

const config: Config = {
  fields: [
    {
      id: 'whole',
      anchor: { match: { type: 'first' } },
      method: { id: 'documentRange', includeAnchor: true },
    },
  ],
};

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url)));
const text = (content: string) => new TextEncoder().encode(content);
const frame = { 256: [8], 257: [8], 258: [8], 259: [1], 262: [1], 277: [1], 278: [8] };

/** By names whose extensions say what they are. The picture shows nothing, and is read by OCR all the same. */
const documents: Readonly<Record<string, Uint8Array>> = {
  'invoice.pdf': fixture('invoice.pdf'),
  'fillable.pdf': fixture('fillable.pdf'),
  'scan-print.pdf': fixture('scan-print.pdf'),
  'word.docx': docx(paragraph('some text')),
  'sheet.xlsx': xlsx('<sheetData><row><c><v>1</v></c></row></sheetData>'),
  'mail.eml': text(
    'From: a@example.com\r\nContent-Type: text/html\r\n\r\n<img src="http://example.com/a.png">text',
  ),
  'rows.csv': text('one,two\n1,2'),
  'empty.tif': tiff([{ tags: frame, strips: [new Uint8Array(64).fill(255)] }]),
};
shut();

const read: Record<string, string> = {};
for (const [filename, bytes] of Object.entries(documents)) {
  try {
    const { parsed_document } = await extract(bytes, config, undefined, { filename, ocrEngine: 'tesseract' });
    read[filename] = parsed_document['whole'] === null ? 'nothing' : 'text';
  } catch (error) {
    read[filename] = String(error);
  }
}
const ofDocuments = [...attempts];
attempts.length = 0;
try {
  readFileSync('/etc/hostname');
} catch {
  // Refused, as the attempt shows.
}
process.send?.({ read, attempts: ofDocuments, own: attempts });
