/** The workers of an extractor: as many as calls run at the same time, but no more than were asked for. */

import { DocumentError } from '../../errors.js';
import { Slots } from '../../foundation/async/slots.js';
import { ExtractionWorker, type WorkerCall, type WorkerSetting } from './worker.js';

/**
 * Time that a worker has to start at least, in milliseconds; calls that may take longer give it theirs. It takes 300 on
 * an idle machine.
 */
const LEAST_START = 60_000;

export class WorkerPool {
  readonly #setting: WorkerSetting;
  readonly #slots: Slots;
  readonly #all = new Set<ExtractionWorker>();
  /** Those without a call; some may still be starting. */
  readonly #idle: ExtractionWorker[] = [];
  #isClosed = false;

  /** @param count workers that there may be */
  constructor(setting: WorkerSetting, count: number) {
    this.#setting = setting;
    this.#slots = new Slots(count);
  }

  /** Serves a call as soon as a worker is free. The time of the call runs from then. @throws as `ExtractionWorker.run` */
  run(call: WorkerCall): Promise<unknown> {
    const { signal, milliseconds } = call;
    return new Promise((resolve, reject) => {
      const served = this.#slots.run(
        async () => {
          const worker = this.#take();
          try {
            await worker.startedWithin(Math.max(LEAST_START, milliseconds), signal);
            await worker.run(call).then(resolve, reject);
            // A call that was given up may still keep it busy.
            await worker.free;
          } finally {
            this.#giveBack(worker);
          }
        },
        { signal },
      );
      served.catch(reject);
    });
  }

  /** Ends all workers, and waits until they are gone. Calls that run or wait fail as `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(all.map((worker) => worker.remove()));
  }

  #take(): ExtractionWorker {
    if (this.#isClosed) throw new DocumentError('closed', 'The extractor was closed.');
    for (;;) {
      const worker = this.#idle.pop() ?? this.#start();
      if (worker.isUsable) return worker;
      this.#all.delete(worker);
    }
  }

  #start(): ExtractionWorker {
    const worker = new ExtractionWorker(this.#setting);
    this.#all.add(worker);
    return worker;
  }

  #giveBack(worker: ExtractionWorker): void {
    if (this.#isClosed) return;
    if (worker.isUsable) {
      this.#idle.push(worker);
      return;
    }
    this.#all.delete(worker);
    worker.stop();
  }
}
