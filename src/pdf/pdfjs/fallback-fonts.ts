/**
 * Fonts for text whose own fonts are not in the file. The fonts of the machine would make drawings, and what OCR
 * reads in them, differ from one machine to the next; a machine without any draws empty boxes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GlobalFonts, SKRSContext2D } from '@napi-rs/canvas';
import { pdfjsFolder } from './folder.js';

/** Families by the generic names that pdf.js falls back to, with the files of pdf.js that hold their faces. */
const FAMILIES = {
  'sans-serif': {
    name: 'Anchorline Sans',
    files: ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((face) => `LiberationSans-${face}.ttf`),
  },
  serif: {
    name: 'Anchorline Serif',
    files: ['', 'Bold', 'Italic', 'BoldItalic'].map((face) => `FoxitSerif${face}.pfb`),
  },
  monospace: {
    name: 'Anchorline Mono',
    files: ['', 'Bold', 'Italic', 'BoldItalic'].map((face) => `FoxitFixed${face}.pfb`),
  },
} as const;

type Generic = keyof typeof FAMILIES;

/** The generic family at the end of a font as CSS writes it. */
const GENERIC_FAMILY = /(?<=[\s,])(?:sans-serif|serif|monospace)$/;

/**
 * A font as pdf.js asks for it, with a family of ours before the generic one; signs that it lacks come from the
 * machine after all.
 * @param font e.g. `italic bold 12px "g_d0_f1", serif`
 */
export function withFallbackFamily(font: string): string {
  return font.replace(GENERIC_FAMILY, (generic) => `"${FAMILIES[generic as Generic].name}", ${generic}`);
}

/** Makes a context draw with our families wherever a font is missing. */
export function useFallbackFonts(context: SKRSContext2D, fonts: typeof GlobalFonts): void {
  registerFamilies(fonts);
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font');
  Object.defineProperty(context, 'font', {
    get: () => own?.get?.call(context),
    set: (font: string) => own?.set?.call(context, withFallbackFamily(font)),
  });
}

let areRegistered = false;

/** Registered once a process: the package keeps one list of fonts for all canvases. */
function registerFamilies(fonts: typeof GlobalFonts): void {
  if (areRegistered) return;
  areRegistered = true;
  const folder = join(pdfjsFolder(), 'standard_fonts');
  for (const { name, files } of Object.values(FAMILIES)) {
    for (const file of files) fonts.register(readFileSync(join(folder, file)), name);
  }
}
