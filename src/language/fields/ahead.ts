/** Fields that are worked out before their turn, next to each other: those that wait for language models. */
// See docs/language/06-sections-and-field-kinds.md#73-order
// See docs/language/08-language-models.md#810-how-calls-are-made

import type { PathStep } from '../../errors.js';
import { LlmCallFailure } from '../../errors.js';
import { orderedEntries } from '../../foundation/objects/members.js';
import { placedGuard } from '../../foundation/text/pattern-guard.js';
import type { LlmClient } from '../../llm/client.js';
import { withGuard } from '../anchors/scope.js';
import { holds, store, type Values } from '../computed/output.js';
import { definedIds } from './defined-ids.js';
import type { FieldScope } from './definition.js';
import type { ExtractionRun } from './runner.js';

/** A field that was started: what it did is kept until its turn. */
interface Started {
  /** Fulfilled when the field has made its first call, or has ended without any. */
  readonly called: Promise<void>;
  /** Never rejects. What the field threw, if anything. */
  readonly ended: Promise<{ readonly error?: unknown }>;
  /** Puts what the field did into its scope. */
  commit(): void;
}

/**
 * The fields of an array that may start before their turn. All they do takes effect at their turn, so that results
 * are those of one after the other: values, errors, warnings and traces in the order of the fields, and what a
 * request that several fields share has cost at the first of them. Where the host has set a budget nothing starts
 * early, because who is answered would depend on who is faster.
 */
export class FieldsAhead {
  readonly #fields: readonly object[];
  readonly #scope: FieldScope;
  readonly #path: readonly PathStep[];
  readonly #client: LlmClient | undefined;
  readonly #started = new Map<number, Started>();
  #isStopped = false;

  /** @param path of the array */
  constructor(fields: readonly object[], scope: FieldScope, path: readonly PathStep[]) {
    this.#fields = fields;
    this.#scope = scope;
    this.#path = path;
    const client = scope.run.models?.client;
    const hasBudget = Object.values(client?.options.budget ?? {}).some((most) => most !== undefined);
    this.#client = hasBudget ? undefined : client;
  }

  /** Whether a field is one of those. */
  has(position: number): boolean {
    return this.#client !== undefined && this.#isIndependent(position);
  }

  /**
   * Gives a field its turn, and starts others that follow it.
   * @param position of a field that is one of those
   * @throws what the field throws
   */
  async run(position: number): Promise<void> {
    await this.#startFrom(position);
    const started = this.#started.get(position)!;
    this.#started.delete(position);
    const { error } = await started.ended;
    started.commit();
    if (error !== undefined) throw error;
  }

  /** Makes no more calls for fields whose turn will not come. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Starts a field and those after it that may, as many as there may be calls at a time. */
  async #startFrom(position: number): Promise<void> {
    const most = this.#client?.options.concurrency ?? 1;
    const before = new Set<string>();
    let namesAnchors = false;
    for (let next = position; next < this.#fields.length && this.#started.size < most; next++) {
      const field = this.#fields[next]!;
      const { language } = this.#scope.run;
      const ids = definedIds([field], language);
      // What gives values to ids that are known only in a run may give them to all that follow.
      if (!ids) return;
      const follows = ids.some((id) => before.has(id)) || (namesAnchors && 'anchor' in field);
      if (!follows && this.#isIndependent(next) && !this.#started.has(next)) {
        const started = this.#start(next);
        this.#started.set(next, started);
        // Calls are made in the order of the fields, however long each takes to find out what to ask.
        await started.called;
      }
      for (const id of ids) before.add(id);
      namesAnchors ||= language.fieldKind(field).definesAnchor ?? false;
    }
  }

  #isIndependent(position: number): boolean {
    const field = this.#fields[position]!;
    return this.#scope.run.language.fieldKind(field).isIndependent?.(field) ?? false;
  }

  #start(position: number): Started {
    const field = this.#fields[position]!;
    const effects: (() => void)[] = [];
    let called: () => void = () => undefined;
    const firstCall = new Promise<void>((resolve) => {
      called = resolve;
    });
    const run = this.#runOf(effects, called);
    const scope: FieldScope = {
      ...this.#scope,
      ...copied(this.#scope),
      run,
      scope: withGuard(
        this.#scope.scope,
        placedGuard(run, () => ({})),
      ),
    };
    const kind = run.language.fieldKind(field);
    const work = async () => {
      try {
        await kind.execute(field, scope, [...this.#path, position]);
        return {};
      } catch (error) {
        return { error };
      } finally {
        called();
      }
    };
    return {
      called: firstCall,
      ended: work(),
      commit: () => {
        const own = new Set(definedIds([field], run.language));
        for (const values of [scope.output, scope.hidden.values]) {
          for (const [id, value] of orderedEntries(values)) {
            if (own.has(id) && !holds(this.#scope, id)) store(this.#scope, id, value);
          }
        }
        for (const effect of effects) effect();
      },
    };
  }

  /** The run as a started field sees it: what it reports is kept, and its first call is noticed. */
  #runOf(effects: (() => void)[], called: () => void): ExtractionRun {
    const { run } = this.#scope;
    const { models } = run;
    return {
      ...laterTold(run, effects),
      models: models && { ...models, client: this.#clientOf(models.client, called) },
    };
  }

  #clientOf(client: LlmClient, called: () => void): LlmClient {
    const made = <Result>(call: () => Promise<Result>): Promise<Result> => {
      if (this.#isStopped) {
        return Promise.reject(new LlmCallFailure('LLM_CALL_FAILED', 'the extraction has failed already'));
      }
      const answer = call();
      called();
      return answer;
    };
    return {
      options: client.options,
      call: (prompt, target) => made(() => client.call(prompt, target)),
      embed: (texts, kind) => made(() => client.embed(texts, kind)),
      providerFor: (id) => client.providerFor(id),
      countTokens: (text) => client.countTokens(text),
      usage: () => client.usage(),
    };
  }
}

/** The values of a scope as they are now, for a field to add its own. */
function copied({ output, hidden }: Values): Values {
  return {
    output: { ...output },
    hidden: { values: { ...hidden.values }, ids: new Set(hidden.ids) },
  };
}

/** The run, with its reports kept for later. @param effects grows by the calls that will make them */
function laterTold(run: ExtractionRun, effects: (() => void)[]): ExtractionRun {
  const { trace } = run;
  return {
    ...run,
    error: (issue) => effects.push(() => run.error(issue)),
    warn: (warning) => effects.push(() => run.warn(warning)),
    ...(trace && { trace: (id, entry) => effects.push(() => trace(id, entry)) }),
  };
}
