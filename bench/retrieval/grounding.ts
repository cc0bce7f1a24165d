/** Whether answers are found where they are printed, and made-up ones nowhere; and how long the rows of a list take. */

import { answersByField, scripted } from '../../src/llm/scripted.js';
import type { Line } from '../../src/page/document/model.js';
import { randomFrom } from '../../src/run/workers/seeded-random.js';
import { medianTime } from '../measure.js';
import { table } from '../table.js';
import { invent } from './invent.js';
import type { Question, Subject } from './labels.js';
import type { Report } from './retrieval.js';

type Library = typeof import('../../src/index.js');

/** Names are made up more often than numbers, since few answers are names. */
const ROUNDS = 5;
/** Makes the made-up values the same in every run. */
const SEED = 9;
/** Lines that a value may be found on besides the one that prints it. */
const MOST_LINES = 3;
/** Tokens up to which a document is shown whole; excerpts where it is 0. */
const SHOWN = [
  { name: 'whole document', wholeDocumentTokens: 1_000_000 },
  { name: 'excerpts', wholeDocumentTokens: 0 },
];

/** Where the answer to a question was found; no lines where it was marked as not found. */
interface Placed {
  readonly question: Question;
  readonly lines: readonly Pick<Line, 'text' | 'page' | 'boundingPolygon'>[];
  readonly stage: string | undefined;
}

/** A table of the shares of right answers on the right line, and of made-up ones that are marked. */
export async function groundingTable(
  subjects: readonly Subject[],
  library: Library,
  report: Report,
): Promise<string> {
  const rows: string[][] = [];
  for (const { name, wholeDocumentTokens } of SHOWN) {
    const right: boolean[] = [];
    const marked = { digit: [] as boolean[], name: [] as boolean[] };
    for (const subject of subjects) {
      const { questions } = subject;
      const answers = questions.map(({ answer }) => answer);
      for (const placed of await place(subject, answers, library, wholeDocumentTokens)) {
        const isRight = isOnItsLine(placed);
        right.push(isRight);
        if (!isRight) report(`${name}: ${told(placed.question.answer, placed)}`);
      }
      const random = randomFrom(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        const inventions = questions.map(({ answer }) => {
          const invention = invent(answer, random, (value) => isPrinted(value, subject));
          return round === 0 || invention?.changed === 'name' ? invention : undefined;
        });
        const made = inventions.map((invention) => invention?.value ?? null);
        for (const [i, placed] of (await place(subject, made, library, wholeDocumentTokens)).entries()) {
          const invention = inventions[i];
          if (!invention) continue;
          marked[invention.changed].push(placed.lines.length === 0);
          if (placed.lines.length > 0) report(`${name}: ${told(invention.value, placed)}`);
        }
      }
    }
    rows.push([
      name,
      share(right),
      share([...marked.digit, ...marked.name]),
      share(marked.digit),
      share(marked.name),
    ]);
  }
  return table(['grounding', 'right line', 'made up: marked', 'digits', 'names'], rows);
}

function told(value: string, { question, lines, stage }: Placed): string {
  const found = lines.map(({ page, text }) => `page ${page}: ${text}`).join(' / ') || 'nowhere';
  return `${JSON.stringify(value)} for "${question.question}" found ${stage ?? ''} on ${found}`;
}

function share(values: readonly boolean[]): string {
  const yes = values.filter(Boolean).length;
  return values.length === 0 ? '' : `${(yes / values.length).toFixed(3)} of ${values.length}`;
}

function isOnItsLine({ question, lines }: Placed): boolean {
  if (lines.length === 0 || lines.length > MOST_LINES) return false;
  return lines.some(({ page, boundingPolygon: [corner] }) =>
    question.lines.some((line) => {
      const [own] = line.boundingPolygon;
      return line.page === page && own?.x === corner?.x && own?.y === corner?.y;
    }),
  );
}

/** Whether a value appears by itself anywhere in a document, so that it was not invented. */
function isPrinted(value: string, { document }: Subject): boolean {
  const bare = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}.,]+/gu, ' ')} `;
  const wanted = bare(value).replace(/[.,]/gu, '').trim();
  return document.pages.some(({ lines }) =>
    lines.some(({ text }) =>
      ` ${bare(text)
        .replace(/[.,](?=\s|$)/gu, ' ')
        .replace(/[.,]/gu, '')} `.includes(` ${wanted} `),
    ),
  );
}

/** Runs a config that asks the questions of a document, with a model that gives these answers. */
async function place(
  { document, questions }: Subject,
  answers: readonly (string | null)[],
  { extract }: Library,
  wholeDocumentTokens: number,
): Promise<readonly Placed[]> {
  const fields = questions.map(({ question }, i) => ({
    id: `q${i}`,
    method: { id: 'query', description: question },
  }));
  const provider = scripted(
    answersByField(Object.fromEntries(answers.map((answer, i) => [`q${i}`, answer]))),
  );
  const { parsed_document: values, trace } = await extract(
    document,
    JSON.stringify({ verbosity: 1, fields }),
    undefined,
    {
      trace: true,
      llm: { providers: { scripted: provider }, wholeDocumentTokens },
    },
  );
  return questions.map((question, i) => {
    const value = values[`q${i}`] as { readonly lines?: Placed['lines'] } | null | undefined;
    const stage = trace?.[`q${i}`]?.[0]?.model?.grounding?.stage;
    return { question, lines: value?.lines ?? [], stage };
  });
}

/** Rows of the list that is timed, and runs of which the median counts. */
const ROWS = 500;
const RUNS = 5;
const ROWS_A_PAGE = 40;
/** Inches from row to row, and from column to column. */
const ROW_STEP = 0.25;
const COLUMN_STEP = 1.8;

/** The cells of a row as they are printed. */
function printedRow(i: number): readonly string[] {
  const day = String(1 + (i % 28)).padStart(2, '0');
  return [
    `Boat number ${1000 + i}`,
    `berth ${5000 + i} west`,
    `03/${day}/2024`,
    `$${(1200 + (i % 90)).toLocaleString('en')}.00`,
  ];
}

/** What a model could make of a printed cell. */
const ANSWERS: readonly (readonly [string, (cell: string, i: number) => string])[] = [
  ['as printed', (cell) => cell],
  [
    'amounts and dates in another form',
    (cell) => cell.replace(/^\$|,/gu, '').replace(/^(\d\d)\/(\d\d)\/(\d{4})$/u, '$3-$1-$2'),
  ],
  ['with slips', (cell) => cell.replace('number', 'nunber').replace('west', 'wesst')],
  ['made up', (cell, i) => cell.replace(/\d+/u, String(700_000 + i))],
];

/** How long an extraction of a list of many rows takes, the search for all of its cells included. */
export async function rowsTable({ documentFromLines, extract }: Library): Promise<string> {
  const printed = Array.from({ length: ROWS }, (_, i) => printedRow(i));
  const document = documentFromLines(
    printed.flatMap((cells, i) =>
      cells.map((text, column) => ({
        text,
        page: Math.floor(i / ROWS_A_PAGE),
        left: 0.5 + column * COLUMN_STEP,
        top: 0.5 + (i % ROWS_A_PAGE) * ROW_STEP,
      })),
    ),
  );
  const columns = ['boat', 'berth', 'date', 'fee'];
  const method = {
    id: 'list',
    description: 'boats and their berths',
    singleLLMCompletion: true,
    properties: columns.map((id) => ({ id, description: id })),
  };
  const config = JSON.stringify({ fields: [{ id: 'boats', type: 'table', method }] });
  const rows: string[][] = [];
  for (const [name, change] of ANSWERS) {
    const answer = printed.map((cells, i) => cells.map((cell) => change(cell, i)));
    const run = () => {
      const providers = { scripted: scripted(answersByField({ boats: answer })) };
      return extract(document, config, undefined, { trace: true, llm: { providers } });
    };
    const { trace } = await run();
    const { total = 0, located = 0 } = trace?.['boats']?.[0]?.model?.cells ?? {};
    const milliseconds = await medianTime(RUNS, run);
    rows.push([name, `${ROWS}`, `${total}`, `${located}`, milliseconds.toFixed(0)]);
  }
  return table(['a list', 'rows', 'cells', 'found', 'ms'], rows);
}
