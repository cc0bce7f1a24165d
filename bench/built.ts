/** The project as it is published. Source run through a transpiler would measure the transpiler as well. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PdfEngine } from '../src/reading/pdf/engine.js';

/** URL of an entry point of the build. @throws Error when there is no build */
export function builtModule(name: string): string {
  const url = new URL(`../dist/${name}`, import.meta.url);
  if (!existsSync(fileURLToPath(url))) throw new Error('the project is not built; run "npm run build" first');
  return url.href;
}

/** The public API of the build. */
export async function builtLibrary(): Promise<typeof import('../src/index.js')> {
  return import(builtModule('index.js'));
}

/** The PDF engines of the build. */
export async function builtEngines(): Promise<{ pdfjs(): PdfEngine; pdfium(): PdfEngine }> {
  const { pdfjs } = await builtLibrary();
  const { pdfium }: typeof import('../src/reading/pdf/pdfium/index.js') = await import(
    builtModule('reading/pdf/pdfium/index.js')
  );
  return { pdfjs, pdfium };
}
