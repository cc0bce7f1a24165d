/** The programs that processes and threads of the library run. */

/** A program, and what Node is started with to run it. */
export interface Program {
  readonly url: URL;
  readonly nodeOptions: readonly string[];
}

/**
 * The program beside a module, by its name without extension. Where the library runs from its sources, as in its
 * tests, the program is TypeScript, which tsx loads.
 */
export function programBeside(module: string, name: string): Program {
  const isSource = module.endsWith('.ts');
  return {
    url: new URL(`./${name}${isSource ? '.ts' : '.js'}`, module),
    nodeOptions: isSource ? ['--import', import.meta.resolve('tsx')] : [],
  };
}
