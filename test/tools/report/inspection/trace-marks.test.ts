import { expect, test } from 'vitest';
import { documentFromLines } from '../../../../src/index.js';
import type { FieldTrace, SectionTrace } from '../../../../src/language/fields/trace.js';
import { traceMarks } from '../../../../src/tools/report/inspection/trace-marks.js';

const { pages } = documentFromLines([
  { text: 'one', left: 1, top: 1 },
  { text: 'two', left: 1, top: 1, page: 1 },
]);

const EMPTY: FieldTrace = {
  path: 'fields[0]',
  method: 'query',
  anchors: [],
  captured: [],
  lines: [],
  points: [],
  regions: [],
};

test('parts that a model was shown are marked page by page', () => {
  const model = { chunks: [{ start: 0.5, end: 1.25, score: 0.8 }], calls: [] };
  expect(traceMarks({ ...EMPTY, model }, pages)).toEqual([
    { layer: 'chunks', page: 0, path: [0, 5.5, 8.5, 5.5, 8.5, 11, 0, 11], title: 'score 0.8' },
    { layer: 'chunks', page: 1, path: [0, 0, 8.5, 0, 8.5, 2.75, 0, 2.75], title: 'score 0.8' },
  ]);
});

test('chunks inside sections are not of pages, and have no marks', () => {
  const model = { chunks: [{ start: 0, end: 1, score: 1 }], calls: [] };
  const section = [{ group: 'claims', index: 0 }];
  expect(traceMarks({ ...EMPTY, model, section }, pages)).toEqual([]);
});

test('sections are as wide as their page or their column; those not in the result are faint, hidden ones left out', () => {
  const bracket = { page: 0, top: 1, bottom: 2 };
  const section: SectionTrace = { index: 0, used: true, display: true, brackets: [bracket], external: [] };
  const sections = [
    section,
    { ...section, index: 1, used: false, brackets: [{ ...bracket, left: 2, right: 4 }] },
    { ...section, index: 2, display: false },
  ];
  expect(traceMarks({ ...EMPTY, sections }, pages)).toEqual([
    { layer: 'sections', page: 0, path: [0, 1, 8.5, 1, 8.5, 2, 0, 2], title: 'section 0' },
    { layer: 'sections', page: 0, path: [2, 1, 4, 1, 4, 2, 2, 2], title: 'section 1', faint: true },
  ]);
});

test('rows of a table reach from its first column to its last, or as far as its region', () => {
  const row = { page: 0, top: 3, bottom: 3.2, cells: ['a'] };
  const columns = [
    { id: 'a', page: 0, left: 1, right: 2 },
    { id: 'b', page: 0, left: 3, right: 4 },
  ];
  const rows = [row, { ...row, top: 3.2, bottom: 3.4, reason: 'empty' }];
  expect(traceMarks({ ...EMPTY, table: { columns, rows } }, pages)).toEqual([
    { layer: 'rows', page: 0, path: [1, 3, 4, 3, 4, 3.2, 1, 3.2] },
    { layer: 'rows', page: 0, path: [1, 3.2, 4, 3.2, 4, 3.4, 1, 3.4], title: 'empty', faint: true },
  ]);
});
