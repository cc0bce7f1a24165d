/** The program of the engine's processes from its sources, as `child.js` is it once they are compiled. */
import { register } from 'tsx/esm/api';

register();
await import('../../../src/ocr/paddle/child.ts');
