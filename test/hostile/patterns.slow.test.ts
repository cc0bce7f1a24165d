import { testAttacks } from './cases.js';
import * as attacks from './patterns.js';

testAttacks('patterns', new URL('patterns.ts', import.meta.url), attacks);
