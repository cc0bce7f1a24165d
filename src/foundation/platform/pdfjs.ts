/** What pdf.js is given: the files of its package, and canvases to draw on. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Path2D } from '@napi-rs/canvas';

/** What pages are drawn with. */
export type DrawingPackage = Pick<typeof import('@napi-rs/canvas'), 'createCanvas' | 'Path2D'>;

/** A face of a family of fonts, in a file of pdf.js' folder `standard_fonts`. */
export interface FontFile {
  readonly family: string;
  readonly file: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Loads the package for drawing, which is large and native. */
export async function drawingPackage(): Promise<DrawingPackage> {
  return import('@napi-rs/canvas');
}

/** Makes a face known to all canvases. */
export async function registerFont({ family, file }: FontFile): Promise<void> {
  const [{ GlobalFonts }, bytes] = await Promise.all([
    import('@napi-rs/canvas'),
    readFile(join(root(), 'standard_fonts', file)),
  ]);
  GlobalFonts.register(bytes, family);
}

/** A path in the notation of SVG; undefined where it cannot be read back. */
export function svgOf(path: Path2D): string | undefined {
  return path.toSVGString();
}

/** Options of pdf.js that say where its fonts, character maps and decoders are. */
export function pdfjsFiles(): Readonly<Record<string, unknown>> {
  return {
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
  };
}

/** Loads the reading half of pdf.js. */
export function asPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load();
}

/** What to check where pdf.js cannot be loaded. */
export function installationAdvice(): string {
  return (
    'Check that pdfjs-dist and @napi-rs/canvas are installed with the optional package of the latter for ' +
    `${process.platform}-${process.arch} (no --omit=optional), and that a bundler leaves both packages out of the bundle.`
  );
}

/** A folder of the package as pdf.js wants it: with a closing slash, on every system. */
function folder(name: string): string {
  return `${join(root(), name)}/`;
}

function root(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}
