/** The parts of a studio: its programs, which the build puts beside the library, and files of installed packages. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { englishData } from '../../foundation/platform/tesseract.js';
import type { StudioParts } from '../studio/html-file.js';
import { InputFailure } from './failure.js';
import { fileOfPackage, ownerOf, zippedFolder } from './package-files.js';
import { STARTERS, starterText } from './starters.js';

/** Where the build writes the programs. */
const PROGRAMS = fileURLToPath(new URL('../../studio/', import.meta.url));

/** A file that the library holds itself: its package is not installed with it. */
export const HELD = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';

/** Files that only scans need. */
const OF_OCR = /^(?:tesseract\.js|@tesseract\.js-data\/)/u;

/**
 * Everything that a studio is made of.
 * @param ocr whether it reads scans
 * @param folder of its programs
 * @throws InputFailure a package is not installed, or the library was not built
 */
export async function studioParts(ocr: boolean, folder = PROGRAMS): Promise<StudioParts> {
  const text = async (name: string) =>
    brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString();
  if (!existsSync(join(folder, 'engine.js.br'))) {
    throw new InputFailure([
      `error: there are no programs of the studio in ${folder}: run "npm run build" first`,
    ]);
  }
  const names: readonly string[] = JSON.parse(await readFile(join(folder, 'packed.json'), 'utf8'));
  const wanted = names.filter((name) => ocr || !OF_OCR.test(name));
  const packed = await Promise.all(wanted.map(async (name) => [name, await packedFile(name)] as const));
  return {
    page: await text('page.js'),
    style: await text('style.css'),
    engine: gzipSync(await text('engine.js'), { level: 9 }),
    packed: Object.fromEntries(packed),
    licences: await text('licences.txt'),
    starters: await Promise.all(
      STARTERS.map(async (name) => ({ path: `${name}.json`, bytes: Buffer.from(await starterText(name)) })),
    ),
  };
}

async function packedFile(name: string): Promise<Uint8Array> {
  if (name === HELD) return gzipSync(await englishData(), { level: 9 });
  const path = fileOfPackage(name);
  if (path === undefined) {
    const owner = ownerOf(name);
    throw new InputFailure([`error: the studio needs the package ${owner}: npm install ${owner}`]);
  }
  return name.endsWith('/') ? zippedFolder(path, 9) : gzipSync(await readFile(path), { level: 9 });
}
