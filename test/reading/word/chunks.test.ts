/** Files of other kinds that Word documents take in. */
import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/index.js';
import { docx, paragraph, relationships } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { texts } from '../office-files.js';

const BODY = `${paragraph('Before')}<w:altChunk r:id="c1"/>${paragraph('After')}`;

async function taken(name: string, part: string | Uint8Array) {
  const parts = {
    [`word/${name}`]: part,
    'word/_rels/document.xml.rels': relationships(['c1', 'aFChunk', name]),
  };
  const document = await loadBytes(docx(BODY, parts));
  return { rows: texts(document).flat(), codes: document.warnings.map(({ code }) => code) };
}

const PAGE = '<html><body><h1>Bill</h1><p>Total due: $45.10</p></body></html>';
const message = (charset: string, coding: string, body: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html; charset="${charset}"\nContent-Transfer-Encoding: ${coding}\nContent-Location: file:///C:/a.html\n\n${body}\n\n--b--\n`;

describe('files that Word documents take in', () => {
  it.each<readonly [name: string, part: string | Uint8Array]>([
    ['a.html', PAGE],
    ['a.htm', Buffer.from(`\ufeff${PAGE}`, 'utf16le')],
    ['a.dat', `<!DOCTYPE html>${PAGE}`],
    ['a.mht', message('utf-8', 'quoted-printable', PAGE.replaceAll('=', '=3D'))],
    ['b.mht', message('utf-8', 'base64', Buffer.from(PAGE).toString('base64'))],
    ['a.txt', 'Bill\nTotal due: $45.10'],
    ['a.docx', docx(paragraph('Bill') + paragraph('Total due: $45.10'))],
  ])('files that are taken in are read in their places: %s', async (name, part) => {
    const { rows, codes } = await taken(name, part);
    expect(rows).toEqual(['Before', 'Bill', 'Total due: $45.10', 'After']);
    expect(codes).toEqual([]);
  });

  it.each<readonly [string, string]>([
    ['a.rtf', '{\\rtf1 Total due}'],
    ['a.bin', 'unknown'],
  ])('files of kinds that are not read are said: %s', async (name, part) => {
    expect(await taken(name, part)).toEqual({ rows: ['Before', 'After'], codes: ['PART_NOT_READ'] });
  });

  it('files outside the document are said', async () => {
    const parts = {
      'word/_rels/document.xml.rels': relationships(['c1', 'aFChunk', 'http://x/a.html', true]),
    };
    const document = await loadBytes(docx(BODY, parts));
    expect(document.warnings.map(({ code }) => code)).toEqual(['PART_NOT_READ']);
  });

  it('files are taken into the cells of tables as well', async () => {
    const table = '<w:tbl><w:tr><w:tc><w:altChunk r:id="c1"/></w:tc></w:tr></w:tbl>';
    const parts = {
      'word/a.html': PAGE,
      'word/_rels/document.xml.rels': relationships(['c1', 'aFChunk', 'a.html']),
    };
    expect(texts(await loadBytes(docx(table, parts))).flat()).toEqual(['Bill', 'Total due: $45.10']);
  });

  it('documents that nest without an end, end', async () => {
    let inner = docx(paragraph('deep'));
    for (let depth = 0; depth < 6; depth++) {
      const parts = {
        'word/a.docx': inner,
        'word/_rels/document.xml.rels': relationships(['c1', 'aFChunk', 'a.docx']),
      };
      inner = docx(BODY, parts);
    }
    const rows = texts(await loadBytes(inner)).flat();
    expect(rows).not.toContain('deep');
    expect(rows.filter((text) => text === 'Before')).toHaveLength(4);
  });

  it('a document without a line warns', async () => {
    const parts = {
      'word/a.rtf': '{\\rtf1 x}',
      'word/_rels/document.xml.rels': relationships(['c1', 'aFChunk', 'a.rtf']),
    };
    const result = await extract(await loadBytes(docx('<w:altChunk r:id="c1"/>', parts)), { fields: [] });
    expect(result.warnings.map(({ code }) => code)).toEqual(['PART_NOT_READ', 'EMPTY_DOCUMENT']);
  });
});
