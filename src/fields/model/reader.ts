/** What reading the rows of a list and of a table have in common: who is asked, what it cost, what went wrong. */
import type { PathStep } from '../../errors.js';
import type { AskedCall, AskFailure } from '../../llm/ask.js';
import type { LlmClient } from '../../llm/client.js';
import type { FieldScope } from '../definition.js';
import { askerOf, tellSubstitute, warningPlace } from './ask-queries.js';
import { placeOfIds, type ReadyRequest } from './conditions.js';
import { type ContextProblem, chooseContext, type ModelContext } from './context.js';
import type { ModelSettings } from './settings.js';

/** Asks for one field; failures and warnings are told with its place. */
export class RowReader {
  readonly calls: AskedCall[] = [];
  readonly settings: ModelSettings;
  readonly ready: ReadyRequest;
  readonly scope: FieldScope;
  readonly #path: readonly PathStep[];
  #problem: string | undefined;

  /** @param path where the field stands in the config */
  constructor(settings: ModelSettings, ready: ReadyRequest, scope: FieldScope, path: readonly PathStep[]) {
    this.settings = settings;
    this.ready = ready;
    this.scope = scope;
    this.#path = path;
    tellSubstitute(settings.provider, ready.open, scope, path, ready);
  }

  get client(): LlmClient {
    return this.ready.session.client;
  }

  /** Why rows are missing; undefined while nothing failed. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Chooses what the model is shown. @param text all descriptions of the method */
  choose(text: string): Promise<ModelContext | ContextProblem> {
    const tools = {
      session: this.ready.session,
      askModel: askerOf(this.ready, this.settings, this.calls),
      warn: (code: string, message: string) => this.warn(code, message),
    };
    return chooseContext(this.scope, this.settings, { text, queries: [] }, tools);
  }

  fail({ code, message }: AskFailure): void {
    this.#problem = message;
    const place = placeOfIds(this.ready.open, this.scope, this.#path);
    this.scope.run.error({ type: 'llm', code, message, ...place });
  }

  warn(code: string, message: string): void {
    this.scope.run.warn({ code, message, ...warningPlace(this.ready.open, this.scope, this.#path) });
  }
}
