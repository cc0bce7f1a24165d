/** Writes the reference pages, and the tables of guides that derive from definitions: `npm run docs`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reference } from './generator/reference.js';
import { withTables } from './generator/service-tables.js';

const FOLDER = new URL('./reference/', import.meta.url);

rmSync(FOLDER, { recursive: true, force: true });
for (const [path, text] of reference()) {
  const file = fileURLToPath(new URL(path, FOLDER));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const GUIDE = new URL('./guides/operating.md', import.meta.url);
writeFileSync(GUIDE, withTables(readFileSync(GUIDE, 'utf8')));
