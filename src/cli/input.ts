/** Reads what a command is given: files, or standard input for `-`. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { DEFAULT_LIMITS } from '../limits.js';
import { failureLine, InputFailure } from './failure.js';

/** Stands for standard input in place of a file name. */
const STDIN = '-';

/** How an input is called in messages. */
export function inputName(file: string): string {
  return file === STDIN ? '<stdin>' : file;
}

/** The name of a file without its folders, which tells the library its extension; none for standard input. */
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

/** A file as JSON. @throws InputFailure */
export async function readJson(file: string, stdin: Readable): Promise<unknown> {
  const text = await readText(file, stdin);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputFailure([failureLine(inputName(file), `is not JSON: ${describeIo(error)}`)]);
  }
}

const IO_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be opened',
};

/** An error of the file system, or of a parser, in a few words. */
export function describeIo(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return IO_PROBLEMS[code] ?? error.message;
}
