/** Declarations that no entry point leads to: half of the package would be types inferred from schemas. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Removes the declarations that cannot be reached from those of the package's entry points.
 * @param dist folder of the built library
 * @throws when public types lead to a package that is bundled, which users do not have
 */
export function dropUnreachableDeclarations(dist: string): void {
  const { exports } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  const waiting = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(dist, '..', entry.types)],
  );
  const reached = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/gu)) {
      waiting.push(join(dirname(file), `${target}.d.ts`));
    }
  }
  const astray = [...reached].filter((file) => basename(dirname(file)) === 'bundled');
  if (astray.length > 0) throw new Error(`Public types must not name bundled packages: ${astray.join(', ')}`);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
