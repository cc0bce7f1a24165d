/** Runs the command line in this process, with streams that keep what is written. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../../src/tools/cli/program.js';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly stdin?: Uint8Array | string;
  /** Whether messages are shown on a terminal. */
  readonly isTTY?: boolean;
  /** Whether what is printed is, too. */
  readonly isShown?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder in which the command is started; default that of this process. */
  readonly folder?: string;
}

class Sink extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** Runs the command line; nothing of this process is touched. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const stdin = Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]);
  const stdout = new Sink(options.isShown ?? false);
  const stderr = new Sink(options.isTTY ?? false);
  // Workers are processes, which load all of the library from its sources.
  const isDirect = args[0] === 'extract' && !args.includes('--workers') && !args.includes('--help');
  const code = await run(isDirect ? [...args, '--workers', '0'] : args, {
    stdin,
    stdout,
    stderr,
    env: options.env ?? {},
    cwd: () => options.folder ?? process.cwd(),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** A command that goes on until it is ended. */
export interface RunningCli {
  readonly stdout: string;
  readonly stderr: string;
  /** Waits for a state of the output; rejects when the command ends before. */
  until(isReached: () => boolean): Promise<void>;
  /** Ends the command. @returns the exit code */
  end(): Promise<number>;
}

/** Starts the command line without waiting for its end. */
export function startCli(args: readonly string[]): RunningCli {
  const stdout = new Sink(false);
  const stderr = new Sink(false);
  const controller = new AbortController();
  let isOver = false;
  const code = run(args, {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env: {},
    cwd: () => process.cwd(),
    signal: controller.signal,
  }).finally(() => {
    isOver = true;
  });
  return {
    get stdout() {
      return stdout.text;
    },
    get stderr() {
      return stderr.text;
    },
    async until(isReached) {
      while (!isReached()) {
        if (isOver) throw new Error(`the command ended: ${stderr.text}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    end() {
      controller.abort();
      return code;
    },
  };
}

/** Path of a document of the fixtures. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/documents/${name}`, import.meta.url));
}

/** An empty folder of its own. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'anchorline-cli-'));
}

/** A new file in a folder. @returns its path */
export function write(folder: string, name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
