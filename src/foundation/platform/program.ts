/** The programs that processes and threads of the library run. */
import { existsSync } from 'node:fs';

/** A program, and what Node is started with to run it. */
export interface Program {
  readonly url: URL;
  readonly nodeOptions: readonly string[];
  /** Arguments of its own. */
  readonly args?: readonly string[];
}

/**
 * The program beside a module, by its name without extension. Where the library runs from its sources, as in its
 * tests, the program is TypeScript, which tsx loads.
 * @throws TypeError where the file is missing, as beside a bundle
 */
export function programBeside(module: string, name: string): Program {
  const isSource = module.endsWith('.ts');
  const url = new URL(`./${name}${isSource ? '.ts' : '.js'}`, module);
  if (!existsSync(url)) {
    throw new TypeError(
      `Workers run ${url.pathname}, which is not there. Bundlers leave it out: keep anchorline out of the bundle, as an external package.`,
    );
  }
  return {
    url,
    nodeOptions: isSource ? ['--import', import.meta.resolve('tsx')] : [],
  };
}
