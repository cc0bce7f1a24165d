/** The same in browsers: files come from the library, so nothing is fetched, and pages are drawn on canvases of the browser. */

import { bytes as cmaps } from 'packed:pdfjs-dist/cmaps/';
import { bytes as fonts } from 'packed:pdfjs-dist/standard_fonts/';
import { bytes as decoders } from 'packed:pdfjs-dist/wasm/';
import type { Path2D as DrawnPath } from '@napi-rs/canvas';
import type { DrawingPackage, FontFile } from '../pdfjs.js';
import { filesOf } from './unpacked.js';

export async function drawingPackage(): Promise<DrawingPackage> {
  const createCanvas = (width: number, height: number) => new OffscreenCanvas(width, height);
  return { createCanvas, Path2D } as unknown as DrawingPackage;
}

/** Browsers take no Type 1 fonts: what they do not take is drawn with fonts of their own. */
export async function registerFont({ family, file, bold, italic }: FontFile): Promise<void> {
  const bytes = (await folders.standardFontDataUrl()).get(file);
  if (bytes === undefined || file.endsWith('.pfb')) return;
  const { fonts: known } = globalThis as unknown as { readonly fonts?: FontFaceSet };
  const face = new FontFace(family, bytes as Uint8Array<ArrayBuffer>, {
    weight: bold ? 'bold' : 'normal',
    style: italic ? 'italic' : 'normal',
  });
  (known ?? document.fonts).add(await face.load());
}

/** Paths of browsers cannot be read back. */
export function svgOf(_path: DrawnPath): string | undefined {
  return undefined;
}

export function pdfjsFiles(): Readonly<Record<string, unknown>> {
  return { BinaryDataFactory: PackedFiles, FilterFactory: NoFilters };
}

/**
 * The reading half of pdf.js takes a web worker that it is loaded in for its own: it tells the page that it is ready, and
 * listens to what the page says. Both belong to whoever made the worker, so neither is let through.
 */
export async function asPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (typeof window !== 'undefined' || typeof self.postMessage !== 'function') return load();
  const { addEventListener, postMessage } = self;
  /** What began to listen last: pdf.js does before it speaks. */
  let last: Parameters<typeof addEventListener> | undefined;
  const hear = (...given: Parameters<typeof addEventListener>) => {
    last = given;
    addEventListener.apply(self, given);
  };
  const say = (...given: Parameters<typeof postMessage>) => {
    if (!isReadiness(given[0])) postMessage.apply(self, given);
    else if (last) self.removeEventListener(last[0], last[1]);
  };
  const restore = [replace('addEventListener', hear), replace('postMessage', say)];
  try {
    return await load();
  } finally {
    for (const each of restore) each();
  }
}

/** Replaces a function of the worker. @returns what puts it back, unless somebody else has replaced it since */
function replace(name: 'addEventListener' | 'postMessage', by: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(self, name);
  Object.defineProperty(self, name, { value: by, configurable: true, writable: true });
  return () => {
    if (self[name] !== by) return;
    Reflect.deleteProperty(self, name);
    if (own) Object.defineProperty(self, name, own);
  };
}

/** Whether a message is the one by which pdf.js says that it is ready. */
function isReadiness(message: unknown): boolean {
  const { sourceName, action } = (message ?? {}) as {
    readonly sourceName?: unknown;
    readonly action?: unknown;
  };
  return sourceName === 'worker' && action === 'ready';
}

export function installationAdvice(): string {
  return 'Check that the bundler takes pdfjs-dist into the bundle.';
}

/** The folders of the package, by the options that name them; each is unpacked once, when it is asked for. */
const folders = {
  standardFontDataUrl: once(fonts),
  cMapUrl: once(cmaps),
  wasmUrl: once(decoders),
};

type Files = ReadonlyMap<string, Uint8Array>;

/** Unpacks a folder with the first call; an attempt that failed is not kept. */
function once(load: () => Promise<Uint8Array>): () => Promise<Files> {
  let files: Promise<Files> | undefined;
  return () => {
    files ??= load()
      .then(filesOf)
      .catch((error: unknown) => {
        files = undefined;
        throw error;
      });
    return files;
  };
}

/** What pdf.js asks for files. */
class PackedFiles {
  /** @throws Error where there is no such file */
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    const bytes = (await folders[kind]()).get(filename);
    if (bytes === undefined) throw new Error(`pdf.js has no file ${filename}`);
    // pdf.js takes the buffer away from its owner.
    return bytes.slice();
  }
}

/** Filters are elements of a page, which web workers do not have; Node draws without them as well. */
class NoFilters {
  readonly addFilter = () => 'none';
  readonly addHCMFilter = () => 'none';
  readonly addAlphaFilter = () => 'none';
  readonly addLuminosityFilter = () => 'none';
  readonly addHighlightHCMFilter = () => 'none';
  readonly destroy = () => undefined;
}
