/** Reads what a command is given: files, or standard input for `-`. */
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { DEFAULT_LIMITS } from '../../limits.js';
import { failureLine, InputFailure, UsageFailure } from './failure.js';

/** Means standard input where a file name is expected. */
const STDIN = '-';

/** How an input is called in messages. */
export function inputName(file: string): string {
  return file === STDIN ? '<stdin>' : file;
}

/** @throws UsageFailure where more than one input is to come from standard input */
export function refuseTwoStdins(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new UsageFailure('only one input can come from standard input');
  }
}

/** The name of a file without its folders, which gives the library its extension; none for standard input. */
export function inputFilename(file: string): string | undefined {
  return file === STDIN ? undefined : basename(file);
}

/**
 * All bytes of a file or of standard input, at most as many as the library takes for a document.
 * @throws InputFailure it cannot be read, or is larger
 */
export async function readInput(file: string, stdin: Readable): Promise<Uint8Array> {
  const stream = file === STDIN ? stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > DEFAULT_LIMITS.bytes) break;
      chunks.push(piece);
    }
  } catch (error) {
    throw new InputFailure([failureLine(inputName(file), describeIo(error))]);
  }
  if (bytes > DEFAULT_LIMITS.bytes) {
    throw new InputFailure([failureLine(inputName(file), `has more than ${DEFAULT_LIMITS.bytes} bytes`)]);
  }
  return Buffer.concat(chunks);
}

/** A file as UTF-8 text. @throws InputFailure */
export async function readText(file: string, stdin: Readable): Promise<string> {
  const bytes = await readInput(file, stdin);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputFailure([failureLine(inputName(file), 'is not UTF-8 text')]);
  }
}

const IO_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is a file, not a folder',
  EACCES: 'may not be read',
};

/**
 * Checks that a file can be written, and leaves it as it is, so that no work is done in vain.
 * @throws InputFailure
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    if ((await stat(file)).isDirectory())
      throw new InputFailure([failureLine(file, 'is a folder, not a file')]);
    await access(file, constants.W_OK);
  } catch (error) {
    if (error instanceof InputFailure) throw error;
    if (codeOf(error) !== 'ENOENT') throw outputFailure(file, error);
    await checkFolder(file);
  }
}

/** Checks that a file can be made in its folder. */
async function checkFolder(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw outputFailure(file, error);
    throw new InputFailure([failureLine(file, `there is no folder ${JSON.stringify(folder)} to write to`)]);
  }
}

/** An error of the file system about a file that is to be written, as a failure. */
export function outputFailure(file: string, error: unknown): InputFailure {
  return new InputFailure([failureLine(file, WRITE_PROBLEMS[codeOf(error)] ?? describeIo(error))]);
}

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written',
  EPERM: 'may not be written',
  EROFS: 'is on a disk that may not be written',
  ENOTDIR: 'has a file where a folder should be in its path',
};

/** The code of an error of the file system, such as ENOENT; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An error of the file system, or of a parser, in a few words. */
export function describeIo(error: unknown): string {
  return IO_PROBLEMS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
