/** Fields for places on a page: what is pointed at is what they give. */
import { afterAll, describe, expect, test } from 'vitest';
import { createExtractor } from '../../../src/extractor.js';
import type { Box } from '../../../src/page/document/geometry.js';
import type { Document, Region } from '../../../src/page/document/model.js';
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
  test('give what follows the first words of a line, unless a caption leads to the whole line', async () => {
    const notice = documentFromLines([
      { text: 'Vessel', left: 1, top: 0.5 },
      { text: 'Heron Mark 741', left: 1, top: 0.7 },
      { text: 'Dues: $45.00', left: 1, top: 2.8 },
      { text: 'Due on April 12, 2024', left: 1, top: 3 },
    ]);
    const chosen = async (top: number) => {
      const area = { left: 0.9, top: top - 0.05, right: 4, bottom: top + 0.25 };
      const { fields } = await proposeAt(
        [notice],
        { document: 0, page: 0, area, isDrawn: false },
        { extractor },
      );
      return fields[0];
    };
    expect(await chosen(3)).toMatchObject({ id: 'due_on', field: { anchor: 'Due on', type: 'date' } });
    expect(await chosen(0.7)).toMatchObject({ id: 'vessel', field: { anchor: 'Vessel' } });
  });

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
        readonly value: unknown;
        readonly regions?: readonly Region[];
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
    expect(await cornersOf(questionnaire, wanted)).toEqual([
      ['5.0', '1.3'],
      ['5.0', '1.0'],
    ]);
  });

  test('a box of a grid is found by the text of its row and the heading of its column', async () => {
    const headings = ['Yes', 'No', 'N/A'];
    const rows = ['Flood', 'Earthquake', 'Named storm'];
    const grid = drawnDocument({
      lines: [
        ...headings.map((text, column) => ({ text, left: 4 + column * 0.28, top: 1 })),
        ...rows.map((text, row) => ({ text, left: 1, top: 1.3 + row * 0.3 })),
        { text: 'If yes, limit:', left: 5.2, top: 1.6 },
      ],
      paths: rows.flatMap((_, row) =>
        headings.flatMap((__, column) => {
          const [left, top] = [4 + column * 0.28, 1.3 + row * 0.3];
          const isTicked = row === 1 && column === 1;
          const cross = [
            stroke([left + 0.04, top + 0.04, left + 0.22, top + 0.16]),
            stroke([left + 0.04, top + 0.16, left + 0.22, top + 0.04]),
          ];
          return [frame(left, top, left + 0.26, top + 0.2), ...(isTicked ? cross : [])];
        }),
      ),
    }).document;
    const wanted = [
      { id: 'earthquake.yes', values: [false] },
      { id: 'earthquake.no', values: [true] },
      { id: 'earthquake.not_applicable', values: [false] },
      { id: 'named_storm.not_applicable', values: [false] },
    ];
    expect(await cornersOf(grid, wanted)).toEqual([
      ['4.0', '1.6'],
      ['4.3', '1.6'],
      ['4.6', '1.6'],
      ['4.6', '1.9'],
    ]);
  });

  test('boxes of equal captions are those of ids in turn, and the number of an id counts copies of a form', async () => {
    const copy = (top: number) =>
      ['Home', 'Cell'].flatMap((text, row) =>
        [1, 3].map((left) => ({ text, left: left + 0.2, top: top + row * 0.3 })),
      );
    const lines = [1, 3].flatMap((top) => copy(top));
    const form = drawnDocument({
      lines,
      paths: lines.flatMap(({ left, top }) => boxPaths(left - 0.2, top, false)),
    }).document;
    const ids = [
      'primary_phone.cell_1',
      'secondary_phone.cell_1',
      'primary_phone.cell_2',
      'secondary_phone.cell_2',
    ];
    expect(
      await cornersOf(
        form,
        ids.map((id) => ({ id, values: [false] })),
      ),
    ).toEqual([
      ['1.0', '1.3'],
      ['3.0', '1.3'],
      ['1.0', '3.3'],
      ['3.0', '3.3'],
    ]);
  });
});

/** Where the boxes are that the first proposals read. */
async function cornersOf(document: Document, wanted: readonly { id: string; values: boolean[] }[]) {
  const found = await proposeFields([document], wanted, { extractor });
  const fields = found.map(({ id, proposals: [best] }) => ({ id, ...best!.field }));
  const { parsed_document } = await extractor.extract(document, JSON.stringify({ verbosity: 3, fields }));
  return Object.values(parsed_document).map((each) => {
    const [region] = (each as { readonly regions: readonly Region[] }).regions;
    return [region!.boundingPolygon[0]!.x.toFixed(1), region!.boundingPolygon[0]!.y.toFixed(1)];
  });
}

describe('blocks that come again', () => {
  const CLAIMS = [
    ['C-104', 'Hail', '$400.00'],
    ['C-117', 'Theft', '$52.50'],
    ['C-230', 'Fire', '$9,100.00'],
  ] as const;
  const report = documentFromLines([
    { text: 'Insured: Harbour Pilots', left: 1, top: 1 },
    ...CLAIMS.flatMap(([number, cause, paid], i) => [
      { text: `Claim number: ${number}`, left: 1, top: 2 + i },
      { text: `Cause: ${cause}`, left: 1, top: 2.25 + i },
      { text: 'Amount paid', left: 4, top: 2.25 + i },
      { text: paid, left: 6, top: 2.25 + i },
    ]),
    { text: 'Printed for the insured', left: 1, top: 6 },
  ]);
  const SECTIONS = {
    type: 'sections',
    range: { anchor: 'Claim number' },
    fields: [{ id: 'claim_number' }, { id: 'cause' }, { id: 'amount_paid' }],
  };

  test('blocks become sections with the captions of the one that was drawn around', async () => {
    const area = { left: 0.5, top: 2.9, right: 7, bottom: 3.5 };
    const { fields } = await proposeAt(
      [report],
      { document: 0, page: 0, area, isDrawn: true },
      { extractor },
    );
    const found = fields.find(({ kind }) => kind === 'sections');
    expect(found).toMatchObject({ field: SECTIONS, how: '3 sections of claim_number, cause, amount_paid' });
    const { parsed_document } = await extractor.extract(
      report,
      JSON.stringify({ fields: [{ id: 'claims', ...found!.field }] }),
    );
    expect(parsed_document['claims']).toMatchObject(
      CLAIMS.map(([number, cause]) => ({ claim_number: { value: number }, cause: { value: cause } })),
    );
  });

  test('sections are proposed for values that two blocks have beside one caption', async () => {
    const wanted = ['$400.00', '$52.50'].map((value) => ({ values: [value] }));
    const found = await proposeFields([report], wanted, { extractor });
    expect(found.map(({ note }) => note)).toEqual([
      undefined,
      undefined,
      '3 sections of claim_number, cause, amount_paid',
    ]);
    expect(found.at(-1)).toMatchObject({ id: 'claim_number', proposals: [{ field: SECTIONS }] });
  });

  test('sections are not proposed where the values have captions of their own', async () => {
    const wanted = ['C-104', '$400.00'].map((value) => ({ values: [value] }));
    expect(await proposeFields([report], wanted, { extractor })).toHaveLength(2);
  });
});
