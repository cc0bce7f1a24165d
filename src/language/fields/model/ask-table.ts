/** Tables that a language model chooses and reads. */

import type { PathStep } from '../../../errors.js';
import { ask, isOverflow, isTooMuch } from '../../../llm/ask.js';
import type { ListPromptInput } from '../../../llm/prompts/list.js';
import { PICK_SCHEMA, pickPrompt } from '../../../llm/prompts/summaries.js';
import {
  columnsPrompt,
  columnsSchema,
  rewritePrompt,
  rewrittenSchema,
  type TablePromptInput,
} from '../../../llm/prompts/table.js';
import { wordScorer } from '../../../llm/scorers.js';
import { askedWords, titleBonus } from '../../../llm/table-titles.js';
import {
  rowTexts,
  type TableCaption,
  type TableRowCells,
  type WholeTable,
  wholeTables,
} from '../../../llm/tables.js';
import type { Line } from '../../../page/document/model.js';
import { regionOf } from '../../methods/shared.js';
import type { FieldScope } from '../definition.js';
import { answerPlaces, prepareAnswers, promptHintOf, shownAnswer } from './answers.js';
import { askList } from './ask-list.js';
import { askerOf } from './asker.js';
import type { ReadyRequest } from './conditions.js';
import { RowReader } from './reader.js';
import { type AnsweredRows, filledTable, type ModelColumn, type PlacedCell, placed } from './rows.js';
import { type ModelMembers, resolveSettings } from './settings.js';

/** A table that is asked for. */
export interface TableRequest {
  readonly columns: readonly ModelColumn[];
  readonly description: string | undefined;
  readonly members: ModelMembers;
}

/** Rows of a table that it is chosen by. */
const TELLING_ROWS = 3;
/** Tables that a model chooses among. */
const MOST_CHOICES = 10;
/** Rows at the top of a table that may be headings. */
const MOST_HEADINGS = 3;

/**
 * Finds a table, asks for its columns and keeps it: null where there is none.
 * @param path where the field is in the config
 */
export async function askTable(
  request: TableRequest,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const settings = resolveSettings(request.members, 'nlpTable', ready.session.defaults);
  await prepareAnswers(request.columns, scope);
  const reader = new TableReader(request, settings, ready, scope, path);
  const context = await reader.chooseParts();
  if ('code' in context) {
    reader.giveUp('nlpTable', context);
    return;
  }
  const pages = [
    ...new Set(context.chosen.flatMap(({ lines }) => lines.map((i) => context.scope.lines[i]!.page))),
  ];
  const tables = await reader.tablesOn(pages.sort((a, b) => a - b));
  if (tables.length === 0 && ready.session.client.options.nlpTableTextFallback) {
    const { columns, description = columns.map((column) => column.description).join('; ') } = request;
    await askList({ description, properties: columns, members: request.members }, ready, scope, path);
    return;
  }
  const table = await reader.best(tables);
  const batches = table ? await reader.read(table) : [];
  const filled = filledTable(batches, request.columns, scope, captionsOf(table, scope));
  await reader.keep('nlpTable', filled, {
    chosen: context.chosen,
    regions: table?.parts.map(({ page, bounds }) => regionOf(page, bounds)) ?? [],
    missing: tables.length === 0 ? 'no table was recognised' : 'no table fits',
  });
}

function captionsOf(table: WholeTable | undefined, scope: FieldScope) {
  const shown = (caption: TableCaption | undefined) =>
    caption && (shownAnswer({ type: 'string', value: caption.text }, caption.lines, [], scope) ?? undefined);
  const title = shown(table?.title);
  const footer = shown(table?.footer);
  return { ...(title && { title }), ...(footer && { footer }) };
}

class TableReader extends RowReader {
  readonly #request: TableRequest;

  constructor(request: TableRequest, ...rest: ConstructorParameters<typeof RowReader>) {
    super(...rest);
    this.#request = request;
  }

  get #searchText(): string {
    const { description, columns } = this.#request;
    return [
      ...(description === undefined ? [] : [description]),
      ...columns.map((column) => column.description),
    ].join('\n');
  }

  /** How a title is asked for: by the description of the whole table, where there is one. */
  get #titleText(): string {
    return this.#request.description ?? this.#searchText;
  }

  chooseParts() {
    return this.choose(this.#searchText, this.#titleText);
  }

  tablesOn(pages: readonly number[]): Promise<readonly WholeTable[]> {
    const { scope } = this.scope;
    const { tableTokens } = this.client.options.limits;
    return wholeTables(pages, {
      pages: scope.pages,
      linesOn: (page) => scope.linesOn(page),
      span: this.settings.pageSpan,
      annotate: this.settings.annotate,
      columnCount: this.#request.columns.length,
      isFull: (rows) => this.#tokens(rows) > tableTokens,
    });
  }

  #tokens(rows: readonly TableRowCells[]): number {
    return this.client.countTokens(rows.map((cells) => rowTexts(cells).join(' | ')).join('\n'));
  }

  /** The table that shares most words with what is asked for, its title above all; a model chooses where none shares any. */
  async best(tables: readonly WholeTable[]): Promise<WholeTable | undefined> {
    if (tables.length <= 1) return tables[0];
    const texts = tables.map(({ title, rows }) =>
      [title?.text ?? '', ...rows.slice(0, TELLING_ROWS).map((cells) => rowTexts(cells).join(' '))].join(' '),
    );
    const asked = askedWords(this.#titleText);
    const scores = wordScorer(texts)
      .score(this.#searchText)
      .map((score, i) => score * bonusOf(tables[i]!, asked));
    const most = Math.max(...scores);
    if (most > 0) return tables[scores.indexOf(most)];
    const picked = await askerOf(
      this.ready,
      this.settings,
      this.calls,
    )({
      purpose: 'table.pick',
      messages: pickPrompt([this.#searchText.replace(/\n/gu, '; ')], texts.slice(0, MOST_CHOICES), 1),
      schema: PICK_SCHEMA,
      maxOutputTokens: this.client.options.limits.choiceAnswerTokens,
    });
    if ('failure' in picked) {
      this.fail(picked.failure);
      return undefined;
    }
    const { parts } = picked.value as { parts: number[] };
    const [part] = parts;
    // A number beyond those that were shown is no choice.
    return part === undefined ? undefined : tables.slice(0, MOST_CHOICES)[part - 1];
  }

  read(table: WholeTable): Promise<readonly AnsweredRows[]> {
    return this.settings.rewriteTable ? this.#rewrite(table) : this.#match(table);
  }

  #promptInput(): TablePromptInput {
    const { promptIntroduction, contextDescription } = this.settings;
    const { description, columns } = this.#request;
    const asked: ListPromptInput['properties'] = columns.map((column) => ({
      description: column.description,
      hint: promptHintOf(column.type, this.scope),
    }));
    return { promptIntroduction, contextDescription, description, columns: asked };
  }

  /** The rows of a table as a model writes them again, in as many requests as it needs. */
  async #rewrite(table: WholeTable): Promise<readonly AnsweredRows[]> {
    const { tableTokens } = this.client.options.limits;
    const batches: { first: number; rows: TableRowCells[] }[] = [];
    let tokens = 0;
    for (const [i, cells] of table.rows.entries()) {
      const own = this.#tokens([cells]);
      const batch = batches.at(-1);
      if (batch && tokens + own <= tableTokens) {
        batch.rows.push(cells);
        tokens += own;
      } else {
        batches.push({ first: i + 1, rows: [cells] });
        tokens = own;
      }
    }
    const answered = await Promise.all(
      batches.map(({ first, rows }) => this.#rewriteRows(table, rows, first, 0)),
    );
    return answered.flat();
  }

  async #rewriteRows(
    table: WholeTable,
    rows: readonly TableRowCells[],
    firstRow: number,
    depth: number,
  ): Promise<readonly AnsweredRows[]> {
    const { columns } = this.#request;
    const { limits } = this.client.options;
    const canShrink = rows.length > 1 && depth < limits.splitDepth;
    const headings = firstRow > 1 ? table.rows.slice(0, 1).map(rowTexts) : [];
    const pages = table.parts.map(({ page }) => page + 1);
    const asked = await ask(
      this.client,
      {
        purpose: 'table.rewrite',
        tier: 'thorough',
        messages: rewritePrompt(
          this.#promptInput(),
          { title: table.title?.text, rows: rows.map(rowTexts), firstRow, headings },
          this.settings.pageHinting ? `pages ${Math.min(...pages)} to ${Math.max(...pages)}` : undefined,
        ),
        schema: rewrittenSchema(columns.length),
        schemaName: 'rows',
        maxOutputTokens: limits.listAnswerTokens,
        canShrink,
      },
      { provider: this.settings.provider, fieldIds: this.ready.open },
    );
    this.calls.push(...asked.calls);
    if (canShrink && isTooMuch(asked)) {
      const half = Math.ceil(rows.length / 2);
      // What is too long even by halves fails: a provider that finds all requests too long is not asked on and on.
      const next = isOverflow(asked) ? limits.splitDepth : depth + 1;
      const halves = await Promise.all([
        this.#rewriteRows(table, rows.slice(0, half), firstRow, next),
        this.#rewriteRows(table, rows.slice(half), firstRow + half, next),
      ]);
      return halves.flat();
    }
    if ('failure' in asked) {
      this.fail(asked.failure);
      return [];
    }
    if (isTooMuch(asked))
      this.warn('LLM_LIST_TRUNCATED', 'the answer was too long; rows may be missing at its end');
    const { rows: written } = asked.value as {
      rows: (Readonly<Record<string, string | null>> & { readonly from: readonly number[] })[];
    };
    const regions = table.parts.map(({ page, bounds }) => regionOf(page, bounds));
    const lines = linesOfTable(table.rows);
    const places = answerPlaces(
      lines,
      table.rows.map((cells) => positionsIn(cells, lines)),
      this.scope,
    );
    const texts = written.map((row) => columns.map((_, i) => row[`c${i + 1}`] ?? null));
    const found = texts.map((row, r) => {
      const own = written[r]!.from.flatMap((number) => linesOfRow(table.rows[number - 1]));
      return row.map((text) => (text === null ? undefined : placedIn(text, own, this.scope)));
    });
    return [{ rows: texts, places, regions, known: found }];
  }

  /** The rows of a table as they are printed, in the columns that a model takes for the wanted ones. */
  async #match(table: WholeTable): Promise<readonly AnsweredRows[]> {
    const { columns } = this.#request;
    const asked = await ask(
      this.client,
      {
        purpose: 'table.columns',
        tier: 'thorough',
        messages: columnsPrompt(
          { ...this.#promptInput(), promptIntroduction: undefined },
          { title: table.title?.text, rows: table.rows.map(rowTexts) },
        ),
        schema: columnsSchema(columns.length),
        schemaName: 'columns',
        maxOutputTokens: this.client.options.limits.choiceAnswerTokens,
      },
      { provider: this.settings.provider, fieldIds: this.ready.open },
    );
    this.calls.push(...asked.calls);
    if ('failure' in asked) {
      this.fail(asked.failure);
      return [];
    }
    const { headerRows, columns: matched } = asked.value as {
      headerRows: number;
      columns: { id: string; source: number | null }[];
    };
    const width = Math.max(0, ...table.rows.map(({ length }) => length));
    const sources = columns.map((_, i) => {
      const source = matched.find(({ id }) => id === `c${i + 1}`)?.source ?? null;
      return source !== null && source >= 1 && source <= width ? source - 1 : undefined;
    });
    if (sources.every((source) => source === undefined)) return [];
    const body = table.rows.slice(Math.min(Math.max(headerRows, 0), MOST_HEADINGS));
    const cell = (cells: TableRowCells, source: number | undefined) =>
      source === undefined ? undefined : cells[source];
    return [
      {
        rows: body.map((cells) => sources.map((source) => cell(cells, source)?.text ?? null)),
        known: body.map((cells) => sources.map((source) => ownPlace(cell(cells, source)))),
        places: answerPlaces([], [], this.scope),
        regions: table.parts.map(({ page, bounds }) => regionOf(page, bounds)),
      },
    ];
  }
}

/** A title may be above the table, or be recognised as one of its first rows. */
function bonusOf({ title, rows }: WholeTable, asked: ReadonlySet<string>): number {
  const texts = rows.map(rowTexts);
  const own = texts.slice(0, MOST_HEADINGS).map((cells) => cells.join(' '));
  return titleBonus([title?.text ?? '', ...own], texts, asked);
}

function linesOfRow(cells: TableRowCells | undefined): readonly Line[] {
  return cells?.flatMap((cell) => cell?.lines ?? []) ?? [];
}

function linesOfTable(rows: readonly TableRowCells[]): readonly Line[] {
  return [...new Set(rows.flatMap(linesOfRow))];
}

function positionsIn(cells: TableRowCells, lines: readonly Line[]): readonly number[] {
  const own = new Set(linesOfRow(cells));
  return lines.flatMap((line, i) => (own.has(line) ? [i] : []));
}

/** Where in the lines of a row one of its cells is; undefined when it is not there. */
function placedIn(text: string, lines: readonly Line[], scope: FieldScope): PlacedCell | undefined {
  const found = answerPlaces(lines, [[...lines.keys()]], scope).shown.locate(text);
  return (
    found &&
    placed(
      found,
      found.lines.map((i) => lines[i]!),
    )
  );
}

/** The place of a cell that is the document's own. */
function ownPlace(cell: TableRowCells[number]): PlacedCell | undefined {
  const lines = cell?.lines ?? [];
  return lines.length === 0 ? undefined : { lines, grounding: { stage: 'own', score: 1 } };
}
