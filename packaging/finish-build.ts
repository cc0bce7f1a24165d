/** What is done to `dist` after the compiler: `npx tsx packaging/finish-build.ts`. */
import { fileURLToPath } from 'node:url';
import { bundlePackages } from './bundle-packages.js';
import { dropUnreachableDeclarations } from './drop-declarations.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
await bundlePackages(dist);
dropUnreachableDeclarations(dist);
