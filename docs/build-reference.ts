/** Writes the reference pages: `npm run docs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reference } from './generator/reference.js';

const FOLDER = new URL('./reference/', import.meta.url);

rmSync(FOLDER, { recursive: true, force: true });
for (const [path, text] of reference()) {
  const file = fileURLToPath(new URL(path, FOLDER));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
