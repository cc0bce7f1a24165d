/** The library without types, for programs of tests that must run without what loads types. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Writes the sources of the library as JavaScript, a file each.
 * @param outbase folder whose structure is kept
 * @param outdir folder to write to
 * @param more further sources
 */
export async function transpileLibrary(
  outbase: string,
  outdir: string,
  more: readonly string[] = [],
): Promise<void> {
  const sources = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(PROJECT, 'src', name));
  await build({ entryPoints: [...sources, ...more], outbase, outdir, format: 'esm', target: 'node20' });
}
