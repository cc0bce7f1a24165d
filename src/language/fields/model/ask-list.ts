/** Lists that a language model reads: which parts of the document, in how many requests, and the rows of all. */
import type { PathStep } from '../../../errors.js';
import { ask, isOverflow, isTooMuch } from '../../../llm/ask.js';
import { type Excerpt, excerptOf, merged, pageBoxes, withRows } from '../../../llm/excerpts.js';
import { type ListPromptInput, listPrompt, listSourcePrompt, rowsSchema } from '../../../llm/prompts/list.js';
import type { LlmMessage } from '../../../llm/provider.js';
import type { PrintedRow } from '../../../llm/render.js';
import { serialiseValues } from '../../../llm/serialise.js';
import { regionOf } from '../../methods/shared.js';
import type { FieldScope } from '../definition.js';
import { answerPlaces, prepareAnswers, promptHintOf } from './answers.js';
import type { ReadyRequest } from './conditions.js';
import { linesOf, listTier, type ModelContext } from './context.js';
import { RowReader } from './reader.js';
import { type AnsweredRows, filledTable, type ModelColumn } from './rows.js';
import { type ModelMembers, resolveSettings } from './settings.js';

/** A list that is asked for. */
export interface ListRequest {
  readonly description: string;
  readonly properties: readonly ModelColumn[];
  readonly members: ModelMembers;
}

/** Rows before a part of the document that are shown for their headings. */
const CARRIED_ROWS = 5;

/**
 * Asks for a list and keeps it: null where a model finds no row.
 * @param path where the field is in the config
 */
export async function askList(
  request: ListRequest,
  ready: ReadyRequest,
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<void> {
  const settings = resolveSettings(request.members, 'list', ready.session.defaults);
  await prepareAnswers(request.properties, scope);
  const reader = new ListReader(request, settings, ready, scope, path);
  const context = ready.sources ? undefined : await reader.chooseParts();
  if (context && 'code' in context) {
    reader.giveUp('list', context);
    return;
  }
  const batches = context
    ? await reader.readDocument(context)
    : await reader.readSources(ready.sources ?? []);
  await reader.keep('list', filledTable(batches, request.properties, scope), {
    chosen: context?.chosen ?? [],
    regions: batches.flatMap(({ regions }) => regions),
    missing: 'the model found no row',
  });
}

class ListReader extends RowReader {
  readonly #request: ListRequest;

  constructor(request: ListRequest, ...rest: ConstructorParameters<typeof RowReader>) {
    super(...rest);
    this.#request = request;
  }

  chooseParts() {
    const { description, properties } = this.#request;
    return this.choose([description, ...properties.map((property) => property.description)].join('\n'));
  }

  async readSources(ids: readonly string[]): Promise<readonly AnsweredRows[]> {
    const values = Object.fromEntries(ids.map((id) => [id, this.scope.output[id]]));
    const countTokens = (text: string) => this.client.countTokens(text);
    const { json, isCut } = serialiseValues(values, this.client.options.limits.sourceTokens, countTokens);
    if (isCut) {
      this.warn(
        'LLM_CONTEXT_TRUNCATED',
        'the values it reads are too long; their last elements are not shown',
      );
    }
    const rows = await this.#ask('list.source', listSourcePrompt(this.#promptInput(), json));
    return typeof rows === 'string' ? [] : [{ rows, places: answerPlaces([], [], this.scope), regions: [] }];
  }

  async readDocument(context: ModelContext): Promise<readonly AnsweredRows[]> {
    const batches = this.#batchesOf(context);
    const answered = await Promise.all(
      batches.map((excerpts, i) => this.#readBatch(context, excerpts, i + 1, batches.length, 0)),
    );
    return answered.flat();
  }

  /** Parts of the document in document order, as many in each batch as a request takes. */
  #batchesOf({ scope, chosen }: ModelContext): readonly (readonly Excerpt[])[] {
    const { pageHinting, singleCompletion, mode } = this.settings;
    const { limits } = this.client.options;
    const isSingle = singleCompletion && mode !== 'long';
    const most = isSingle ? limits.singleCompletionTokens : limits.listTokens;
    const units = overlapping(chosen)
      .map((chunk) => excerptOf(scope, chunk, { pageHinting }))
      .flatMap((excerpt) => this.#divided(excerpt, most));
    if (isSingle) return [this.#fitting(units, most)].filter(({ length }) => length > 0);
    const batches: Excerpt[][] = [];
    let tokens = 0;
    for (const unit of units) {
      const own = this.client.countTokens(unit.text);
      const batch = batches.at(-1);
      if (batch && tokens + own <= most) {
        batch.push(unit);
        tokens += own;
      } else {
        batches.push([unit]);
        tokens = own;
      }
    }
    return batches;
  }

  /** The first units that fit into one request. */
  #fitting(units: readonly Excerpt[], most: number): readonly Excerpt[] {
    let tokens = 0;
    const kept = units.filter(({ text }) => {
      tokens += this.client.countTokens(text);
      return tokens <= most;
    });
    if (kept.length < units.length) {
      this.warn(
        'LLM_CONTEXT_TRUNCATED',
        'the document is too long for a single request; its end is not shown',
      );
    }
    return kept;
  }

  /** A part that alone is too much, divided between rows. */
  #divided(excerpt: Excerpt, most: number): readonly Excerpt[] {
    const tokens = this.client.countTokens(excerpt.text);
    if (tokens <= most || excerpt.rows.length < 2) return [excerpt];
    const half = Math.ceil(excerpt.rows.length / 2);
    const middle = (excerpt.start + excerpt.end) / 2;
    const part = (rows: readonly PrintedRow[], start: number, end: number): Excerpt => ({
      ...withRows(excerpt, rows),
      start,
      end,
    });
    return [
      ...this.#divided(part(excerpt.rows.slice(0, half), excerpt.start, middle), most),
      ...this.#divided(part(excerpt.rows.slice(half), middle, excerpt.end), most),
    ];
  }

  /** The rows of a batch; where the answer or the request is too long, those of its halves. */
  async #readBatch(
    context: ModelContext,
    excerpts: readonly Excerpt[],
    part: number,
    parts: number,
    depth: number,
  ): Promise<readonly AnsweredRows[]> {
    const { scope } = context;
    const before = part > 1 ? rowsBefore(excerpts[0], context) : '';
    const prompt = listPrompt(this.#promptInput(), { excerpts, part, parts, before });
    const { splitDepth } = this.client.options.limits;
    const [first, second] = this.#halves(excerpts);
    const canSplit = second.length > 0 && depth < splitDepth;
    const rows = await this.#ask('list', prompt, canSplit);
    if (typeof rows === 'string') {
      // What is too long even by halves fails: a provider that finds all requests too long is not asked on and on.
      const next = rows === 'request too long' ? splitDepth : depth + 1;
      const halves = await Promise.all([
        this.#readBatch(context, first, part, Math.max(parts, 2), next),
        this.#readBatch(context, second, part + 1, Math.max(parts, 2), next),
      ]);
      return halves.flat();
    }
    const { lines, rows: printed } = linesOf(scope, excerpts);
    const regions = pageBoxes(scope, excerpts).map(({ page, box }) => regionOf(page, box));
    return [{ rows, places: answerPlaces(lines, printed, this.scope), regions }];
  }

  /** Both halves of a batch; those of its rows where it is a single part. The second is empty where nothing is left. */
  #halves(excerpts: readonly Excerpt[]): readonly [readonly Excerpt[], readonly Excerpt[]] {
    const [only, ...others] = excerpts;
    const parts =
      only && others.length === 0 ? this.#divided(only, this.client.countTokens(only.text) / 2) : excerpts;
    const half = Math.ceil(parts.length / 2);
    return [parts.slice(0, half), parts.slice(half)];
  }

  #promptInput(): ListPromptInput {
    const { promptIntroduction, contextDescription } = this.settings;
    const { description, properties } = this.#request;
    return {
      promptIntroduction,
      contextDescription,
      description,
      properties: properties.map((property) => ({
        description: property.description,
        hint: promptHintOf(property.type, this.scope),
      })),
    };
  }

  /** Rows of texts by column; a failure is reported and gives none. */
  async #ask(
    purpose: 'list' | 'list.source',
    messages: readonly LlmMessage[],
    canSplit = false,
  ): Promise<readonly (readonly (string | null)[])[] | 'answer too long' | 'request too long'> {
    const { properties } = this.#request;
    const asked = await ask(
      this.client,
      {
        purpose,
        tier: listTier(this.settings.mode),
        messages,
        schema: rowsSchema('p', properties.length),
        schemaName: 'rows',
        maxOutputTokens: this.client.options.limits.listAnswerTokens,
        canShrink: canSplit,
      },
      { provider: this.settings.provider, fieldIds: this.ready.open },
    );
    this.calls.push(...asked.calls);
    const isCut = isTooMuch(asked);
    if (isCut && canSplit) return isOverflow(asked) ? 'request too long' : 'answer too long';
    if ('failure' in asked) {
      this.fail(asked.failure);
      return [];
    }
    if (isCut) this.warn('LLM_LIST_TRUNCATED', 'the answer was too long; rows may be missing at its end');
    const { rows } = asked.value as { rows: Readonly<Record<string, string | null>>[] };
    return rows.map((row) => properties.map((_, i) => row[`p${i + 1}`] ?? null));
  }
}

/** Chunks in document order, those that overlap as one; chunks that only touch stay apart. */
function overlapping(chosen: ModelContext['chosen']) {
  const groups: (typeof chosen)[number][][] = [];
  for (const chunk of chosen.toSorted((a, b) => a.start - b.start)) {
    const group = groups.at(-1);
    const end = group && Math.max(...group.map((each) => each.end));
    if (group && end !== undefined && chunk.start < end - SLACK) group.push(chunk);
    else groups.push([chunk]);
  }
  return groups.flatMap(merged);
}

const SLACK = 1e-9;

/** The last rows before a part of the document, as far as the field sees them. */
function rowsBefore(first: Excerpt | undefined, { scope, chosen }: ModelContext): string {
  const top = first?.rows.find(({ lines }) => lines.length > 0)?.lines[0];
  if (!first || top === undefined) return '';
  const position = first.lines[top]!;
  const seen = new Set(chosen.flatMap(({ lines }) => lines));
  const lines = [...seen].filter((each) => each < position).sort((a, b) => a - b);
  const last = lines.slice(-CARRIED_ROWS * LINES_A_ROW);
  const excerpt = excerptOf(scope, { start: 0, end: 0, lines: last }, { pageHinting: false });
  return excerpt.rows
    .filter((row) => row.lines.length > 0)
    .slice(-CARRIED_ROWS)
    .map(({ text }) => text)
    .join('\n');
}

/** Lines that a row of a wide table has at most, so that enough of them are printed. */
const LINES_A_ROW = 20;
