/** Fields for places on a page: what is pointed at is what they give. */
import { afterAll, describe, expect, test } from 'vitest';
import { createExtractor } from '../../../src/extractor.js';
import type { Box } from '../../../src/page/document/geometry.js';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { proposeAt, proposeFields } from '../../../src/tools/authoring/propose.js';
import { drawnDocument } from '../../support/drawn.js';
import { frame, stroke } from '../../support/paths.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

const letter = documentFromLines([
  { text: 'Harbour dues', left: 1, top: 0.5 },
  { text: 'Policy no.', left: 1, top: 1 },
  { text: 'P-77', left: 2.5, top: 1 },
  { text: 'Total: $45.00 due', left: 1, top: 1.5 },
  { text: 'Berth', left: 1, top: 3 },
  { text: 'Weeks', left: 3, top: 3 },
  { text: 'Fee', left: 5, top: 3 },
  { text: 'Swan', left: 1, top: 3.3 },
  { text: '4', left: 3, top: 3.3 },
  { text: '$40.00', left: 5, top: 3.3 },
  { text: 'Heron', left: 1, top: 3.6 },
  { text: '6', left: 3, top: 3.6 },
  { text: '$60.00', left: 5, top: 3.6 },
  { text: 'P-77', left: 6, top: 7 },
]);
const other = documentFromLines([
  { text: 'Policy no.', left: 1, top: 2 },
  { text: 'P-78', left: 2.5, top: 2 },
]);

async function at(area: Box, isDrawn = true) {
  return proposeAt([letter, other], { document: 0, page: 0, area, isDrawn }, { extractor });
}

/** What a field gives on the two documents. */
async function given(field: object): Promise<unknown[]> {
  const results = [];
  for (const document of [letter, other]) {
    const { parsed_document } = await extractor.extract(
      document,
      JSON.stringify({ fields: [{ id: 'a', ...field }] }),
    );
    results.push((parsed_document['a'] as { readonly value?: unknown } | null)?.value ?? null);
  }
  return results;
}

describe('fields for a place', () => {
  test('give the value that is printed there, and its like on other documents', async () => {
    const { text, fields } = await at({ left: 2.4, top: 0.9, right: 3.5, bottom: 1.3 });
    expect(text).toBe('P-77');
    const [first] = fields;
    expect(first).toMatchObject({ kind: 'value', id: 'policy_no' });
    expect(await given(first!.field)).toEqual(['P-77', 'P-78']);
  });

  test('lead to the place that was pointed at, not to the same value elsewhere', async () => {
    const { fields } = await at({ left: 5.9, top: 6.9, right: 7, bottom: 7.3 }, false);
    expect(fields.map(({ id }) => id)).not.toContain('policy_no');
    for (const { field } of fields) expect((await given(field))[0]).toBe('P-77');
  });

  test('fields for a place are none where nothing is printed', async () => {
    expect(await at({ left: 7, top: 9, right: 7.2, bottom: 9.2 })).toEqual({ text: '', fields: [] });
  });

  test('give a part of a line', async () => {
    const { text, fields } = await at({ left: 1.4, top: 1.4, right: 2.05, bottom: 1.8 });
    expect(text).toBe('$45.00');
    expect(await given(fields[0]!.field)).toEqual([45, null]);
  });

  test('give what is in an area that was drawn', async () => {
    const { fields } = await at({ left: 0.9, top: 1.4, right: 3, bottom: 1.8 });
    const region = fields.find(({ kind }) => kind === 'region');
    expect(region?.field.method).toMatchObject({ id: 'region', width: 2.1, height: 0.4 });
    expect((await given(region!.field))[0]).toBe('Total: $45.00 due');
  });

  test('give the table that a line is in', async () => {
    const { fields } = await at({ left: 2.9, top: 3.2, right: 3.6, bottom: 3.5 }, false);
    const table = fields.find(({ kind }) => kind === 'table');
    expect(table?.how).toBe('2 rows of Berth, Weeks, Fee');
    expect(table?.field.method).toMatchObject({
      id: 'textTable',
      columns: [{ id: 'berth' }, { id: 'weeks' }, { id: 'fee' }],
    });
  });

  test('fields for a place are refused for a document that is not there', async () => {
    const area = { left: 0, top: 0, right: 1, bottom: 1 };
    await expect(proposeAt([], { document: 0, page: 0, area, isDrawn: true }, { extractor })).rejects.toThrow(
      RangeError,
    );
  });
});

/** A questionnaire: each question with boxes for yes and no, of which one is ticked; then boxes behind their captions. */
const QUESTIONS = [
  'Bankruptcy in the last seven years?',
  'Criminal investigation pending?',
  'Licence revoked?',
];
const TICKED = ['No', 'Yes', 'No'];
const questionnaire = drawnDocument({
  lines: [
    { text: 'Background', left: 1, top: 0.6 },
    ...QUESTIONS.flatMap((text, row) => [
      { text, left: 1, top: 1 + row * 0.3 },
      { text: 'Yes', left: 5.2, top: 1 + row * 0.3 },
      { text: 'No', left: 6.2, top: 1 + row * 0.3 },
    ]),
    { text: 'Self', left: 1, top: 3 },
    { text: 'Spouse', left: 2, top: 3 },
    { text: 'Child', left: 3.2, top: 3 },
  ],
  paths: [
    ...QUESTIONS.flatMap((_, row) =>
      ['Yes', 'No'].flatMap((answer, column) => boxPaths(5 + column, 1 + row * 0.3, TICKED[row] === answer)),
    ),
    ...boxPaths(1.4, 3, false),
    ...boxPaths(2.6, 3, true),
    ...boxPaths(3.7, 3, false),
  ],
}).document;

/** A box to tick, 0.14 in wide. */
function boxPaths(left: number, top: number, isTicked: boolean): PaintedPath[] {
  const [right, bottom] = [left + 0.14, top + 0.14];
  const cross = [
    stroke([left + 0.03, top + 0.03, right - 0.03, bottom - 0.03]),
    stroke([left + 0.03, bottom - 0.03, right - 0.03, top + 0.03]),
  ];
  return [frame(left, top, right, bottom), ...(isTicked ? cross : [])];
}

describe('a click on a box to tick', () => {
  /** What is proposed for a place of the questionnaire, with the box that each reads. */
  async function clicked(area: Box) {
    const { fields } = await proposeAt(
      [questionnaire],
      { document: 0, page: 0, area, isDrawn: false },
      { extractor },
    );
    const config = { verbosity: 3, fields: fields.map(({ field }, i) => ({ id: `f${i}`, ...field })) };
    const { parsed_document } = await extractor.extract(questionnaire, JSON.stringify(config));
    return fields.map(({ kind, id }, i) => {
      const { value, regions } = parsed_document[`f${i}`] as {
        value: unknown;
        regions?: { boundingPolygon: { x: number; y: number }[] }[];
      };
      const [corner] = regions?.[0]?.boundingPolygon ?? [];
      return { kind, id, value, x: corner?.x.toFixed(1), y: corner?.y.toFixed(1) };
    });
  }
  const around = (left: number, top: number) => ({ left, top, right: left + 0.14, bottom: top + 0.14 });

  test('proposes a field that reads this box, of each answer to each question', async () => {
    expect(await clicked(around(5, 1))).toEqual([
      { kind: 'box', id: 'bankruptcy_in_the_last_seven_years', value: false, x: '5.0', y: '1.0' },
    ]);
    expect(await clicked(around(5, 1.3))).toEqual([
      { kind: 'box', id: 'criminal_investigation_pending', value: true, x: '5.0', y: '1.3' },
    ]);
    expect(await clicked(around(6, 1.6))).toEqual([
      { kind: 'box', id: 'licence_revoked_no', value: true, x: '6.0', y: '1.6' },
    ]);
  });

  test('a caption of a box that is chosen gives its box, and never itself as a truth value', async () => {
    const yes = questionnaire.pages[0]!.lines.filter(({ text }) => text === 'Yes')[1]!;
    expect(await clicked(yes)).toEqual([
      { kind: 'box', id: 'criminal_investigation_pending', value: true, x: '5.0', y: '1.3' },
    ]);
  });

  test('names boxes behind their captions by these', async () => {
    expect(await clicked(around(2.6, 3))).toEqual([
      { kind: 'box', id: 'spouse', value: true, x: '2.6', y: '3.0' },
    ]);
  });

  test('proposes a field for each box in an area that was drawn', async () => {
    const found = await clicked({ left: 4.9, top: 1.2, right: 6.6, bottom: 1.5 });
    expect(found.filter(({ kind }) => kind === 'box').map(({ id, value }) => [id, value])).toEqual([
      ['criminal_investigation_pending', true],
      ['criminal_investigation_pending_no', false],
    ]);
  });

  test('words of an id that are in the question lead to the box of its answer', async () => {
    const wanted = [
      { id: 'criminal_investigation', values: [true] },
      { id: 'bankruptcy', values: [false] },
    ];
    const found = await proposeFields([questionnaire], wanted, { extractor });
    const fields = found.map(({ id, proposals: [best] }) => ({ id, ...best!.field }));
    const { parsed_document } = await extractor.extract(
      questionnaire,
      JSON.stringify({ verbosity: 3, fields }),
    );
    const corners = Object.values(parsed_document).map((each) => {
      const [region] = (each as { regions: { boundingPolygon: { x: number; y: number }[] }[] }).regions;
      return [region!.boundingPolygon[0]!.x.toFixed(1), region!.boundingPolygon[0]!.y.toFixed(1)];
    });
    expect(corners).toEqual([
      ['5.0', '1.3'],
      ['5.0', '1.0'],
    ]);
  });
});

/** A report with one block for each claim, a line that is `Caption: value`, and a small list with headings. */
const report = documentFromLines([
  { text: 'Insured: Harbour Pilots', left: 1, top: 0.5 },
  ...[
    ['Claim 41', '03/04/2024', '$120.00'],
    ['Claim 52', '05/06/2024', '$310.50'],
    ['Claim 63', '07/08/2024', '$99.99'],
  ].flatMap(([claim, date, paid], block) => [
    { text: claim!, left: 1, top: 1 + block },
    { text: 'Date of loss', left: 1, top: 1.25 + block },
    { text: date!, left: 3, top: 1.25 + block },
    { text: 'Amount paid', left: 1, top: 1.5 + block },
    { text: paid!, left: 3, top: 1.5 + block },
  ]),
  { text: 'Berth', left: 1, top: 5 },
  { text: 'Fee', left: 3, top: 5 },
  { text: 'Swan', left: 1, top: 5.3 },
  { text: '$40.00', left: 3, top: 5.3 },
  { text: 'Heron', left: 1, top: 5.6 },
  { text: '$60.00', left: 3, top: 5.6 },
]);

describe('what an author means', () => {
  const pointed = (area: Box, isDrawn: boolean) =>
    proposeAt([report], { document: 0, page: 0, area, isDrawn }, { extractor });
  const givenBy = async (field: object) => {
    const { parsed_document } = await extractor.extract(
      report,
      JSON.stringify({ fields: [{ id: 'a', ...field }] }),
    );
    return parsed_document['a'];
  };

  test('a line with a colon gives the part behind it first, with the caption as its id', async () => {
    const [line] = report.pages[0]!.lines;
    const { text, fields } = await pointed(line!, false);
    expect(text).toBe('Harbour Pilots');
    expect(fields[0]).toMatchObject({ kind: 'value', id: 'insured' });
    expect(await givenBy(fields[0]!.field)).toMatchObject({ value: 'Harbour Pilots' });
  });

  test('some words of a line that are chosen give that part of it', async () => {
    const [line] = report.pages[0]!.lines;
    const words = [2, 2] as const;
    const { text, fields } = await proposeAt(
      [report],
      { document: 0, page: 0, area: line!, isDrawn: false, words },
      { extractor },
    );
    expect(text).toBe('Pilots');
    expect(await givenBy(fields[0]!.field)).toMatchObject({ value: 'Pilots' });
  });

  test('a block that is drawn around gives all its like, with a field for each of its captions', async () => {
    const { fields } = await pointed({ left: 0.9, top: 0.95, right: 5, bottom: 1.75 }, true);
    const sections = fields.find(({ kind }) => kind === 'sections');
    expect(sections).toMatchObject({ id: 'claim', how: '3 sections of date_of_loss, amount_paid' });
    expect(await givenBy(sections!.field)).toMatchObject([
      { date_of_loss: { value: '2024-03-04T00:00:00.000Z' }, amount_paid: { value: 120 } },
      { date_of_loss: { value: '2024-05-06T00:00:00.000Z' }, amount_paid: { value: 310.5 } },
      { date_of_loss: { value: '2024-07-08T00:00:00.000Z' }, amount_paid: { value: 99.99 } },
    ]);
  });

  test('a block that is there but once gives no sections', async () => {
    const { fields } = await pointed({ left: 0.9, top: 4.9, right: 5, bottom: 5.9 }, true);
    expect(fields.map(({ kind }) => kind)).not.toContain('sections');
  });

  test('the area of a table that is drawn gives it, however small it is', async () => {
    const { fields } = await pointed({ left: 0.9, top: 4.9, right: 5, bottom: 5.9 }, true);
    const table = fields.find(({ kind }) => kind === 'table');
    expect(await givenBy(table!.field)).toMatchObject({
      columns: [
        { id: 'berth', values: [{ value: 'Swan' }, { value: 'Heron' }] },
        { id: 'fee', values: [{ value: 40 }, { value: 60 }] },
      ],
    });
  });
});
