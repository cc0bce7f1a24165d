/** ZIP files as streams. Deflation is the work of other threads. */
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ZipInputFile } from 'fflate';
import { ArchiveFile, type ArchiveStep } from '../run/spreadsheet/archive.js';

/** The method "deflate" of ZIP files. */
const DEFLATED = 8;

/** The bytes of a file, as its steps come. */
export async function* zipped(
  steps: AsyncIterable<ArchiveStep>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = new ArchiveFile();
  let part: Part | undefined;
  try {
    for await (const step of steps) {
      if (step instanceof Uint8Array) {
        await part?.write(step);
      } else {
        await part?.end();
        part = new Part(step.open);
        file.add(part.entry);
      }
      yield* file.taken();
    }
    await part?.end();
    file.end();
    yield* file.taken();
  } finally {
    part?.drop();
  }
}

/** A part while it is written. The file keeps its entry until the end; what deflates it holds much memory. */
class Part {
  readonly entry: ZipInputFile;
  readonly #deflate = createDeflateRaw();

  constructor(filename: string) {
    const entry: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATED };
    this.#deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => entry.ondata?.(null, bytes, false));
    this.entry = entry;
  }

  write(bytes: Uint8Array): Promise<void> {
    this.entry.size += bytes.length;
    this.entry.crc = crc32(bytes, this.entry.crc);
    return new Promise((resolve, reject) =>
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  }

  async end(): Promise<void> {
    this.#deflate.end();
    await once(this.#deflate, 'end');
    this.entry.ondata?.(null, new Uint8Array(), true);
  }

  /** Frees the memory of a part that is not needed any more. */
  drop(): void {
    this.#deflate.destroy();
  }
}
