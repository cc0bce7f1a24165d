/** Runs attacks in a process of their own, with bounds on its heap and time, and says how they end. */
import { type ChildProcess, fork } from 'node:child_process';
import { javaScript } from '../support/javascript.js';
import { processorTimeOf } from '../support/processor-time.js';
import type { Outcome, Road } from './attack.js';
import type { Order } from './program.js';

const PROGRAM = new URL('program.ts', import.meta.url);

/** Heap of a process that runs attacks, in MiB: that of a small container. */
const HEAP_MEGABYTES = 512;

/**
 * Time of the processor after which an attack counts as a hang, in milliseconds. Attacks are given 10 s; one that has
 * a piece of work to finish may take several times as long.
 */
const HANG_MS = 90_000;

/** Times as long by the clock, after which one that does nothing counts as a hang, too. */
const STANDSTILL = 5;

/** Between looks at what an attack has used, in milliseconds. */
const LOOK_EVERY = 1_000;

export interface HostileProcess {
  /** Runs an attack of a module; the next one runs in the same process, unless this one ended it. */
  run(module: URL, name: string, road?: Road): Promise<Outcome>;
  close(): void;
}

/** A process for attacks, started with the first one and again after one that ended it. */
export function hostileProcess(heapMegabytes = HEAP_MEGABYTES, hangMilliseconds = HANG_MS): HostileProcess {
  let child: ChildProcess | undefined;

  function start(program: URL): ChildProcess {
    const execArgv = ['--expose-gc', `--max-old-space-size=${heapMegabytes}`];
    const started = fork(program, [], { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  return {
    async run(module, name, road = 'process') {
      const of = await javaScript();
      child ??= start(of(PROGRAM));
      const order: Order = { module: of(module).href, name, road };
      const outcome = await ending(child, order, hangMilliseconds);
      if (outcome.kind === 'crash' || outcome.kind === 'hang') child = undefined;
      return outcome;
    },
    close() {
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

/** Room for the last words of a process, in characters. */
const LAST_WORDS = 4_000;

function ending(child: ChildProcess, order: Order, hangMilliseconds: number): Promise<Outcome> {
  const begun = performance.now();
  const milliseconds = () => performance.now() - begun;
  return new Promise((resolve) => {
    let words = '';
    const listen = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-LAST_WORDS);
    };
    const finish = (outcome: Outcome) => {
      clearInterval(timer);
      child.off('message', answered).off('exit', ended);
      child.stderr?.off('data', listen);
      resolve(outcome);
    };
    const answered = (message: unknown) => finish(message as Outcome);
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      finish({ kind: 'crash', code: String(signal ?? code), message: words, milliseconds: milliseconds() });
    const before = processorTimeOf(child.pid!);
    const timer = setInterval(() => {
      const now = processorTimeOf(child.pid!);
      const used = before === undefined || now === undefined ? milliseconds() : now - before;
      if (used < hangMilliseconds && milliseconds() < STANDSTILL * hangMilliseconds) return;
      child.off('exit', ended).kill('SIGKILL');
      finish({ kind: 'hang', milliseconds: milliseconds() });
    }, LOOK_EVERY);
    child.stderr?.on('data', listen);
    child.once('message', answered).once('exit', ended);
    child.send(order);
  });
}
