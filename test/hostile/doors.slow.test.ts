import { testAttacks } from './cases.js';
import * as doors from './doors.js';

testAttacks('doors', new URL('doors.ts', import.meta.url), doors);
