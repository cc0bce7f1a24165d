/** Packages that only some services need, and that a host installs beside the library. */

/**
 * What an import that failed ends in. It is a handler right behind the import, because bundlers take a package for optional
 * there, and only warn where it is not installed.
 *
 * @example
 * await import('pg').catch(missingPackage('pg', 'DATABASE_URL'));
 * @param user what needs the package
 */
export function missingPackage(name: string, user: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`${user} needs the package "${name}": npm install ${name}`, { cause });
  };
}
