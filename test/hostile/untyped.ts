/** The library and programs of tests without types, because what loads types needs other programs. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const project = fileURLToPath(new URL('../../', import.meta.url));
export const packages = realpathSync(join(project, 'node_modules'));

export interface UntypedLibrary {
  /** Its parts are at the same places as in the project. */
  readonly folder: string;
  remove(): void;
}

/** @param programs of this folder */
export async function untypedLibrary(programs: readonly string[]): Promise<UntypedLibrary> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anchorline-')));
  const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' });
  await build({
    entryPoints: [
      ...sources.filter((name) => name.endsWith('.ts')).map((name) => join(project, 'src', name)),
      ...programs.map((name) => join(project, 'test/hostile', name)),
    ],
    outbase: project,
    outdir: folder,
    format: 'esm',
    target: 'node20',
  });
  writeFileSync(join(folder, 'package.json'), readFileSync(join(project, 'package.json')));
  symlinkSync(packages, join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
