/** Writes the TypeScript types of configs: `npm run types`. */
import { writeFileSync } from 'node:fs';
import { builtInLanguage } from '../src/language/config/schema.js';
import type { TypeDefinition } from '../src/language/types/definition.js';
import { types } from '../src/language/types/index.js';
import { configTypes } from './generator/config-types.js';

writeFileSync(
  new URL('../src/language/config/config-types.ts', import.meta.url),
  configTypes(builtInLanguage(), types as unknown as readonly TypeDefinition[]),
);
