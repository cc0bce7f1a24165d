/** A document with a bit of everything, and a config that reads it. */
import type { LineSketch, PathSketch } from '../../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';
import { type Inspection, type InspectOptions, inspect } from '../../../../src/tools/report/index.js';

/** A line that would be a program, were it taken for HTML. */
export const HOSTILE = '</script><script>window.broken = true</script><img src=x onerror=alert(1)>';

export const LINES: readonly LineSketch[] = [
  { text: 'Printed by the fleet office', left: 1, top: 0.4 },
  { text: 'Policy no.', left: 1, top: 1 },
  { text: 'P-77  A', left: 2.5, top: 1 },
  { text: HOSTILE, left: 1, top: 1.4 },
  { text: 'Remark', left: 1, top: 1.6 },
  { text: 'Claim 1', left: 1, top: 2.4 },
  { text: 'Paid', left: 1, top: 2.7 },
  { text: '$40.00', left: 2.5, top: 2.7 },
  { text: 'Claim 2', left: 1, top: 3.2 },
  { text: 'Paid', left: 1, top: 3.5 },
  { text: 'nothing', left: 2.5, top: 3.5 },
  { text: 'Berth fees', left: 1, top: 5 },
  { text: 'Swan', left: 1, top: 5.3 },
  { text: '$40', left: 4, top: 5.3 },
  { text: 'Heron', left: 1, top: 5.6 },
  { text: 'on request', left: 4, top: 5.6 },
  { text: 'End of the list', left: 1, top: 6 },
  { text: 'Second page', left: 1, top: 1, page: 1 },
  { text: 'Signed by', left: 1, top: 9, page: 1 },
  { text: 'Maren Lindqvist', left: 2.5, top: 9, page: 1 },
];

const PATHS: readonly PathSketch[] = [
  { points: [1, 7, 5, 7, 5, 8, 1, 8], closed: true },
  { points: [3, 7, 3, 8] },
];

const right = { id: 'label', position: 'right' };

export const CONFIG = JSON.stringify({
  preprocessors: [{ type: 'removeLines', match: [{ type: 'startsWith', text: 'printed by' }] }],
  fields: [
    { id: 'policy', anchor: 'policy no', method: { id: 'row' } },
    { id: 'hostile', anchor: 'remark', method: { id: 'label', position: 'above' } },
    { id: 'draft', anchor: 'policy no', method: { id: 'row' } },
    { id: 'missing', anchor: 'no such words', method: right },
    { id: 'signer', anchor: 'signature of', method: { id: 'row' } },
    { id: 'signer', anchor: 'signed by', method: { id: 'row' } },
    {
      id: 'claims',
      type: 'sections',
      range: { anchor: { match: { type: 'startsWith', text: 'claim' } }, stop: 'berth' },
      requiredFields: ['paid'],
      fields: [{ id: 'paid', anchor: 'paid', type: 'currency', method: { id: 'row' } }],
    },
    {
      id: 'fees',
      anchor: 'berth fees',
      type: 'table',
      method: {
        id: 'textTable',
        columns: [
          { id: 'vessel', minX: 0.8, maxX: 3 },
          { id: 'fee', minX: 3.5, maxX: 5, type: 'currency', isRequired: true },
        ],
        stop: 'end of',
      },
    },
  ],
  computed_fields: [{ id: 'unused', method: { id: 'suppressOutput', source_ids: ['draft'] } }],
});

/** The sample, inspected; its document is closed with the test. */
export function inspected(
  { lines = LINES, paths = PATHS, config = CONFIG }: Partial<Sample> = {},
  options: InspectOptions = {},
): Promise<Inspection> {
  return inspect(documentFromLines(lines, paths), config, undefined, options);
}

interface Sample {
  readonly lines: readonly LineSketch[];
  readonly paths: readonly PathSketch[];
  readonly config: string;
}

/** The data of a report, as its page reads it. */
export function dataOf(html: string): ReportLike {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/su.exec(html)?.[1];
  return JSON.parse(json ?? 'null');
}

/** What tests look at. */
export interface ReportLike {
  readonly fields: readonly NodeLike[];
  readonly pages: readonly {
    readonly picture?: number;
    readonly lines: readonly { readonly text: string; readonly path: readonly number[] }[];
    readonly marks: Readonly<Record<string, readonly unknown[]>>;
  }[];
  readonly before?: readonly { readonly lines: readonly { readonly text: string }[] }[];
  readonly problems: readonly {
    readonly severity: string;
    readonly message: string;
    readonly field?: readonly string[];
  }[];
  readonly document: { readonly name: string };
  readonly config: string;
}

export interface NodeLike {
  readonly id: string;
  readonly kind: string;
  readonly present: boolean;
  readonly hidden?: true;
  readonly reason?: string;
  readonly value?: unknown;
  readonly children: readonly NodeLike[];
  readonly runs: readonly {
    readonly path: string;
    readonly config?: string;
    readonly reason?: string;
    readonly anchors: readonly {
      readonly text: string;
      readonly line?: number;
      readonly range: readonly number[];
    }[];
    readonly lines: readonly { readonly text: string; readonly line?: number; readonly page: number }[];
    readonly table?: {
      readonly columns: readonly string[];
      readonly rows: readonly { readonly cells: readonly (string | null)[]; readonly reason?: string }[];
    };
    readonly marks: readonly {
      readonly layer: string;
      readonly page: number;
      readonly path: readonly number[];
      readonly faint?: true;
    }[];
  }[];
}
