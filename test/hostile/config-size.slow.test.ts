import { testAttacks } from './cases.js';
import * as attacks from './config-size.js';

testAttacks('config size', new URL('config-size.ts', import.meta.url), attacks);
