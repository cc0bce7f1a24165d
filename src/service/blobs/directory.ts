/** Blobs as files of a directory, for hosts whose processes share a file system. Node only. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Blobs, checkBlobKey } from '../blobs.js';
import { systemClock } from '../clock.js';
import { type ByteStream, chunksOf, streamBy, streamOf } from '../streams.js';

/** Where files are written before they get their names. No part of a key is called so: keys have no leading dots. */
const INCOMING = '.incoming';
/** Ends the names of files, so that no file has the name of a directory. Parts of keys hold it encoded only. */
const FILE_END = '!';
/** Documents are nobody's business but the service's: other users of the machine read none. */
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
/** Bytes read at once. */
const CHUNK_BYTES = 64 * 1024;
/** Tries to move a file into a directory that others may just have taken away as empty. */
const MOST_MOVES = 100;

/**
 * Blobs below a directory, which is made where it is missing. A blob is written under a temporary name, forced to
 * the disk and then renamed, so that nobody ever sees half of one. A directory that goes away meanwhile is not made again:
 * all methods fail until it is back.
 * @param now milliseconds since 1970, for the age of files; default the machine's clock
 *
 * @example
 * createService({ keys, blobs: directoryBlobs('/var/lib/anchorline') });
 */
export function directoryBlobs(
  root: string,
  { now = systemClock.now }: { readonly now?: () => number } = {},
): Blobs {
  const pathOf = (key: string) => join(root, ...encoded(checkBlobKey(key))) + FILE_END;
  let isMade = false;

  /** @throws Error where the directory was there and is not any more: its disk is away, and its blobs are not gone */
  async function refuseWithoutRoot(): Promise<void> {
    if ((await orMissing(stat(join(root, INCOMING)))) !== null) isMade = true;
    else if (isMade) throw away(root);
  }

  /** What a file gives; null where it is missing in a directory that is there. */
  async function present<T>(work: Promise<T>): Promise<T | null> {
    const found = await orMissing(work);
    if (found === null) await refuseWithoutRoot();
    // Who only reads learns of the directory, too.
    else isMade = true;
    return found;
  }

  return {
    async put(key, data) {
      const path = pathOf(key);
      await refuseWithoutRoot();
      if (!isMade) await mkdir(join(root, INCOMING), { recursive: true, mode: DIRECTORY_MODE });
      isMade = true;
      const temporary = join(root, INCOMING, randomUUID());
      try {
        const size = await write(temporary, data);
        await move(temporary, path, root);
        return { size };
      } catch (error) {
        await rm(temporary, { force: true });
        throw isMissing(error) ? away(root, error) : error;
      }
    },
    async get(key) {
      const file = await present(open(pathOf(key), 'r'));
      return file && contentOf(file);
    },
    async size(key) {
      return (await present(stat(pathOf(key))))?.size ?? null;
    },
    async delete(key) {
      const path = pathOf(key);
      await refuseWithoutRoot();
      await rm(path, { force: true });
      await removeEmpty(dirname(path), root);
    },
    async *list(prefix, olderThanMs) {
      const before = now() - olderThanMs;
      for await (const path of filesOf(root, [])) {
        const status = await orMissing(stat(join(root, ...path)));
        // Whole milliseconds, as clocks give them: a file that was just written is not younger than now.
        if (status === null || Math.floor(status.mtimeMs) > before) continue;
        // What a process that died was writing.
        if (path[0] === INCOMING) await rm(join(root, ...path), { force: true });
        else {
          const key = decoded(path);
          if (key?.startsWith(prefix)) yield key;
        }
      }
    },
  };
}

/** Parts of a key as names that every file system takes: percent-encoded, dots at the ends as well. */
function encoded(parts: readonly string[]): string[] {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return parts.map((part) =>
    encodeURIComponent(part)
      .replace(/[!'()*~]/gu, hex)
      .replace(/^\.|\.$/gu, hex),
  );
}

/** The key of a file; undefined for files that are not ours. */
function decoded(path: readonly string[]): string | undefined {
  const name = path.join('/');
  if (!name.endsWith(FILE_END)) return undefined;
  try {
    return decodeURIComponent(name.slice(0, -FILE_END.length));
  } catch {
    return undefined;
  }
}

async function write(path: string, data: ByteStream | Uint8Array): Promise<number> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    let size = 0;
    for await (const chunk of chunksOf(data instanceof Uint8Array ? streamOf(data) : data)) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

async function move(from: string, to: string, root: string): Promise<void> {
  for (let moves = 1; ; moves++) {
    try {
      await makeBelow(root, dirname(to));
      await rename(from, to);
      break;
    } catch (error) {
      // Somebody took the directory away before the file was in it.
      if (!isMissing(error) || moves === MOST_MOVES) throw error;
    }
  }
  await syncDirectory(dirname(to));
}

/** Makes a directory and those above it, up to the root, which is not made: it may be away. @throws Error then */
async function makeBelow(root: string, path: string): Promise<void> {
  if (path === root) return;
  await makeBelow(root, dirname(path));
  await mkdir(path, { mode: DIRECTORY_MODE }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}

/** The directory was there, and is not any more. */
function away(root: string, cause?: unknown): Error {
  const message = `The directory of blobs ${root} is not there any more.`;
  return Object.assign(new Error(message, { cause }), { code: 'ENODEV' });
}

/** Forces the new name to the disk, where the system can do that for directories. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    await directory.sync().finally(() => directory.close());
  } catch {
    // Windows opens no directories, and others may just have taken it away with the blob in it.
  }
}

/** Takes away directories without entries, from the inside out. */
async function removeEmpty(path: string, root: string): Promise<void> {
  for (let each = path; each.length > root.length; each = dirname(each)) {
    try {
      await rmdir(each);
    } catch {
      return;
    }
  }
}

function contentOf(file: FileHandle): ByteStream {
  const close = () => file.close();
  return streamBy(async () => {
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES));
      if (bytesRead > 0) return buffer.subarray(0, bytesRead);
    } catch (error) {
      await close();
      throw error;
    }
    await close();
    return undefined;
  }, close);
}

/** The files below a directory, as names from there. */
async function* filesOf(root: string, path: readonly string[]): AsyncGenerator<readonly string[]> {
  const directory = await orMissing(opendir(join(root, ...path)));
  if (directory === null) return;
  for await (const entry of directory) {
    const below = [...path, entry.name];
    if (entry.isDirectory()) yield* filesOf(root, below);
    else if (entry.isFile()) yield below;
  }
}

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
