/** Loaded first in every thread of a process: shuts it off as `closed-off.ts` says. */
import { shut } from './closed-off.js';

shut();
