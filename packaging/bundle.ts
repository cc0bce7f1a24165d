/**
 * The library as it is packed: modules that are needed together in files of their own, so that importing it loads some
 * 60 files instead of 430 and takes half the time; and what it uses of large packages in them. Those weigh 95 MB
 * in an install, of which the library uses 5 MB.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { ENGLISH_DATA } from '../src/ocr/tesseract/english-data.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');

/** Files that are run by their address: programs of processes, and a module that workers import. */
const PROGRAMS = [
  'cli/ocr-cache-setup.ts',
  'ocr/paddle/child.ts',
  'pdf/isolated/default-child.ts',
  'pdf/isolated/pdfium-child.ts',
  'pdf/isolated/pdfjs-child.ts',
  'worker-program.ts',
];

/** Stands for the folder of the library, as a path from the file that it is written to. */
const LIBRARY = '%anchorline%';

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

interface OwnManifest extends Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const own = manifestOf(ROOT) as OwnManifest;

/**
 * Writes the library without types, and the licences of what it takes in.
 * @param folder for entry points and programs, in the structure of `src`
 */
export async function bundleLibrary(folder: string): Promise<void> {
  const { dependencies, peerDependencies, optionalDependencies } = own;
  const { outputFiles, metafile } = await build({
    entryPoints: [...entryPoints(), ...PROGRAMS].map((file) => join(SOURCE, file)),
    outbase: SOURCE,
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }),
    // The names of classes stand in messages.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    absWorkingDir: ROOT,
    tsconfigRaw: '{}',
    plugins: [englishData, ownAddresses],
  });
  for (const { path, text } of outputFiles) {
    const toLibrary = relative(dirname(path), folder).split(sep).join('/') || '.';
    const { inputs = {} } = metafile.outputs[relative(ROOT, path).split(sep).join('/')] ?? {};
    const foreign = Object.keys(inputs).every(isForeign);
    const { code } = foreign ? await transform(text, { minify: true, keepNames: true }) : { code: text };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code.replaceAll(LIBRARY, toLibrary));
  }
  const taken = Object.keys(metafile.inputs).filter(isForeign);
  const packages = new Set(taken.map((input) => packageOf(resolve(ROOT, input))));
  packages.add(join(ROOT, 'node_modules/@tesseract.js-data/eng'));
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf([...packages].sort()));
}

/** Whether a file is of another package. */
function isForeign(file: string): boolean {
  return file.includes('node_modules/');
}

/** The sources of what users may import and run. */
function entryPoints(): readonly string[] {
  const exported = Object.values(own.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default],
  );
  return [...exported, ...Object.values(own.bin)].map((file) =>
    file.replace(/^(?:\.\/)?dist\//u, '').replace(/\.js$/u, '.ts'),
  );
}

/**
 * Modules that find files beside themselves stand elsewhere when they are packed: their address is told as it was.
 * Programs stand where they stood.
 */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const file = relative(SOURCE, path).split(sep).join('/');
      if (!text.includes('import.meta.url') || PROGRAMS.includes(file)) return undefined;
      const address = `new URL('${LIBRARY}/${file.replace(/\.ts$/u, '.js')}', import.meta.url).href`;
      const { code } = await transform(text, {
        loader: 'ts',
        define: { 'import.meta.url': 'ownAddress' },
        banner: `const ownAddress = ${address};`,
        tsconfigRaw: '{}',
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** The data for OCR is put into the module that reads it in the sources. */
const englishData: Plugin = {
  name: 'english data',
  setup({ onLoad }) {
    onLoad({ filter: /english-data\.ts$/ }, () => {
      const data = Buffer.from(ENGLISH_DATA).toString('base64');
      return { contents: `export const ENGLISH_DATA = Buffer.from('${data}', 'base64');`, loader: 'ts' };
    });
  },
};

/** The folder of the package that a file belongs to: the nearest whose manifest has a name. */
function packageOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) || manifestOf(folder).name === undefined) {
    folder = dirname(folder);
  }
  return folder;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The licences of packages: each with its name, version, and the text that it comes with. */
function licencesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = manifestOf(folder);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/iu.test(each));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `License: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  const head = 'Parts of these packages are bundled into the library.\n';
  return [head, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
