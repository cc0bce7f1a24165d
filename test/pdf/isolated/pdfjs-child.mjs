/** The program of the isolated engine from its sources, as `child.js` is it once they are compiled. */
import { register } from 'tsx/esm/api';

register();
await import('../../../src/pdf/isolated/child.ts');
