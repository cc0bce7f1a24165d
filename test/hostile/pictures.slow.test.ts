import { testAttacks } from './cases.js';
import * as pictures from './pictures.js';

testAttacks('pictures', new URL('pictures.ts', import.meta.url), pictures);
