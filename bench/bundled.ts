/** A module of the sources with some of its constants changed, in one text. */
import { build, type Plugin } from 'esbuild';

/** Bundles a module as benches load it. @param change what replaces the text of modules */
export async function bundled(module: string, change: Plugin): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [module],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    tsconfigRaw: '{}',
    plugins: [change],
  });
  return outputFiles[0]!.contents;
}
