/** The project as it is published. Source run through a transpiler would measure the transpiler as well. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** URL of a module of the build. @throws Error when there is no build */
export function builtModule(name: string): string {
  const url = new URL(`../dist/${name}`, import.meta.url);
  if (!existsSync(fileURLToPath(url))) throw new Error('the project is not built; run "npm run build" first');
  return url.href;
}

/** The public API of the build. */
export async function builtLibrary(): Promise<typeof import('../src/index.js')> {
  return import(builtModule('index.js'));
}

/** The PDF engine of the build. */
export async function builtEngine(): Promise<typeof import('../src/pdf/pdfjs/pdfjs.js')> {
  return import(builtModule('pdf/pdfjs/pdfjs.js'));
}
