/** The pages whose examples are run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['results', 'concepts', 'recipes'];
const PAGES = ['migration.md', 'guides/many-layouts.md', 'guides/typescript.md'];

/** Their absolute paths, folder by folder. */
export function executedPages(): readonly string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(DOCS, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(DOCS, folder, name)),
  );
  return [...inFolders, ...PAGES.map((name) => join(DOCS, name))];
}
