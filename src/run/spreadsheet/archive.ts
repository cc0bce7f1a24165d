/** A ZIP file as steps: what goes into it, in order, before it is deflated. */
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';
import { joined } from '../../foundation/objects/joined.js';

/** Begins a part of the file, or adds bytes to the part that was begun last. */
export type ArchiveStep = { readonly open: string } | Uint8Array;

const NOTHING = new Uint8Array();

/** The date of every part. ZIP files keep local time, so that the same one is the same everywhere. */
export function fixedDate(): Date {
  return new Date(1980, 0, 1, 12);
}

/** A ZIP file that is being written. The same parts give the same bytes. */
export class ArchiveFile {
  readonly #ready: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#ready.push(bytes);
  });

  /** Begins a part, when the one before has ended. */
  add(part: ZipInputFile): void {
    part.mtime = fixedDate();
    this.#zip.add(part);
  }

  /** Ends the file, when its last part has ended. */
  end(): void {
    this.#zip.end();
  }

  /** The bytes of the file that were written since the last call. */
  taken(): readonly Uint8Array[] {
    return this.#ready.splice(0);
  }
}

/** The bytes of a file. */
export function archiveBytes(steps: Iterable<ArchiveStep>): Uint8Array {
  const file = new ArchiveFile();
  let part: ZipDeflate | undefined;
  for (const step of steps) {
    if (step instanceof Uint8Array) {
      part?.push(step);
      continue;
    }
    part?.push(NOTHING, true);
    part = new ZipDeflate(step.open);
    file.add(part);
  }
  part?.push(NOTHING, true);
  file.end();
  return joined(file.taken());
}
