/** Makes a build what is packed: `npm run build && npx tsx packaging/prepare.ts`. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from './bundle.js';
import { dropUnreachableDeclarations } from './declarations.js';

const project = fileURLToPath(new URL('../', import.meta.url));
const dist = join(project, 'dist');
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.js')) rmSync(join(dist, name));
}
await bundleLibrary(dist);
dropUnreachableDeclarations(project);
