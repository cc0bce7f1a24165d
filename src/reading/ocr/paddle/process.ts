/** A process that reads pages, seen from the one that started it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { neededEnvironment } from '../../../foundation/platform/process-environment.js';
import { type Program, programBeside } from '../../../foundation/platform/program.js';
import type { GreyBitmap } from '../../../page/ink/grey.js';
import type { OcrResult } from '../engine.js';
import type { Helper } from '../pool.js';
import type { ModelOptions } from './models.js';

/** What the process is asked, first of all to load the models. */
export type Request = ModelOptions | { readonly image: GreyBitmap };

export type Answer = { readonly result: OcrResult } | { readonly error: string };

/** Who waits for an answer. */
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * From its release 1.29 the runtime of the networks reports each use to its maker over the network, and keeps files in
 * the home folder, unless these variables forbid it; their names differ between releases.
 */
const SILENT = { ORT_DISABLE_TELEMETRY: '1', ORT_TELEMETRY_DISABLED: '1' };

/**
 * A process, not a thread: onnxruntime-node ends the whole program when a thread that computes is ended (1.30), and
 * never gives back what it needed for its largest picture.
 */
export class PaddleProcess implements Helper {
  pages = 0;
  readonly #child: ChildProcess;
  #waiting: Waiting | undefined;
  #failure: Error | undefined;

  private constructor({ url, nodeOptions }: Program) {
    this.#child = fork(url, {
      serialization: 'advanced',
      execArgv: [...nodeOptions],
      env: { ...neededEnvironment(), ...SILENT },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => this.#settle(({ resolve }) => resolve(answer as Answer)));
    this.#child.on('error', (error) => this.#failed(error));
    this.#child.on('exit', (code, signal) => {
      this.#failed(new Error(`its process ended with ${signal ?? `exit code ${code}`}`));
    });
  }

  /**
   * Starts a process and loads the models there.
   * @param onProcess is given the process before it is ready, to end it if need be
   */
  static async start(
    models: ModelOptions,
    onProcess: (started: PaddleProcess) => void,
  ): Promise<PaddleProcess> {
    const program = programBeside(import.meta.url, 'child');
    const started = new PaddleProcess(program);
    onProcess(started);
    try {
      await started.#ask(models);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const advice = `check that ${fileURLToPath(program.url)} is there and that the host may start processes`;
      throw new Error(`${reason}; ${advice}`, { cause });
    }
    return started;
  }

  /** What is on a page. */
  recognise(image: GreyBitmap): Promise<OcrResult> {
    this.pages++;
    return this.#ask({ image });
  }

  /** Whether the process keeps this one from ending. */
  keepAlive(keeps: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (keeps) handle?.ref();
      else handle?.unref();
    }
  }

  async stop(): Promise<void> {
    this.#failed(new Error('its process was stopped'));
    this.#child.kill('SIGKILL');
  }

  async #ask(request: Request): Promise<OcrResult> {
    if (this.#failure) throw this.#failure;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.send(request, (error) => {
        if (error) this.#failed(error);
      });
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    const failure = this.#failure;
    this.#settle(({ reject }) => reject(failure));
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) how(waiting);
  }
}
