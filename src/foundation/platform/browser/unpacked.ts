/** Files of packages that came as modules. */
import { unzipSync } from 'fflate';

/** What such a module exports: base64 of what gzip made of a file, or of a zip of a folder. */
export interface Packed {
  readonly packed: string;
}

/** The bytes of a file. */
export async function unpacked({ packed }: Packed): Promise<Uint8Array> {
  const stream = new Blob([decoded(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The files of a folder, by their names. */
export function unpackedFolder({ packed }: Packed): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(decoded(packed))));
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
