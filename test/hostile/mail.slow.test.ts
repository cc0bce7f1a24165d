import { testAttacks } from './cases.js';
import * as mail from './mail.js';

testAttacks('mail', new URL('mail.ts', import.meta.url), mail);
