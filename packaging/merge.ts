/**
 * Fewer files of a bundle. esbuild makes a file of whatever any two entry points or lazily imported modules share: an
 * import of the library would load 86. What the library always loads becomes one file, apart from what others load alone.
 */
import { dirname, join, relative, sep } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** Text of files by their paths. */
type Texts = ReadonlyMap<string, string>;

/** Where the code of a file went that was merged: to which file, and by what names it gives there what it gave. */
interface Merged {
  readonly path: string;
  readonly names: ReadonlyMap<string, string>;
}

/** What is known of a bundle. */
export interface Bundle {
  readonly texts: Texts;
  readonly outputs: Metafile['outputs'];
  /** Folder that the paths of `outputs` start from. */
  readonly root: string;
}

/**
 * Merges what an entry point loads.
 * @param source of it
 * @param alone sources of what is loaded without it; what these share with it is merged apart from the rest
 * @param folder for the merged files
 */
export async function mergedFor(
  source: string,
  alone: readonly string[],
  folder: string,
  bundle: Bundle,
): Promise<Texts> {
  const entry = fileOf(source, bundle);
  const others = alone.map((other) => fileOf(other, bundle));
  const groups = groupsOf(entry, others, bundle);
  const moved = new Map<string, Merged>();
  const texts = new Map(bundle.texts);
  for (const [position, group] of groups.entries()) {
    const path = join(folder, `together-${position}.js`);
    const merged = new Map(namesIn(group, bundle).map(([file, names]) => [file, { path, names }]));
    texts.set(path, await mergedText(path, merged, bundle.texts));
    for (const file of group) {
      texts.delete(file);
      moved.set(file, merged.get(file)!);
    }
  }
  for (const [path, text] of texts) texts.set(path, withImportsOf(moved, path, text));
  const stub = moved.get(entry)!;
  texts.set(entry, `export { ${renamed(stub.names)} } from "${pathFrom(entry, stub.path)}";\n`);
  return texts;
}

/** The file of an entry point, or of a module that is imported lazily. */
function fileOf(source: string, { outputs, root }: Bundle): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === pathIn(root, source));
  if (!found) throw new Error(`nothing is made of ${source} alone`);
  return join(root, found[0]);
}

/** The files that an entry point loads, by which of the others load them too. */
function groupsOf(entry: string, others: readonly string[], bundle: Bundle): readonly (readonly string[])[] {
  const byOthers = others.map((other) => loadedBy(other, bundle));
  const groups = new Map<string, string[]>();
  for (const file of loadedBy(entry, bundle)) {
    const key = byOthers.map((loaded) => (loaded.has(file) ? 1 : 0)).join('');
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups.values()];
}

/** A file and all that it imports, and these import, at once. */
function loadedBy(entry: string, { outputs, root }: Bundle): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { path, kind, external } of outputs[pathIn(root, file)]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(join(root, path));
    }
  }
  return loaded;
}

/** The names under which what each file gives is given by all of them together. */
function namesIn(
  group: readonly string[],
  { outputs, root }: Bundle,
): [string, ReadonlyMap<string, string>][] {
  const taken = new Map<string, number>();
  return group.map((file) => {
    const names = outputs[pathIn(root, file)]!.exports.map((name): [string, string] => {
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      return [name, before === 0 ? name : `${name}$${before}`];
    });
    return [file, new Map(names)];
  });
}

/** Names the files of a bundle by their place beside the merged one: esbuild writes names into comments. */
const BUNDLE = 'bundle';

async function mergedText(path: string, merged: ReadonlyMap<string, Merged>, texts: Texts): Promise<string> {
  const contents = [...merged]
    .filter(([, { names }]) => names.size > 0)
    .map(([file, { names }]) => `export { ${renamed(names)} } from "${pathFrom(path, file)}";`)
    .join('\n');
  const folder = dirname(path);
  const fromBundle: Plugin = {
    name: 'from bundle',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path: to, namespace, importer, kind }) => {
        if (!to.startsWith('.')) return { path: to, external: true };
        const file = join(folder, namespace === BUNDLE ? dirname(importer) : '.', to);
        const isInGroup = kind !== 'dynamic-import' && merged.has(file);
        const name = pathFrom(path, file);
        return isInGroup ? { path: name, namespace: BUNDLE } : { path: name, external: true };
      });
      onLoad({ filter: /./, namespace: BUNDLE }, ({ path: name }) => ({
        contents: texts.get(join(folder, name))!,
      }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents, sourcefile: path },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    tsconfigRaw: '{}',
    plugins: [fromBundle],
  });
  return outputFiles[0]!.text;
}

const IMPORT = /^import (?:\{(?<names>[^}]*)\} from )?"(?<from>\.[^"]+)";$/gmu;

/** A text that imports from merged files what it imported from those that they were made of. */
function withImportsOf(moved: ReadonlyMap<string, Merged>, path: string, text: string): string {
  return text.replace(IMPORT, (whole, names: string | undefined, from: string) => {
    const merged = moved.get(join(dirname(path), from));
    if (!merged) return whole;
    const source = `"${pathFrom(path, merged.path)}";`;
    if (names === undefined) return `import ${source}`;
    const all = names.split(',').map((name) => {
      const [given = '', as = given] = name.trim().split(' as ');
      return `${merged.names.get(given)!} as ${as}`;
    });
    return `import { ${all.join(', ')} } from ${source}`;
  });
}

function renamed(names: ReadonlyMap<string, string>): string {
  return [...names].map(([name, as]) => `${name} as ${as}`).join(', ');
}

function pathIn(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Of a file as another one imports it. */
function pathFrom(importer: string, file: string): string {
  const path = pathIn(dirname(importer), file);
  return path.startsWith('.') ? path : `./${path}`;
}
