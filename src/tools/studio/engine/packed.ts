/** The files of packages that the page hands to the engine, as `packed:` modules take them. */
import { decoded, gunzipped } from '../../../foundation/platform/browser/unpacked.js';

/** Of each file its bytes, packed with gzip, and of each folder a zip, in base64. */
const files =
  (globalThis as unknown as { readonly packedFiles?: Readonly<Record<string, string>> }).packedFiles ?? {};

/** Whether this studio was made with what reads scans. */
export function hasOcr(): boolean {
  return Object.keys(files).some((name) => name.startsWith('tesseract.js'));
}

/** The bytes of a file; a folder is a zip. @throws Error where this studio was made without it */
export async function packedFile(name: string): Promise<Uint8Array> {
  const file = files[name];
  if (file === undefined) {
    throw new Error(
      `This studio was made without ${name}: make it with "anchorline studio --ocr" to read scans.`,
    );
  }
  return name.endsWith('/') ? decoded(file) : gunzipped(file);
}
