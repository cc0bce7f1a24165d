/** Runs the examples of the pages written by hand and writes what they give into the pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { executed } from './generator/executed.js';
import { executedPages } from './generator/executed-pages.js';

const given = process.argv.slice(2);
for (const file of given.length > 0 ? given : executedPages()) {
  const { text } = await executed(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
}
