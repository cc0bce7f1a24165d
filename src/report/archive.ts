/** A ZIP file as steps: what goes into it, in order, before it is deflated. */
import { Zip, ZipDeflate } from 'fflate';
import { joined } from '../objects/joined.js';

/** Begins a part of the file, or adds bytes to the part that was begun last. */
export type ArchiveStep = { readonly open: string } | Uint8Array;

const NOTHING = new Uint8Array();

/** The date of every part. ZIP files keep local time, so that the same one is the same everywhere. */
export function fixedDate(): Date {
  return new Date(1980, 0, 1, 12);
}

/** The bytes of a file. The same steps give the same bytes. */
export function archiveBytes(steps: Iterable<ArchiveStep>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    pieces.push(bytes);
  });
  let part: ZipDeflate | undefined;
  for (const step of steps) {
    if (step instanceof Uint8Array) {
      part?.push(step);
      continue;
    }
    part?.push(NOTHING, true);
    part = new ZipDeflate(step.open);
    part.mtime = fixedDate();
    zip.add(part);
  }
  part?.push(NOTHING, true);
  zip.end();
  return joined(pieces);
}
