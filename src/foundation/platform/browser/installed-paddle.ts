/** Replaces PP-OCR, which runs in processes. */

export async function installedPaddle(): Promise<undefined> {
  return undefined;
}
