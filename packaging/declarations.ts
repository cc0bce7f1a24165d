/** Declarations that no entry point leads to: half of the package would be types inferred from schemas. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Removes the declarations that cannot be reached from those of a package's entry points.
 * @param project folder of the package, whose declarations are in `dist`
 * @throws when public types need a package that users do not have
 */
export function dropUnreachableDeclarations(project: string): void {
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest;
  const { reached, packages } = reachable(manifest, project);
  const known = { ...manifest.dependencies, ...manifest.peerDependencies };
  const unknown = [...packages].filter(
    (name) => !Object.hasOwn(known, name) && !name.startsWith('node:') && !builtinModules.includes(name),
  );
  if (unknown.length > 0) {
    throw new Error(`Public types need packages that users do not have: ${unknown.join(', ')}`);
  }
  const dist = join(project, 'dist');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}

/** The declarations that entry points lead to, and the packages that these name. */
function reachable(
  { exports }: Manifest,
  project: string,
): { readonly reached: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const waiting = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(project, entry.types)],
  );
  const reached = new Set<string>();
  const packages = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const target of importsOf(readFileSync(file, 'utf8'))) {
      if (target.startsWith('.')) waiting.push(join(dirname(file), target.replace(/\.[jt]s$/u, '.d.ts')));
      else packages.add(/^(?:@[^/]+\/)?[^/]+/u.exec(target)?.[0] ?? target);
    }
  }
  return { reached, packages };
}

function importsOf(declarations: string): readonly string[] {
  const code = declarations.replace(/\/\*.*?\*\//gsu, '');
  const found = code.matchAll(/(?:(?<!['"])\bfrom|\bimport\(|^import)\s*['"]([^'"]+)['"]/gmu);
  return [...found].map(([, target = '']) => target);
}
