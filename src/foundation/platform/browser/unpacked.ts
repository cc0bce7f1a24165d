/** Text and archives that files of packages are held as. */
import { unzipSync } from 'fflate';

/** What gzip packed, in base64. */
export async function gunzipped(base64: string): Promise<Uint8Array> {
  const stream = new Blob([decoded(base64)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The files of a zip, by their names. */
export function filesOf(zip: Uint8Array): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(zip)));
}

/** The bytes of base64. */
export function decoded(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
