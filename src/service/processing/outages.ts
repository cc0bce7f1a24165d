/** Outages of what the service depends on: store, blobs, models. During one, attempts do not count and work waits. */
// See docs/language/09-service.md#964-errors-permanent-transient

import { MEBIBYTE, MINUTE_MS, SECOND_MS } from '../../limits.js';
import { isRetryable } from '../../llm/client.js';
import type { LlmOptions } from '../../llm/options.js';
import type { LlmProvider } from '../../llm/provider.js';
import { isDoneWithin } from '../clock.js';
import { callHook, type ServiceContext } from '../context.js';
import { StoreError } from '../store-error.js';

/** What may be away. `room`: blobs can be read, but there is no place for more. */
type Foundation = 'store' | 'blobs' | 'room' | 'models';

const MESSAGES: Readonly<Record<Foundation, string>> = {
  store: 'There is no answer from the store.',
  blobs: 'There is no answer from the blobs.',
  room: 'No blob can be written.',
  models: 'There is no answer from the language models.',
};

/** Something that cannot be reached, as it seems: see `Outages.confirms`. */
export class Outage extends Error {
  override readonly name = 'Outage';
  readonly of: Foundation;

  constructor(of: Foundation, options?: ErrorOptions) {
    super(MESSAGES[of], options);
    this.of = of;
  }
}

/** Reads blobs, or writes them, which needs `room`. @throws StoreError of blobs in a database that is away; else Outage */
export async function withBlobs<Result>(
  work: () => Promise<Result>,
  of: 'blobs' | 'room' = 'blobs',
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Blobs in a database say themselves that it is away.
    throw isStoreAway(error) ? error : new Outage(of, { cause: error });
  }
}

/** The first wait before somebody looks again, and the longest, in milliseconds; each is twice the one before. */
const FIRST_LOOK_MS = SECOND_MS;
const LAST_LOOK_MS = 30 * SECOND_MS;
/** The same for models, where looking is another attempt, which may read pages by OCR before it comes to a model. */
const FIRST_MODEL_LOOK_MS = 10 * SECOND_MS;
const LAST_MODEL_LOOK_MS = 10 * MINUTE_MS;
/** How long store and blobs have to answer, in milliseconds. */
const ANSWER_MS = 10 * SECOND_MS;
/** A blob that nobody has: the storage only has to say so. */
const NO_BLOB = 'anchorline/outage/none';
/** Where a blob is written to see whether there is room. */
const ROOM = 'anchorline/outage';
/** How much is written there, and deleted again: as much as a document of some pages. */
const ROOM_BYTES = MEBIBYTE;

interface Wait {
  readonly milliseconds: number;
  /** When somebody looks again, by the clock of the service. */
  readonly until: number;
}

/** What a process knows of outages. */
export class Outages {
  readonly #context: ServiceContext;
  #since: number | undefined;
  /** Whether the outage is over only when blobs can be written. */
  #needsRoom = false;
  #wait: Wait = { milliseconds: 0, until: 0 };
  /** Types of documents whose configs asked models in vain, by id. */
  readonly #models = new Map<string, Wait>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Whether store or blobs are away. */
  get isOn(): boolean {
    return this.#since !== undefined;
  }

  /** Milliseconds until it makes sense to look again. */
  get left(): number {
    return Math.max(0, this.#wait.until - this.#context.clock.now());
  }

  /** Whether an error is due to an outage. Where blobs failed they are asked: a single broken one is no outage. */
  async confirms(error: unknown): Promise<boolean> {
    if (isStoreAway(error)) this.#begin('store', error);
    else if (!(error instanceof Outage)) return false;
    else if (error.of !== 'models') {
      const needsRoom = error.of === 'room';
      if (await this.#answers(needsRoom)) return false;
      this.#begin(error.of, error);
      this.#needsRoom ||= needsRoom;
    }
    return true;
  }

  /** Looks again, when it is time, whether the outage is over. */
  async look(): Promise<void> {
    if (!this.isOn || this.left > 0) return;
    const { clock, log } = this.#context;
    if (!(await this.#answers(this.#needsRoom))) {
      this.#wait = longer(this.#wait, clock.now(), LAST_LOOK_MS);
      return;
    }
    log.log('warn', 'the outage is over', { durationMs: clock.now() - this.#since! });
    this.#since = undefined;
    this.#needsRoom = false;
  }

  /** Models were asked in vain for documents of these types. @returns milliseconds until they are asked again */
  modelsAway(typeIds: readonly string[]): number {
    const now = this.#context.clock.now();
    const waits = typeIds.map((id) => {
      const before = this.#models.get(id);
      if (before && before.until > now) return before;
      const wait = before
        ? longer(before, now, LAST_MODEL_LOOK_MS)
        : { milliseconds: FIRST_MODEL_LOOK_MS, until: now + FIRST_MODEL_LOOK_MS };
      this.#models.set(id, wait);
      return wait;
    });
    return Math.max(0, ...waits.map(({ until }) => until - now));
  }

  /** Milliseconds that documents of these types wait for models; 0 when one may look. */
  waitForModels(typeIds: readonly string[]): number {
    const now = this.#context.clock.now();
    return Math.max(0, ...typeIds.map((id) => (this.#models.get(id)?.until ?? 0) - now));
  }

  /** Documents of these types have gone through. */
  modelsAnswered(typeIds: readonly string[]): void {
    for (const id of typeIds) this.#models.delete(id);
  }

  #begin(of: Foundation, error: unknown): void {
    if (this.isOn) return;
    const { clock, log } = this.#context;
    this.#since = clock.now();
    this.#wait = { milliseconds: FIRST_LOOK_MS, until: clock.now() + FIRST_LOOK_MS };
    log.log('warn', 'an outage has begun: no document is taken up while it lasts', { of });
    this.#context.telemetry.measure('outages', 1, { of });
    callHook(this.#context, error, 'outage');
  }

  /** Whether store and blobs answer, and blobs can be written where that is asked. */
  async #answers(needsRoom: boolean): Promise<boolean> {
    const { store, blobs, clock } = this.#context;
    const answer = Promise.all([store.checkWritable(), needsRoom ? this.#room() : blobs.size(NO_BLOB)]);
    return isDoneWithin(clock, ANSWER_MS, answer).catch(() => false);
  }

  /** @throws whatever the blobs throw where there is none */
  async #room(): Promise<void> {
    const { blobs, newId } = this.#context;
    const key = `${ROOM}/${newId()}`;
    await blobs.put(key, new Uint8Array(ROOM_BYTES), {});
    await blobs.delete(key);
  }
}

function longer({ milliseconds }: Wait, now: number, longest: number): Wait {
  const next = Math.min(2 * milliseconds, longest);
  return { milliseconds: next, until: now + next };
}

/** Whether an error says that the store cannot be reached. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unavailable';
}

/** Models as one attempt asks them. */
interface WatchedModels {
  readonly llm: LlmOptions | undefined;
  /** Whether the attempt asked in vain, and nobody else in this process had an answer meanwhile. */
  areAway(): boolean;
}

/** How calls of models go in this process, to distinguish an outage from a question that one model cannot answer. */
export class ModelCalls {
  #answered = 0;

  /** Watches the calls of an attempt. */
  watched(llm: LlmOptions | undefined): WatchedModels {
    const before = this.#answered;
    let failed = 0;
    const counted = async <Answer>({ signal }: { signal: AbortSignal }, call: () => Promise<Answer>) => {
      try {
        const answer = await call();
        this.#answered += 1;
        return answer;
      } catch (error) {
        // What a provider refuses for good is an answer, too; a call whose time is over had none.
        if (isRetryable(error) || signal.aborted) failed += 1;
        else this.#answered += 1;
        throw error;
      }
    };
    const known = new Map<LlmProvider, LlmProvider>();
    const watched = (provider: LlmProvider) => {
      const made = known.get(provider) ?? counting(provider, counted);
      known.set(provider, made);
      return made;
    };
    return {
      llm: llm && withProviders(llm, watched),
      areAway: () => failed > 0 && this.#answered === before,
    };
  }
}

type Counted = <Answer>(
  request: { readonly signal: AbortSignal },
  call: () => Promise<Answer>,
) => Promise<Answer>;

function withProviders(llm: LlmOptions, watched: (provider: LlmProvider) => LlmProvider): LlmOptions {
  const providers = Object.entries(llm.providers).map(([id, provider]) => [id, watched(provider)] as const);
  return {
    ...llm,
    providers: Object.fromEntries(providers),
    ...(llm.embedder && { embedder: watched(llm.embedder) }),
  };
}

function counting(provider: LlmProvider, counted: Counted): LlmProvider {
  const { id, capabilities } = provider;
  return {
    id,
    ...(capabilities && { capabilities }),
    complete: (request) => counted(request, () => provider.complete(request)),
    ...(provider.embed && { embed: (request) => counted(request, () => provider.embed!(request)) }),
    ...(provider.countTokens && { countTokens: (text) => provider.countTokens!(text) }),
  };
}
