import { testAttacks } from './cases.js';
import * as further from './further.js';

testAttacks('further', new URL('further.ts', import.meta.url), further);
