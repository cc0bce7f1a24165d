/** What reading the rows of a list and of a table have in common: who is asked, what it cost, what went wrong. */

import type { PathStep } from '../../../errors.js';
import type { AskedCall, AskFailure } from '../../../llm/ask.js';
import type { LlmClient } from '../../../llm/client.js';
import type { Region } from '../../../page/document/model.js';
import { store } from '../../computed/output.js';
import type { FieldScope } from '../definition.js';
import { warnOfDoubts } from '../doubts.js';
import { selectionOfOne } from '../selection.js';
import { plainTrace, printedLine } from '../trace.js';
import { askerOf } from './asker.js';
import { giveNull, placeOfIds, type ReadyRequest } from './conditions.js';
import { type ContextProblem, chooseContext, type ModelContext } from './context.js';
import { withDuration } from './duration.js';
import { warningPlace, warnOfSubstitute } from './notices.js';
import type { FilledTable } from './rows.js';
import type { ModelSettings } from './settings.js';
import { tracedCalls, tracedCells, tracedChunks } from './trace.js';
import { readyWithin } from './within.js';

/** What is reported of a table that was read, beside its cells. */
interface ReadTable {
  readonly chosen: ModelContext['chosen'];
  readonly regions: readonly Region[];
  /** Why there may be no row although nothing failed. */
  readonly missing: string;
}

/** Asks for one field; failures and warnings are reported with its place. */
export class RowReader {
  readonly calls: AskedCall[] = [];
  readonly settings: ModelSettings;
  /** Its limits are those of the provider. */
  ready: ReadyRequest;
  readonly scope: FieldScope;
  readonly #path: readonly PathStep[];
  #problem: string | undefined;

  /** @param path where the field is in the config */
  constructor(settings: ModelSettings, ready: ReadyRequest, scope: FieldScope, path: readonly PathStep[]) {
    this.settings = settings;
    this.ready = readyWithin(ready, settings, { words: '' });
    this.scope = scope;
    this.#path = path;
    warnOfSubstitute(settings.provider, ready.open, scope, path, ready);
  }

  get client(): LlmClient {
    return this.ready.session.client;
  }

  /**
   * Chooses what the model is shown.
   * @param text all descriptions of the method
   * @param tableTitle what the title of a table is asked for by
   */
  choose(text: string, tableTitle?: string): Promise<ModelContext | ContextProblem> {
    this.ready = readyWithin(this.ready, this.settings, { words: text });
    const tools = {
      session: this.ready.session,
      askModel: askerOf(this.ready, this.settings, this.calls),
      warn: (code: string, message: string) => this.warn(code, message),
    };
    return chooseContext(this.scope, this.settings, { text, queries: [], tableTitle }, tools);
  }

  /** Keeps a table as the value of the field. */
  async keep(method: string, { value, lines, cells }: FilledTable, read: ReadTable): Promise<void> {
    const [id = ''] = this.ready.open;
    const timed = value && withDuration(value, this.calls, this.scope);
    store(this.scope, id, selectionOfOne(this.ready.match, timed, this.#problem !== undefined));
    if (value !== null)
      await warnOfDoubts(value, lines, this.scope, () => warningPlace([id], this.scope, this.#path));
    const reason = value === null ? (this.#problem ?? read.missing) : undefined;
    this.scope.run.trace?.(id, {
      ...plainTrace(this.#path, method, reason),
      lines: lines.map(printedLine),
      regions: read.regions,
      model: {
        chunks: tracedChunks(read.chosen),
        calls: tracedCalls(this.calls),
        cells: tracedCells(cells),
      },
    });
  }

  /** Leaves the field null, since there is nothing to read rows from. */
  giveUp(method: string, { code, message }: ContextProblem): void {
    const model = { chunks: [], calls: tracedCalls(this.calls) };
    const obstacle = { reason: message, issue: { type: 'llm', code }, model } as const;
    const { open, match } = this.ready;
    giveNull(open.slice(0, 1), method, obstacle, this.scope, this.#path, match);
  }

  /** Reports why rows are missing; only once for several requests that failed alike. */
  fail({ code, message }: AskFailure): void {
    if (message === this.#problem) return;
    this.#problem = message;
    const place = placeOfIds(this.ready.open, this.scope, this.#path);
    this.scope.run.error({ type: 'llm', code, message, ...place });
  }

  warn(code: string, message: string): void {
    this.scope.run.warn({ code, message, ...warningPlace(this.ready.open, this.scope, this.#path) });
  }
}
