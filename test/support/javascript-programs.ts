/** In place of `src/foundation/platform/program.ts` in slow tests: processes of the library run its programs as JavaScript, which starts sooner. */
import { programBeside as besideSource, type Program } from '../../src/foundation/platform/program.js';
import { javaScript } from './javascript.js';

const javaScriptOf = await javaScript();

/** As the function of the library. */
export function programBeside(module: string, name: string): Program {
  const { url, nodeOptions } = besideSource(module, name);
  return url.pathname.endsWith('.ts') ? { url: javaScriptOf(url), nodeOptions: [] } : { url, nodeOptions };
}
