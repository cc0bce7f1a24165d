/** What readers say of text that a file does not explain, and of forms that its pages do not show. */
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../src/index.js';
import { makePdf, stream } from '../../support/make-pdf.js';

const read = async (bytes: Uint8Array) => {
  const document = await loadDocument(bytes, { ocrLevel: 0 });
  const { warnings, pageCount } = document;
  const pages = document.pages.map(({ lines }) => lines.map(({ text }) => text));
  await document.close();
  return { warnings, pages, pageCount };
};

it('codes without a character are left out, with a warning that names font and code', async () => {
  const { pages, warnings } = await read(
    makePdf({ content: 'BT /F1 12 Tf 72 700 Td (AB\\00112\\00034\\037X) Tj ET' }),
  );
  expect(pages).toEqual([['AB1234X']]);
  expect(warnings).toEqual([
    {
      code: 'CHARACTERS_UNKNOWN',
      message: expect.stringContaining('0x00, 0x01, 0x1f of the font "Helvetica"'),
      page: 0,
    },
  ]);
});

it('ordinary codes give no warning', async () => {
  expect((await read(makePdf({ content: 'BT /F1 12 Tf 72 700 Td (Total\\0115) Tj ET' }))).warnings).toEqual(
    [],
  );
});

const DATA = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form><Header>
  <InvoiceNumber>4711</InvoiceNumber><Customer>Berg &amp; Co</Customer><Empty/></Header>
  <Note><body xmlns="http://www.w3.org/1999/xhtml"><p>Pay <b>now</b></p></body></Note>
  <Address>First row\nSecond row</Address></form></xfa:data><other>no field</other></xfa:datasets>`;
const NOTICE = { content: 'BT /F1 12 Tf 72 700 Td (Please wait...) Tj ET' };
const FIELDS = [
  'InvoiceNumber',
  '4711',
  'Customer',
  'Berg & Co',
  'Note',
  'Pay now',
  'Address',
  'First row',
  'Second row',
];
const form = (entries: string, more = '') => `${more} /AcroForm << ${entries} >>`;

describe('a form in XML that the pages do not show', () => {
  it.each([
    [
      'says so itself',
      [stream(DATA)],
      form('/Fields [] /XFA [(template) 5 0 R (datasets) 10 0 R]', '/NeedsRendering true'),
    ],
    ['has no fields but in XML', [stream(DATA)], form('/XFA [(datasets) 10 0 R]')],
    [
      'is one stream',
      [stream(`<xdp:xdp xmlns:xdp="x"><a/>${DATA}</xdp:xdp>`)],
      form('/XFA 10 0 R', '/NeedsRendering true'),
    ],
  ])(
    'a form in XML is read by the names of its fields, with a warning: one that %s',
    async (_, extra, catalog) => {
      const { pages, warnings, pageCount } = await read(makePdf(NOTICE, extra, catalog));
      expect(pages).toEqual([['Please wait...'], FIELDS]);
      expect(pageCount).toBe(2);
      expect(warnings).toEqual([
        { code: 'XFA_FORM', message: expect.stringContaining('page 2 of the document') },
      ]);
    },
  );

  it('a form in XML without data is no more than the warning', async () => {
    const { pages, warnings } = await read(
      makePdf(NOTICE, [], form('/XFA [(template) 5 0 R]', '/NeedsRendering true')),
    );
    expect(pages).toEqual([['Please wait...']]);
    expect(warnings).toEqual([{ code: 'XFA_FORM', message: expect.stringContaining('no values') }]);
  });

  it('a form in XML gives what stands before a fault', async () => {
    const broken = DATA.replace('<Note>', '<Note></x>');
    const { pages } = await read(makePdf(NOTICE, [stream(broken)], form('/XFA [(datasets) 10 0 R]')));
    expect(pages[1]).toEqual(FIELDS.slice(0, 4));
  });

  it('a form in XML is left alone where the pages show more than a notice', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, row) => `BT /F1 9 Tf 72 ${700 - 20 * row} Td (Row ${row}) Tj ET`,
    );
    const { pages, warnings } = await read(
      makePdf({ content: rows.join(' ') }, [stream(DATA)], form('/Fields [] /XFA [(datasets) 10 0 R]')),
    );
    expect(pages).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
