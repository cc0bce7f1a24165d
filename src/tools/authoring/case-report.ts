/** What became of a test case, and how it is written for people and for programs. */
import type { ExtractionResult } from '../../run/extraction/result.js';
import { type FieldDifferences, isTyped } from './differences.js';
import { nullReason } from './null-reasons.js';
import { shownValue } from './show.js';
import { xmlText } from './xml-text.js';

/** Differences of a field that are written one by one; the others are counted. */
const DIFFERENCES_SHOWN = 8;

/** `error`: it could not be run; `updated`: its expected values were written again. */
export type CaseStatus = 'passed' | 'failed' | 'error' | 'skipped' | 'updated';

/** A difference with the reason why the value is null, where it is. */
export interface ReasonedDifference {
  readonly path: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly reason?: string;
}

/** What a run of a case gave. */
export interface CaseReport {
  /** Its folder from that of all cases, with `/`; `.` for that one itself. */
  readonly name: string;
  readonly status: CaseStatus;
  readonly seconds: number;
  /** Fields of the result, those in sections included. */
  readonly fields: number;
  readonly different: readonly {
    readonly id: string;
    readonly differences: readonly ReasonedDifference[];
  }[];
  /** Validations that failed, each after its severity. */
  readonly validations: readonly string[];
  /** Errors of the extraction, which may explain what is missing. */
  readonly problems: readonly string[];
  /** Why it could not be run, or was skipped. */
  readonly message?: string;
}

/** Gives differences the reasons that a trace has for values that are null or missing. */
export function withReasons(
  different: readonly FieldDifferences[],
  trace: ExtractionResult['trace'] = {},
): CaseReport['different'] {
  return different.map(({ id, differences }) => ({
    id,
    differences: differences.map((difference) => {
      const reason = isMissing(difference.actual) ? nullReason(difference.path, trace) : undefined;
      return { ...difference, ...(reason !== undefined && { reason }) };
    }),
  }));
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The lines for people; of a case that passed its title, and validations that warn. */
export function reportLines({
  name,
  status,
  seconds,
  different,
  validations,
  problems,
  message,
}: CaseReport): readonly string[] {
  const title = `${MARKS[status]} ${name} (${seconds.toFixed(2)} s)`;
  const failed = validations.map((each) => `    validation failed, ${each}`);
  const said = message === undefined ? [] : message.split('\n').map((line) => `    ${line}`);
  if (status === 'passed' || status === 'updated') return [title, ...said, ...failed];
  return [
    title,
    ...said,
    ...different.flatMap(({ differences }) => differenceLines(differences)),
    ...failed,
    ...problems.map((problem) => `    error in the result: ${problem}`),
  ];
}

const MARKS: Readonly<Record<CaseStatus, string>> = {
  passed: 'pass   ',
  failed: 'FAIL   ',
  error: 'ERROR  ',
  skipped: 'skip   ',
  updated: 'updated',
};

function differenceLines(differences: readonly ReasonedDifference[]): string[] {
  const hidden = differences.length - DIFFERENCES_SHOWN;
  return [
    ...differences.slice(0, DIFFERENCES_SHOWN).flatMap(({ path, expected, actual, reason }) => {
      const [wanted, got] = shownApart(expected, actual);
      return [
        `    ${path}`,
        `      - expected ${wanted}`,
        `      + got      ${got}`,
        ...(reason === undefined ? [] : [`        because ${reason}`]),
      ];
    }),
    ...(hidden > 0 ? [`    and ${hidden} more differences in this field`] : []),
  ];
}

/** Two values as they are shown; whole, where they would look alike. */
function shownApart(expected: unknown, actual: unknown): readonly [string, string] {
  const short = [shownValue(expected), shownValue(actual)] as const;
  if (short[0] !== short[1] || !isTyped(expected) || !isTyped(actual)) return short;
  return [JSON.stringify(expected), JSON.stringify(actual)];
}

/** Cases by what became of them. */
export function countByStatus(reports: readonly CaseReport[]): Readonly<Record<CaseStatus, number>> {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0, updated: 0 };
  for (const { status } of reports) counts[status]++;
  return counts;
}

/** A run of many cases as JUnit XML, the form that CI servers read. A case is a test of the suite `anchorline`. */
export function junitXml(reports: readonly CaseReport[]): string {
  const counts = countByStatus(reports);
  const seconds = reports.reduce((sum, report) => sum + report.seconds, 0).toFixed(3);
  const totals = `tests="${reports.length}" failures="${counts.failed}" errors="${counts.error}" skipped="${counts.skipped}" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="anchorline" ${totals}>`,
    ...reports.flatMap(junitCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function junitCase(report: CaseReport): string[] {
  const { name, status, seconds, message = '' } = report;
  const open = `    <testcase classname="anchorline" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
  if (status === 'passed' || status === 'updated') return [`${open}/>`];
  const body = escaped(reportLines(report).slice(1).join('\n'));
  const element = JUNIT[status];
  const summary = escaped(message || whatFailed(report));
  return [
    `${open}>`,
    `      <${element} message="${summary}">${element === 'skipped' ? '' : body}</${element}>`,
    '    </testcase>',
  ];
}

const JUNIT = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

function whatFailed({ different, validations }: CaseReport): string {
  if (different.length > 0) return `${different.length} fields are other than expected`;
  return `${validations.length} validations failed`;
}

/** Text in an attribute or element; line ends stay line ends in attributes, too. */
function escaped(text: string): string {
  return xmlText(text).replace(/\n/gu, '&#10;');
}
