import { expect, test } from 'vitest';
import { inspect } from '../../../../src/tools/report/index.js';
import { drawnDocument } from '../../../support/drawn.js';
import { dataOf, HOSTILE, inspected, type NodeLike } from './support.js';

const report = inspected().then(async (inspection) => {
  const data = dataOf(await inspection.toHtml({ documentName: 'sample.pdf' }));
  await inspection.close();
  return data;
});

async function field(id: string): Promise<NodeLike> {
  const found = (await report).fields.find((node) => node.id === id);
  if (!found) throw new Error(`no field ${id}`);
  return found;
}

test('pages that their engine cannot draw say why', async () => {
  const { document } = drawnDocument({ lines: [{ text: 'Total', left: 1, top: 5 }], blind: true });
  const inspection = await inspect(document, { fields: [] });
  const [page] = dataOf(await inspection.toHtml()).pages;
  expect(page).toMatchObject({ picture: 0, undrawn: 'cannot draw' });
  await inspection.close();
});

test('come with value, run, config and the lines that they used', async () => {
  const { present, value, runs } = await field('policy');
  expect({ present, value }).toEqual({ present: true, value: { type: 'string', value: 'P-77 A' } });
  const [run] = runs;
  expect(run).toMatchObject({ path: 'fields[0]', anchors: [{ text: 'Policy no.', range: [0, 9] }] });
  expect(JSON.parse(run?.config ?? '')).toMatchObject({ id: 'policy', method: { id: 'row' } });
  const { lines } = (await report).pages[0]!;
  expect(lines[run!.lines[0]!.line!]!.text).toBe('P-77 A');
  expect(run!.marks.map(({ layer }) => layer).sort()).toEqual(['anchors', 'captured', 'values']);
});

test('fields without a value say why', async () => {
  expect(await field('missing')).toMatchObject({
    present: false,
    reason: 'anchor not found: no line matches "no such words"',
  });
});

test('fields of one id show each field that ran for it', async () => {
  const { runs, present } = await field('signer');
  expect(present).toBe(true);
  expect(runs.map(({ path, reason }) => [path, reason])).toEqual([
    ['fields[4]', 'anchor not found: no line matches "signature of"'],
    ['fields[5]', undefined],
  ]);
  expect(runs[1]!.lines).toMatchObject([{ text: 'Maren Lindqvist', page: 1 }]);
});

test('fields that the result leaves out are there, and said to be', async () => {
  expect(await field('draft')).toMatchObject({
    present: false,
    hidden: true,
    reason: 'found, but not part of the result',
  });
});

test('fields in sections are in their sections, those that were left out included', async () => {
  const { children } = await field('claims');
  expect(
    children.map(({ id, present, children: [paid] }) => [id, present, paid!.present, paid!.reason]),
  ).toEqual([
    ['0', true, true, undefined],
    ['1', false, false, 'text was found, but no amount in it: "nothing"'],
  ]);
});

test('fields that are tables show their rows, and why rows are left out', async () => {
  const { runs } = await field('fees');
  expect(runs[0]!.table).toMatchObject({
    columns: ['vessel', 'fee'],
    rows: [
      { cells: ['Swan', '$40'] },
      { cells: ['Heron', 'on request'], reason: 'no amount in the text of the required column "fee"' },
    ],
  });
  const rows = runs[0]!.marks.filter(({ layer }) => layer === 'rows');
  expect(rows.map(({ faint }) => faint === true)).toEqual([false, true]);
  expect(rows[0]!.path.slice(0, 2)).toEqual([0.8, 5.3]);
});

test('pages are those before and after the preprocessors', async () => {
  const { pages, before } = await report;
  const texts = (side: typeof pages | typeof before) => side?.map(({ lines }) => lines.length);
  expect([texts(before), texts(pages)]).toEqual([
    [17, 3],
    [16, 3],
  ]);
  expect(before![0]!.lines[0]!.text).toBe('Printed by the fleet office');
});

test('hold what is drawn on them', async () => {
  const { marks } = (await report).pages[0]!;
  expect(marks['rulings']).toHaveLength(5);
  expect(marks['tables']).toHaveLength(5);
  expect(marks['words']!.length).toBeGreaterThan(16);
});

test('pages are given once where no preprocessor changes them', async () => {
  const inspection = await inspected({ config: '{"fields": []}' });
  expect(dataOf(await inspection.toHtml()).before).toBeUndefined();
});

test('problems are listed with their fields', async () => {
  const validations = [
    { description: 'Sums agree', severity: 'error' as const, condition: { '==': [1, 2] } },
  ];
  const rule = { id: 'logged', method: { id: 'customComputation', jsonLogic: { log: ['so', 1] } } };
  const config = JSON.stringify({ fields: [], computed_fields: [rule] });
  const inspection = await inspected({ config }, { validations });
  const { problems } = dataOf(await inspection.toHtml());
  expect(problems).toEqual([
    { severity: 'error', kind: 'log', message: 'so', field: ['logged'] },
    { severity: 'error', kind: 'validation', message: 'Sums agree' },
  ]);
});

test('text of documents is data, and ends nothing', async () => {
  const inspection = await inspected();
  const html = await inspection.toHtml({ documentName: HOSTILE });
  expect(html).not.toContain('window.broken = true</script>');
  expect(html).not.toContain('<img');
  expect(dataOf(html).document.name).toBe(HOSTILE);
  expect(dataOf(html).pages[0]!.lines.map(({ text }) => text)).toContain(HOSTILE);
});
