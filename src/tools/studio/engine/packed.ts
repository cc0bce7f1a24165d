/** The files of packages that the page hands to the engine, as `packed:` modules take them. */

/** Of each file its bytes, packed with gzip, in base64. */
const files =
  (globalThis as unknown as { readonly packedFiles?: Readonly<Record<string, string>> }).packedFiles ?? {};

/** Whether this studio was made with what reads scans. */
export function hasOcr(): boolean {
  return Object.keys(files).some((name) => name.startsWith('tesseract.js'));
}

/** A file. @throws Error where this studio was made without it */
export function packedFile(name: string): string {
  const file = files[name];
  if (file === undefined) {
    throw new Error(
      `This studio was made without ${name}: make it with "anchorline studio --ocr" to read scans.`,
    );
  }
  return file;
}
