import { expect, test } from 'vitest';
import { extract } from '../../../src/index.js';
import { docx } from '../../support/office-parts.js';

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** A content control with a check box, as Word writes it. */
const control = (checked: boolean, symbol = run(checked ? '☒' : '☐')) =>
  `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent>${symbol}</w:sdtContent></w:sdt>`;
const paragraphOf = (...parts: string[]) => `<w:p>${parts.join('')}</w:p>`;
const cell = (...parts: string[]) => `<w:tc><w:tcPr/>${paragraphOf(...parts)}</w:tc>`;

const DOCUMENT = docx(
  [
    paragraphOf(control(true), run(' Married')),
    paragraphOf(control(false), run(' Single')),
    paragraphOf(run('Paid: '), control(false), run(' cash '), control(true), run(' card')),
    `<w:tbl><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="1000"/></w:tblGrid><w:tr>${cell(run('Insured'))}${cell(control(true))}</w:tr><w:tr>${cell(run('Smoker'))}${cell(control(false))}</w:tr></w:tbl>`,
    paragraphOf(run('A signature')),
  ].join(''),
);

const LEFT = ['married', 'single', 'cash', 'card'];
const RIGHT = ['insured', 'smoker'];

test.each(['checkbox', 'nearestCheckbox'] as const)(
  'check boxes of Word documents are read by %s',
  async (id) => {
    const field = (anchor: string, position: 'left' | 'right') => ({
      id: anchor,
      anchor,
      method: { id, position },
    });
    const rows = id === 'checkbox' ? LEFT : LEFT.slice(0, 2);
    const fields = [...rows.map((each) => field(each, 'left')), ...RIGHT.map((each) => field(each, 'right'))];
    const { parsed_document, errors } = await extract(DOCUMENT, { fields } as never);
    const values = Object.entries(parsed_document as Record<string, { value: boolean } | null>).map(
      ([name, field]) => [name, field?.value],
    );
    const expected: Record<string, boolean> = {
      married: true,
      single: false,
      cash: false,
      card: true,
      insured: true,
      smoker: false,
    };
    expect({ values, errors }).toEqual({
      values: [...rows, ...RIGHT].map((name) => [name, expected[name]]),
      errors: [],
    });
  },
);

test('check boxes of Word documents have the state that the file keeps, whatever character shows it', async () => {
  const symbol = '<w:r><w:sym w:font="Webdings" w:char="F061"/></w:r>';
  const document = docx(
    [
      paragraphOf(control(true, run('●')), run(' Renew')),
      paragraphOf(control(false, run('O')), run(' Cancel')),
      paragraphOf(control(true, symbol), run(' Insure')),
      paragraphOf(control(true, run('as agreed')), run(' Others')),
    ].join(''),
  );
  const fields = ['Renew', 'Cancel', 'Insure', 'Others'].map((anchor) => ({
    id: anchor,
    anchor,
    method: { id: 'checkbox', position: 'left' },
  }));
  const { parsed_document } = await extract(document, { fields } as never);
  expect(parsed_document).toMatchObject({
    Renew: { value: true },
    Cancel: { value: false },
    Insure: { value: true },
    Others: null,
  });
});

test('check boxes of Word documents are none far from the anchor, and text without any has none', async () => {
  const fields = [{ id: 'a', anchor: 'signature', method: { id: 'checkbox', position: 'right' } }];
  const { parsed_document, errors } = await extract(DOCUMENT, { fields } as never);
  expect({ parsed_document, errors }).toEqual({ parsed_document: { a: null }, errors: [] });
  const plain = await extract(docx(paragraphOf(run('A signature'))), { fields } as never);
  expect(plain.errors.map(({ type }) => type)).toEqual(['unsupported']);
});
