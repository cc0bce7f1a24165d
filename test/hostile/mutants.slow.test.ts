import { testAttacks } from './cases.js';
import * as mutants from './mutants.js';

testAttacks('mutants', new URL('mutants.ts', import.meta.url), mutants);
