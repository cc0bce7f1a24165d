/**
 * Fonts for text whose own fonts are not in the file. The fonts of the machine would make drawings, and what OCR
 * reads in them, differ from one machine to the next; a machine without any draws empty boxes.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { registerFont } from '../../../foundation/platform/pdfjs.js';

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
export function useFallbackFonts(context: SKRSContext2D): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font');
  Object.defineProperty(context, 'font', {
    get: () => own?.get?.call(context),
    set: (font: string) => own?.set?.call(context, withFallbackFamily(font)),
  });
}

let registering: Promise<unknown> | undefined;

/** Registers the families, once a process: there is one list of fonts for all canvases. A failed attempt is tried again. */
export async function registerFamilies(): Promise<void> {
  registering ??= Promise.all(
    Object.values(FAMILIES).flatMap(({ name: family, files }) =>
      files.map((file) =>
        registerFont({ family, file, bold: file.includes('Bold'), italic: file.includes('Italic') }),
      ),
    ),
  ).catch((error: unknown) => {
    registering = undefined;
    throw error;
  });
  await registering;
}
