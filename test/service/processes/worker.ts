/** A process that works: `worker.ts SETUP`. */
import { openService, type Setup } from './setup.js';
import { work } from './work.js';

const setup: Setup = JSON.parse(process.argv[2]!);
work(await openService(setup), setup);
