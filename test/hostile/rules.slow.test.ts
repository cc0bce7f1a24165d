import { testAttacks } from './cases.js';
import * as attacks from './rules.js';

testAttacks('rules', new URL('rules.ts', import.meta.url), attacks);
