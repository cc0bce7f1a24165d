/** `anchorline extract <folder>`: runs a config over every document in a folder, one line of JSON for each. */

import { once } from 'node:events';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { isConfigName, skippedLine } from './configs.js';
import { blame, failureLine, InputFailure } from './failure.js';
import { folderProgress, outcomeLines } from './folder-progress.js';
import { describeIo, outputFailure } from './input.js';
import { counted, printable, printableJson, type Streams, writeLines } from './streams.js';

/** Whether an input is a folder of documents. */
export async function isFolder(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isDirectory() ?? false;
}

/** What is to be done with a folder. */
interface FolderRequest {
  readonly folder: string;
  /** File that the lines are added to; standard output without it. */
  readonly output: string | undefined;
  /** Digest of all but the documents that decides what they give: a run goes on only with lines of its own. */
  readonly run: string;
  /** Files that are no documents, wherever they are: configs and extra data. */
  readonly others: readonly string[];
  /** Takes what each document gives instead of the output, where it is not written line by line. */
  readonly collect?: ((line: FolderLine) => void) | undefined;
  /** Documents that are read at most; default all. */
  readonly limit?: number | undefined;
  /** Documents that are worked on at the same time. */
  readonly concurrency: number;
  /** What a document gives. */
  extract(file: string): Promise<object>;
  /** Lines about a result for whoever looks on. */
  readonly notes?: ((document: string, result: object) => readonly string[]) | undefined;
}

/** What became of the documents of a folder. */
interface FolderReport {
  readonly done: number;
  readonly failed: number;
  /** Documents of which the output file already had lines, and those among them that failed. */
  readonly skipped: number;
  readonly failedBefore: number;
}

/**
 * Extracts from the documents of a folder and the folders in it, hidden ones and configs left out. Lines come in the order in which
 * documents are done, begun in that of their names: `{"document": …, "result": …}`, or `"error"` with its `code`. Those
 * that the output file has a line of already are not done again.
 * @throws InputFailure the folder cannot be read, the output not written, or it has lines of another config or other options
 */
export async function extractFolder(request: FolderRequest, streams: Streams): Promise<FolderReport> {
  const { folder, output, concurrency, collect, limit } = request;
  const others = [...request.others, ...(output === undefined ? [] : [output])].map((file) => resolve(file));
  const files = (await filesIn(folder)).filter((name) => !others.includes(resolve(folder, name)));
  const names = files.filter((name) => !isConfigName(name));
  const lines = collect ? undefined : await LineWriter.to(output, request.run, streams.stdout);
  const open = names.filter((name) => !lines?.known.has(name)).slice(0, limit);
  const progress = folderProgress(streams.stderr, open.length);
  const before = names.flatMap((name) => lines?.known.get(name) ?? []);
  const failures: string[] = [];
  const coverages: { readonly document: string; readonly coverage: number }[] = [];
  let done = 0;
  const queue = open[Symbol.iterator]();
  async function work(): Promise<void> {
    for (const name of queue) {
      progress.update({ done, failed: failures.length, current: name });
      const line = await lineOf(name, () => request.extract(join(folder, name)));
      if (lines) await lines.write(line);
      else collect?.(line);
      if ('error' in line) {
        failures.push(line.error.code);
        progress.line(failureLine(name, failureText(line.error)));
      } else {
        done++;
        const { result } = line;
        if ('coverage' in result && typeof result.coverage === 'number')
          coverages.push({ document: name, coverage: result.coverage });
        for (const note of request.notes?.(name, line.result) ?? []) progress.line(note);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    progress.clear();
    await lines?.close();
  }
  const failed = failures.length;
  const outcome = done + failed > 1 ? outcomeLines({ failures, coverages }) : [];
  const failedBefore = before.filter((became) => became === 'failed').length;
  const report = { done, failed, skipped: before.length, failedBefore };
  writeLines(streams.stderr, [...outcome, ...skippedLine(files.filter(isConfigName)), summary(report)]);
  return report;
}

function summary({ done, failed, skipped, failedBefore }: FolderReport): string {
  const parts = [`${counted(done + failed, 'document')}`, `${failed} failed`];
  if (skipped > 0) parts.push(`${skipped} done before`);
  if (failedBefore > 0) parts.push(`${failedBefore} of these failed then`);
  return parts.join(', ');
}

/** A document that could not be extracted from. */
interface DocumentFailure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** Zero-based. */
  readonly page?: number;
}

/** `message (code)`. */
export function failureText({ message, code }: DocumentFailure): string {
  return `${message} (${code})`;
}

/** What a document of a folder gives. */
export type FolderLine =
  | { readonly document: string; readonly result: object }
  | { readonly document: string; readonly error: DocumentFailure };

async function lineOf(document: string, extract: () => Promise<object>): Promise<FolderLine> {
  try {
    return { document, result: await extract() };
  } catch (error) {
    return { document, error: failureOf(error, document) };
  }
}

function failureOf(error: unknown, document: string): DocumentFailure {
  if (error instanceof InputFailure) return { name: error.name, code: 'unreadable', message: error.message };
  if (!(error instanceof Error) || !('code' in error)) throw blame(error, { document });
  const page = 'page' in error && typeof error.page === 'number' ? { page: error.page } : {};
  return { name: error.name, code: String(error.code), message: error.message, ...page };
}

/** Paths of the files in a folder, from it, with `/` on every system; sorted. @throws InputFailure */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
      .filter((steps) => !steps.some((step) => step.startsWith('.')))
      .map((steps) => steps.join('/'))
      .toSorted((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    throw new InputFailure([`${printable(folder)}: error: ${printable(describeIo(error))}`]);
  }
}

/** What became of the documents that a file has lines of. */
type Known = ReadonlyMap<string, 'done' | 'failed'>;

/** Writes lines one after the other, to a file that may have some already, or to a stream. */
class LineWriter {
  readonly known: Known;
  readonly #target: FileHandle | Writable;
  readonly #name: string;
  /** What the lines of a file say beside their documents. */
  readonly #run: { readonly run?: string };
  #written: Promise<unknown> = Promise.resolve();

  private constructor(target: FileHandle | Writable, name: string, known: Known, run?: string) {
    this.#target = target;
    this.#name = name;
    this.known = known;
    this.#run = run === undefined ? {} : { run };
  }

  /** @throws InputFailure when the file cannot be written, or has other lines than those of the run */
  static async to(output: string | undefined, run: string, stdout: Writable): Promise<LineWriter> {
    if (output === undefined) return new LineWriter(stdout, '', new Map());
    let file: FileHandle | undefined;
    try {
      file = await open(output, 'a+');
      const { known, end } = await linesOf(file, run);
      // A line that was cut short, when the command was ended, is written again.
      await file.truncate(end);
      return new LineWriter(file, output, known, run);
    } catch (error) {
      await file?.close();
      if (error instanceof OtherRun) throw ofOtherRun(output);
      throw error instanceof SyntaxError ? notOurs(output) : outputFailure(output, error);
    }
  }

  /** @throws InputFailure */
  write(line: FolderLine): Promise<unknown> {
    const { document, ...became } = line;
    const text = `${printableJson({ document, ...this.#run, ...became }, false)}\n`;
    this.#written = this.#written.then(() => this.#write(text));
    return this.#written;
  }

  async #write(text: string): Promise<void> {
    const target = this.#target;
    if ('appendFile' in target) {
      try {
        await target.appendFile(text);
      } catch (error) {
        throw outputFailure(this.#name, error);
      }
    } else if (!target.write(text)) await once(target, 'drain');
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    if ('appendFile' in this.#target) await this.#target.close();
  }
}

/** A line of another run. */
class OtherRun extends Error {}

/**
 * The documents that a file has whole lines of, and where the last of these ends, in bytes.
 * @throws SyntaxError for a file of other things
 * @throws OtherRun
 */
async function linesOf(
  file: FileHandle,
  own: string,
): Promise<{ readonly known: Known; readonly end: number }> {
  const known = new Map<string, 'done' | 'failed'>();
  const { size } = await file.stat();
  let end = 0;
  const stream = file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' });
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const after = end + Buffer.byteLength(line) + 1;
    if (after > size) break;
    const { document, run, error } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (typeof document !== 'string') throw new SyntaxError('no line of a document');
    if (run !== own) throw new OtherRun();
    known.set(document, error === undefined ? 'done' : 'failed');
    end = after;
  }
  return { known, end };
}

function notOurs(output: string): InputFailure {
  const what = 'holds other things than lines of this command; name another file, or take it away';
  return new InputFailure([`${printable(output)}: error: ${what}`]);
}

function ofOtherRun(output: string): InputFailure {
  const what = 'has results of another config, or of other options; name another file, or take it away';
  return new InputFailure([`${printable(output)}: error: ${what}`]);
}
