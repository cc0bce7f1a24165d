import { testAttacks } from './cases.js';
import * as office from './office.js';

testAttacks('office', new URL('office.ts', import.meta.url), office);
