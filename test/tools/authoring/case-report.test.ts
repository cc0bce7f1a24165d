import { expect, it } from 'vitest';
import type { FieldTrace } from '../../../src/index.js';
import {
  type CaseReport,
  junitXml,
  reportLines,
  withReasons,
} from '../../../src/tools/authoring/case-report.js';
import { nullReason } from '../../../src/tools/authoring/null-reasons.js';
import { shownValue } from '../../../src/tools/authoring/show.js';

const plain: FieldTrace = {
  path: 'fields[0]',
  method: 'row',
  anchors: [],
  captured: [],
  lines: [],
  points: [],
  regions: [],
};

const cut = { used: true, display: true, brackets: [], external: [] };
const traces = {
  total: [
    { ...plain, reason: 'first' },
    { ...plain, path: 'fields[4]', reason: 'second' },
  ],
  'ytd.gross': [{ ...plain, reason: 'dotted' }],
  claims: [
    {
      ...plain,
      sections: [
        { ...cut, index: 0, used: false },
        { ...cut, index: 1 },
        { ...cut, index: 2 },
      ],
    },
  ],
  paid: [
    { ...plain, section: [{ group: 'claims', index: 0 }], reason: 'of the dropped one' },
    { ...plain, section: [{ group: 'claims', index: 1 }], reason: 'of the first' },
    { ...plain, section: [{ group: 'claims', index: 2 }], reason: 'of the second' },
  ],
};

it('nullReason is that of the closest try, the first of equal ones', () => {
  expect(nullReason('total', traces)).toBe('first (fields[0])');
  const piece = { text: 'soon', page: 0, boundingPolygon: [], kept: true };
  const close = { ...traces['total']![1]!, captured: [piece] };
  expect(nullReason('total', { total: [traces['total']![0]!, close] })).toBe('second (fields[4])');
  expect(nullReason('ytd.gross', traces)).toBe('dotted (fields[0])');
  expect(nullReason('none', traces)).toBeUndefined();
});

it('the reason for a null in a section is that of its own section, dropped ones left out', () => {
  expect(nullReason('claims[0].paid', traces)).toBe('of the first (fields[0])');
  expect(nullReason('claims[1].paid', traces)).toBe('of the second (fields[0])');
});

it('shownValue puts the value first', () => {
  expect(shownValue({ source: '$1,200.00', value: 1200, unit: '$', type: 'currency' })).toBe(
    '1200 (currency, $, printed "$1,200.00")',
  );
  expect(shownValue({ type: 'string', value: 'a' })).toBe('"a" (string)');
  expect(shownValue(null)).toBe('null');
  expect(shownValue(undefined)).toBe('nothing');
  expect(shownValue('x'.repeat(500)).length).toBeLessThan(200);
});

const failed: CaseReport = {
  name: 'acme/one',
  status: 'failed',
  seconds: 0.5,
  fields: 2,
  different: withReasons([{ id: 'total', differences: [{ path: 'total', expected: 12, actual: null }] }], {
    total: [{ ...plain, reason: 'no line' }],
  }),
  validations: [],
  problems: ['a <b> & "c" \u0001'],
};

it('show what was expected, what came, and why', () => {
  expect(reportLines(failed)).toEqual([
    'FAIL    acme/one (0.50 s)',
    '    total',
    '      - expected 12',
    '      + got      null',
    '        because no line (fields[0])',
    '    error in the result: a <b> & "c" \u0001',
  ]);
  expect(reportLines({ ...failed, status: 'passed' })).toEqual(['pass    acme/one (0.50 s)']);
  const validations = ['warning: One is two'];
  expect(reportLines({ ...failed, validations, status: 'passed' })).toEqual([
    'pass    acme/one (0.50 s)',
    '    validation failed, warning: One is two',
  ]);
});

it('reports are JUnit XML that escapes what a document says', () => {
  const skipped: CaseReport = { ...failed, name: 'b', status: 'skipped', message: 'later' };
  const xml = junitXml([failed, skipped, { ...failed, name: 'c', status: 'passed' }]);
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="0" skipped="1" time="1.500">');
  expect(xml).toContain('<failure message="1 fields are other than expected">');
  expect(xml).toContain('a &lt;b&gt; &amp; &quot;c&quot; \uFFFD');
  expect(xml).toContain('<skipped message="later"></skipped>');
  expect(xml.match(/<testcase /gu)).toHaveLength(3);
  expect(xml).not.toContain('\u0001');
  const checked = junitXml([{ ...failed, different: [], validations: ['error: One is two'] }]);
  expect(checked).toContain('<failure message="1 validations failed">');
  expect(checked).toContain('validation failed, error: One is two');
});
