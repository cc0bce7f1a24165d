import { testAttacks } from './cases.js';
import * as distance from './distance.js';

testAttacks('edit distance', new URL('distance.ts', import.meta.url), distance);
