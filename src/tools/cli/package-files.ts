/** Files of installed packages, also those that a manifest does not export: what a studio and the library for browsers hold. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { fixedDate } from '../../run/spreadsheet/archive.js';

/** @param name that of the package, and its file. @returns a path; undefined where the package is not installed */
export function fileOfPackage(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(name);
  } catch {
    const folder = require.resolve.paths(ownerOf(name))?.find((each) => existsSync(join(each, name)));
    return folder && join(folder, name);
  }
}

/** The package that a file is of. */
export function ownerOf(name: string): string {
  return /^((?:@[^/]+\/)?[^/]+)\//u.exec(name)?.[1] ?? name;
}

/** What pdf.js runs where there is no WebAssembly: 450 kB that it fetches itself, and never asks a factory for. */
const UNREAD = /_nowasm_fallback\.js$/u;

/** The files of a folder as a zip, all with the same time, so that it is always the same. @param level of compression, 0 to 9 */
export async function zippedFolder(folder: string, level: 0 | 9): Promise<Uint8Array> {
  const names = (await readdir(folder)).filter((name) => !UNREAD.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => [name, new Uint8Array(await readFile(join(folder, name)))] as const),
  );
  return zipSync(Object.fromEntries(files), { level, mtime: fixedDate() });
}
