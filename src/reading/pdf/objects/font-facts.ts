/**
 * What the dictionary of a font says of its codes, read from the file's objects, where an engine does not report it.
 */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import type { Type3Measures } from '../type3-size.js';
import { readOperations } from './content-tokens.js';
import type { FileObjects } from './file-objects.js';
import {
  isDictionary,
  isReference,
  isString,
  nameIn,
  objectValue,
  type PdfDictionary,
  type PdfValue,
  resolve,
  resolveDictionary,
  resolveList,
} from './object-values.js';
import { stringBytes } from './strings.js';
import { MAX_MAP_BYTES, parseToUnicode } from './to-unicode.js';

export interface FontFacts {
  /** `Type0`, `TrueType`, `Type1`, `Type3`… */
  readonly subtype: string;
  /** As the file gives it; empty for none. */
  readonly name: string;
  /** Texts by code as its own map gives them, read when first asked for; empty where it has none that can be read. */
  readonly texts: ReadonlyMap<number, string>;
  /** Its map is the name of one that changes nothing (`Identity-H`): its codes are Unicode. */
  readonly codesAreUnicode: boolean;
  /** Its program is in the file. */
  readonly isEmbedded: boolean;
  /** Its program has TrueType outlines. */
  readonly trueType: boolean;
  /** How a simple font names its codes, or the map of codes of a composite one; undefined where it names none. */
  readonly encoding: FontEncoding | undefined;
  /** Its glyphs are signs of its own; undefined where it has no descriptor. */
  readonly symbolic: boolean | undefined;
  /** A composite font's numbers of glyphs are its own, not those of a collection of characters. */
  readonly ownCollection: boolean;
  /** Glyphs of the program by number in the collection: the same number, or two bytes each; undefined for no such map. */
  readonly glyphNumbers: 'identity' | Uint8Array | undefined;
  /** Measures of a Type 3 font; undefined for others, and where they cannot be read. */
  readonly type3: Type3Facts | undefined;
}

interface FontEncoding {
  /** The predefined encoding that it begins with, or map of codes; undefined for one of the font's own. */
  readonly base: string | undefined;
  /** Names of glyphs by code where it differs. */
  readonly names: ReadonlyMap<number, string>;
}

export interface Type3Facts extends Type3Measures {
  /** Advances by code as shares of the font size, with gaps. */
  readonly advances: readonly (number | undefined)[];
  /** Whether the procedure that draws a glyph paints; undefined where it cannot be read. */
  paints(name: string): boolean | undefined;
}

/** Before the name of a font of which the file holds a part. */
const SUBSET = /^[A-Z]{6}\+/u;

/** Maps of codes that leave them as they are. */
const IDENTITY = /^Identity-[HV]$/u;

/** Where descriptors have the program of a font. */
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** Flag of descriptors (ISO 32000-1, table 123). */
const SYMBOLIC = 4;

/** Codes of simple fonts. */
const SIMPLE_CODES = 256;

/** What collections of characters are called that are those of one font. */
const OWN_COLLECTION = 'Identity';

const TRUE_TYPE = /\/Subtype\s{0,8}\/TrueType\b/u;
const MAP = /\/ToUnicode\s{0,8}(\/?)/u;

/**
 * Whether the file may know better than an engine what the codes of a font mean (`CodeTexts.decides`), by a look at its dictionary: to
 * read it takes ten times as long.
 * @param number of the font's object
 */
export function mayDecide(objects: FileObjects, number: number): boolean {
  const text = objects.text(number);
  if (text === undefined) return false;
  const map = MAP.exec(text);
  return map === null ? TRUE_TYPE.test(text) : map[1] !== '';
}

/**
 * Undefined where the font's object is not to be found: what is there must be a font of this name.
 * @param number of the font's object
 * @param name as the engine gives it, with or without the letters of a subset; empty for Type 3
 */
export function readFontFacts(objects: FileObjects, number: number, name: string): FontFacts | undefined {
  const font = objectValue(objects, number);
  if (!isDictionary(font) || nameIn(font.get('Type')) !== 'Font') return undefined;
  const subtype = nameIn(font.get('Subtype')) ?? '';
  const baseFont = nameIn(font.get('BaseFont')) ?? '';
  if (subtype !== 'Type3' && baseFont.replace(SUBSET, '') !== name.replace(SUBSET, '')) return undefined;
  const isComposite = subtype === 'Type0';
  const inner = isComposite
    ? resolveDictionary(objects, resolveList(objects, font.get('DescendantFonts'))?.[0])
    : font;
  const descriptor = resolveDictionary(objects, inner?.get('FontDescriptor'));
  const flags = descriptor?.get('Flags');
  const toUnicode = font.get('ToUnicode');
  let texts: ReadonlyMap<number, string> | undefined;
  return {
    subtype,
    name: baseFont,
    get texts() {
      texts ??= textsOf(objects, toUnicode);
      return texts;
    },
    codesAreUnicode: IDENTITY.test(nameIn(resolve(objects, toUnicode)) ?? ''),
    isEmbedded: PROGRAMS.some((key) => isReference(descriptor?.get(key))),
    trueType: /^(?:TrueType|CIDFontType2)$/u.test(nameIn(inner?.get('Subtype')) ?? ''),
    encoding: encodingOf(objects, font.get('Encoding')),
    symbolic: typeof flags === 'number' ? (flags & SYMBOLIC) !== 0 : undefined,
    ownCollection: isComposite && inner !== undefined && hasOwnCollection(objects, inner),
    glyphNumbers: isComposite && inner !== undefined ? glyphNumbersOf(objects, inner) : undefined,
    type3: subtype === 'Type3' ? type3Of(objects, font) : undefined,
  };
}

function textsOf(objects: FileObjects, map: PdfValue): ReadonlyMap<number, string> {
  const data = isReference(map) ? objects.stream(map.number) : undefined;
  if (data === undefined || data.length > MAX_MAP_BYTES) return new Map();
  return parseToUnicode(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1'));
}

function encodingOf(objects: FileObjects, value: PdfValue): FontEncoding | undefined {
  const encoding = resolve(objects, value);
  const name = nameIn(encoding);
  if (name !== undefined) return { base: name, names: new Map() };
  if (!isDictionary(encoding)) return undefined;
  const names = new Map<number, string>();
  let code = 0;
  for (const entry of resolveList(objects, encoding.get('Differences')) ?? []) {
    const glyph = nameIn(entry);
    if (typeof entry === 'number') code = entry;
    else if (glyph !== undefined) names.set(code++, glyph);
  }
  return { base: nameIn(encoding.get('BaseEncoding')), names };
}

function hasOwnCollection(objects: FileObjects, font: PdfDictionary): boolean {
  const ordering = resolve(objects, resolveDictionary(objects, font.get('CIDSystemInfo'))?.get('Ordering'));
  return isString(ordering) && stringBytes(ordering.written).toString('latin1') === OWN_COLLECTION;
}

function glyphNumbersOf(objects: FileObjects, font: PdfDictionary): FontFacts['glyphNumbers'] {
  const map = font.get('CIDToGIDMap');
  if (map === undefined || nameIn(map) === 'Identity') return 'identity';
  return isReference(map) ? objects.stream(map.number) : undefined;
}

function type3Of(objects: FileObjects, font: PdfDictionary): Type3Facts | undefined {
  const [scaleX, , , scaleY] = numbersIn(objects, font.get('FontMatrix'));
  const [, bottom, , top] = numbersIn(objects, font.get('FontBBox'));
  const first = font.get('FirstChar');
  const widths = numbersIn(objects, font.get('Widths'));
  if (!scaleX || !scaleY || bottom === undefined || top === undefined || bottom === top) return undefined;
  if (typeof first !== 'number' || widths.length > SIMPLE_CODES) return undefined;
  const advances: (number | undefined)[] = [];
  for (const [index, width] of widths.entries()) {
    advances[first + index] = width === undefined ? undefined : width * scaleX;
  }
  const drawn = widths.filter((width) => width !== undefined && width > 0) as readonly number[];
  const mean = drawn.length === 0 ? 0 : drawn.reduce((sum, width) => sum + width, 0) / drawn.length;
  const procedures = resolveDictionary(objects, font.get('CharProcs'));
  return {
    advances,
    meanAdvance: mean * scaleX,
    boxHeight: Math.abs((top - bottom) * scaleY),
    paints: (name) => {
      const procedure = procedures?.get(name);
      const data = isReference(procedure) ? objects.stream(procedure.number) : undefined;
      return data && paintsIn(data);
    },
  };
}

/** Operators of procedures that paint nothing: measures of the glyph, and saving of state. */
const WITHOUT_INK: ReadonlySet<string> = new Set(['d0', 'd1', 'q', 'Q']);

function paintsIn(procedure: Uint8Array): boolean {
  for (const { operator } of readOperations(procedure)) if (!WITHOUT_INK.has(operator)) return true;
  return false;
}

function numbersIn(objects: FileObjects, value: PdfValue): readonly (number | undefined)[] {
  return (resolveList(objects, value) ?? []).map((entry) => (typeof entry === 'number' ? entry : undefined));
}
