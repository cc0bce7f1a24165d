/** Rules by which tables are recognised, each of which can be switched off. What is shipped knows of no switches. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { tablesOn } from '../src/page/tables/find.js';
import { bundled } from './bundled.js';

const ROOM = fileURLToPath(new URL('../src/page/tables/', import.meta.url));
/** A number or a pattern that is named in capitals. */
const THRESHOLD =
  /^(?<head>(?:export )?const (?<name>[A-Z][A-Z0-9_]*) =\s+)(?<value>-?[\d._e-]+|\/.*\/[a-z]*);$/gmu;
/** A function that answers yes or no, or gives nothing where it does not apply. */
const QUESTION =
  /^(?<head>(?:export )?function (?<name>\w+)\((?:[^()]|\([^()]*\))*\): (?<value>boolean|[^{};]*\| undefined) \{)$/gmu;
/** Modules that decide nothing about the cells of tables of text. */
const NO_CELLS: ReadonlySet<string> = new Set([
  'asked-tables.ts',
  'continued-part.ts',
  'continued.ts',
  'sheet-tables.ts',
  'walls/captions.ts',
  'walls/cell-checkboxes.ts',
  'walls/checkbox-marks.ts',
]);
/** Boundless, and still a number to count with. */
const BOUNDLESS = '1e9';
/** A pattern that fits nothing. */
const NOTHING = '/(?!)/u';

/** A rule of a module. */
export interface Rule {
  /** The module, in `src/page/tables`. */
  readonly file: string;
  readonly name: string;
  /** A threshold as it is, or what a function answers. */
  readonly value: string;
  /** What it is, or answers, where it is switched off: the way that loses less counts. */
  readonly ways: readonly string[];
}

/** The tables of a page, in a module of its own. */
export type Recogniser = typeof tablesOn;

/** All rules about the cells of tables, by module. */
export function rulesOfTables(): readonly Rule[] {
  return readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !NO_CELLS.has(file))
    .sort()
    .flatMap((file) => rulesIn(file, readFileSync(join(ROOM, file), 'utf8')));
}

function rulesIn(file: string, source: string): Rule[] {
  const found = (pattern: RegExp, waysOf: (value: string) => readonly string[]) =>
    [...source.matchAll(pattern)].map(({ groups }): Rule => {
      const { name, value } = groups as { name: string; value: string };
      return { file, name, value, ways: waysOf(value) };
    });
  return [
    ...found(THRESHOLD, (value) => (value.startsWith('/') ? [NOTHING] : ['0', BOUNDLESS])),
    ...found(QUESTION, (value) => (value === 'boolean' ? ['false', 'true'] : ['undefined'])),
  ];
}

/**
 * The text of a module in which tables are recognised without a rule.
 * @param entry the module of `src` that is bundled, with all of its own
 * @param isApart whether modules outside the room of tables are left where they are, so that several bundles share them
 * @throws Error where the rule is in no module of the bundle
 */
export async function bundleWithout(
  rule: Rule | undefined,
  off: string,
  { entry = 'page/tables/find.ts', isApart = false } = {},
): Promise<Uint8Array> {
  let switched = 0;
  const contents = await bundled(join(ROOM, '../..', entry), {
    name: 'switch',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer }) => {
        const module = join(resolveDir, path.replace(/\.js$/u, '.ts'));
        const isLeft = isApart && importer !== '' && relative(ROOM, dirname(module)).startsWith('..');
        return isLeft ? { path: pathToFileURL(module).href, external: true } : undefined;
      });
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8').replaceAll(
          'import.meta.url',
          JSON.stringify(pathToFileURL(path).href),
        );
        if (!rule || relative(ROOM, path) !== rule.file) return { contents: source, loader: 'ts' };
        const contents = withoutRule(source, rule, off);
        if (contents !== source) switched += 1;
        return { contents, loader: 'ts' };
      });
    },
  });
  if (rule && switched !== 1) throw new Error(`${rule.file} ${rule.name} is switched ${switched} times`);
  return contents;
}

/** The text of a module without a rule. */
function withoutRule(source: string, { name }: Rule, off: string): string {
  return source
    .replace(THRESHOLD, (own, head: string, each: string) => (each === name ? `${head}${off};` : own))
    .replace(QUESTION, (own, head: string, each: string) => (each === name ? `${head} return ${off};` : own));
}
