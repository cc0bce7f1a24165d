/** The pages whose examples are run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['results', 'concepts', 'recipes'];

/** Their absolute paths, folder by folder. */
export function executedPages(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(DOCS, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(DOCS, folder, name)),
  );
}
