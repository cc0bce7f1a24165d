/** `keyValue` (deprecated): the value of the key whose words fit some terms best. */
// See docs/language/03-layout-methods-ranges-tables.md#314-keyvalue-and-topic
import * as z from 'zod';
import { type TermScorer, termScorer } from '../../foundation/text/bag-of-words.js';
import type { Line, Page } from '../../page/document/model.js';
import { compareLines, visualRows } from '../../page/document/order.js';
import { latticeTables } from '../../page/tables/walls/recognise.js';
import { defineMethod, type Piece } from './definition.js';
import { wholeLines } from './shared.js';
import { termsMember } from './tables/members.js';

/** A key and how it is printed. */
interface Pair {
  readonly key: string;
  /** Line that the key begins in; orders pairs. */
  readonly at: Line;
  readonly value: readonly Piece[];
}

/** `key: value` in one line. */
const PAIR_IN_LINE = /^([^:]+):\s+(\S.*)$/u;

export const keyValue = defineMethod({
  id: 'keyValue',
  summary: 'Deprecated: the value next to the key that fits some words best',
  deprecated: 'label or row, or a query',
  anchor: 'required',
  countsOnce: true,
  options: () => ({
    terms: termsMember('Words in the key'),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a key'),
  }),
  async capture({ options, scope, anchor }) {
    const scorer = termScorer(options.terms, options.stopTerms);
    const lines = bestPage(scope.lines.slice(anchor.index), scorer);
    const page = lines[0] && scope.pages.get(lines[0].page);
    const pairs = [...(page ? await pairsInTables(page, lines) : []), ...pairsInRows(lines)];
    pairs.sort((a, b) => compareLines(a.at, b.at));
    let best: Pair | undefined;
    let most = 0;
    for (const pair of pairs) {
      const score = scorer.score(pair.key);
      if (score <= most || pair.value.length === 0) continue;
      most = score;
      best = pair;
    }
    return { pieces: best?.value ?? [], ...(!best && { reason: 'no key contains the terms' }) };
  },
  examples: [
    {
      title: 'the line beside the key',
      lines: [
        { text: 'Particulars', left: 1, top: 1 },
        { text: 'Rentable area (sq ft)', left: 1, top: 1.3 },
        { text: '12,400', left: 4, top: 1.3 },
        { text: 'Year built', left: 1, top: 1.6 },
        { text: '1987', left: 4, top: 1.6 },
      ],
      field: {
        anchor: 'particulars',
        type: 'number',
        method: { id: 'keyValue', terms: ['rentable area'] },
      },
      result: { source: '12,400', value: 12400, type: 'number' },
    },
    {
      title: 'key and value in one line',
      lines: [
        { text: 'Vessel', left: 1, top: 1 },
        { text: 'Port of registry: Leer', left: 1, top: 1.3 },
      ],
      field: { anchor: 'vessel', method: { id: 'keyValue', terms: ['registry'] } },
      result: { type: 'string', value: 'Leer' },
    },
  ],
});

/** The lines of the page whose text scores highest, the first of equal ones. */
function bestPage(lines: readonly Line[], scorer: TermScorer): readonly Line[] {
  const pages = new Map<number, Line[]>();
  for (const line of lines) {
    const known = pages.get(line.page);
    if (known) known.push(line);
    else pages.set(line.page, [line]);
  }
  let best: readonly Line[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const own of pages.values()) {
    const score = scorer.score(own.map(({ text }) => text).join(' '));
    if (score <= most) continue;
    most = score;
    best = own;
  }
  return best;
}

/** Rows of tables of two columns. */
async function pairsInTables(page: Page, lines: readonly Line[]): Promise<Pair[]> {
  const tables = await latticeTables(page, lines, { columnCount: 2 });
  return tables.flatMap(({ rows }) =>
    rows.flatMap(([key, value]) => {
      const at = key?.lines[0];
      return at && value ? [{ key: key.text, at, value: wholeLines(value.lines) }] : [];
    }),
  );
}

/** Colons, leaders and rules that are by themselves between a key and its value. */
const SEPARATOR = /^[.:|_·\s]+$/u;

/**
 * Lines of the form `key: value`, and other lines with what is next to their right. A row may hold several
 * pairs; values come up as keys of the next pair, too, which their words hardly ever fit.
 */
function pairsInRows(lines: readonly Line[]): Pair[] {
  return visualRows(lines.filter(({ text }) => !SEPARATOR.test(text))).flatMap((row) =>
    row.flatMap((line, index): Pair[] => {
      const within = pairIn(line);
      if (within) return [within];
      const next = row[index + 1];
      return next ? [{ key: line.text, at: line, value: wholeLines([next]) }] : [];
    }),
  );
}

function pairIn(line: Line): Pair | undefined {
  const match = PAIR_IN_LINE.exec(line.text);
  if (!match) return undefined;
  return { key: match[1]!, at: line, value: [{ text: match[2]!.trim(), line }] };
}
