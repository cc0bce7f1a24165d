/** What processes of the library's own may see of the host's environment. */

/** Nothing of it, as it may hold secrets, but what Windows needs to start a process. */
export function neededEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
