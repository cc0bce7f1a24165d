/**
 * Where PDFium keeps what its functions do not hand out: the codes of a text object with their positions, which are
 * the only way to spaces at the ends of lines and to a glyph's font code; and the list of characters of a page, whose
 * functions take six calls a character. The places are those of one build of PDFium, so that each instance proves them
 * on a document that is known, and an instance that does not have them is not used.
 */
import type { PdfiumExports } from './pdfium-exports.js';
import type { Scratch } from './scratch.js';

/** Words (of 32 bits) from the start of an object, as of @embedpdf/pdfium 2.15. */
const TEXT_STATE = 4;
const TEXT_CODES = 26;
const TEXT_POSITIONS = 29;
const FONT_DICTIONARY = 26;
const OBJECT_NUMBER = 2;
const CHARACTERS = 4;
const WIDTH_LIST = 46;
const CODE_MAP = 39;

/** Bytes from the start of a map of codes to characters of a collection, and what they are in those of two bytes that change nothing. */
const CODE_MAP_KIND = 11;
const IDENTITY = [1, 6];

/** The same in half words (of 16 bits): the widths of a simple font by code, and what others of a composite font have. */
const WIDTHS = 856;
const DEFAULT_WIDTH = 89;

/** Codes of a simple font, and the width of one that was never asked for. */
const SIMPLE_CODES = 256;
const NO_WIDTH = 0xffff;

/** Bytes of a point of a path: x and y, then the bytes of its kind and of its closing. */
export const POINT_BYTES = 12;
const POINT_LINE = 0;
export const POINT_CURVE = 1;
export const POINT_MOVE = 2;

/** In the list of codes: a shift of the position, in place of a code. */
export const SHIFT = 0xffffffff;

/** Kinds of characters in the list of a page. */
export enum CharacterKind {
  normal = 0,
  generated = 1,
  unmapped = 2,
  hyphen = 3,
  piece = 4,
}

/** Words of a character in the list, and the places of its members. */
const CHARACTER_WORDS = 20;
export const CHARACTER = {
  kind: 0,
  unicode: 1,
  code: 2,
  originX: 3,
  originY: 4,
  inkBottom: 6,
  inkRight: 7,
  inkTop: 8,
  looseLeft: 9,
  looseBottom: 10,
  looseRight: 11,
  looseTop: 12,
  matrix: 13,
  object: 19,
} as const;

/** Characters in a block of the list: libc++ fills 4,096 bytes. */
const BLOCK = Math.floor(4096 / (CHARACTER_WORDS * 4));

/** What a text object shows: codes of its font, `SHIFT` among them, with positions along the baseline. */
export interface ShownCodes {
  /** Index of the first code in the memory's words. */
  readonly codes: number;
  readonly count: number;
  /** Index of the position of the second code in the memory's numbers; the first is at 0. */
  readonly positions: number;
}

/** The codes of a text object. The indices hold until the next call into PDFium. */
export function shownCodes({ words }: Scratch, object: number): ShownCodes {
  const at = (object >> 2) + TEXT_CODES;
  const begin = words[at] ?? 0;
  const end = words[at + 1] ?? 0;
  return {
    codes: begin >> 2,
    count: (end - begin) >> 2,
    positions: (words[(object >> 2) + TEXT_POSITIONS] ?? 0) >> 2,
  };
}

/** What identifies the text state of a text object: objects in a row have the same as long as nothing changes it. */
export function textState({ words }: Scratch, object: number): number {
  return words[(object >> 2) + TEXT_STATE] ?? 0;
}

/** What distinguishes a font from all others of its document; its own address may serve another font later. */
export function fontKey({ words }: Scratch, font: number): number {
  return words[(font >> 2) + FONT_DICTIONARY] ?? 0;
}

/** The number of a font's object in the file; 0 where it is no object of its own. */
export function fontNumber(scratch: Scratch, font: number): number {
  return scratch.words[(fontKey(scratch, font) >> 2) + OBJECT_NUMBER] ?? 0;
}

/** What shows the kind of a font: Type 1, TrueType, Type 3 or composite. */
export function fontClass({ words }: Scratch, font: number): number {
  return words[font >> 2] ?? 0;
}

/**
 * The advance of a code of a simple font, in thousandths of the font size; undefined where it was never shown.
 */
export function simpleWidth({ halves }: Scratch, font: number, code: number): number | undefined {
  if (code >= SIMPLE_CODES) return undefined;
  const width = halves[(font >> 1) + WIDTHS + code];
  return width === NO_WIDTH ? undefined : width;
}

/** The advance that a composite font has for a character of its collection (CID), in thousandths of the font size. */
export function listedWidth(scratch: Scratch, font: number, character: number): number {
  return ownWidth(scratch, font, character) ?? scratch.halves[(font >> 1) + DEFAULT_WIDTH] ?? 0;
}

/** The same for those that the font lists; undefined for those that have the width of all others. */
export function ownWidth({ words }: Scratch, font: number, character: number): number | undefined {
  const list = (font >> 2) + WIDTH_LIST;
  const end = (words[list + 1] ?? 0) >> 2;
  for (let at = (words[list] ?? 0) >> 2; at + 2 < end; at += 3) {
    const isListed = character >= (words[at] ?? 0) && character <= (words[at + 1] ?? 0);
    if (isListed) return (words[at + 2] ?? 0) | 0;
  }
  return undefined;
}

/** Whether the codes of a composite font are the characters of its collection (Identity-H and Identity-V). */
export function hasIdentityCodes({ words, bytes }: Scratch, font: number): boolean {
  const at = (words[(font >> 2) + CODE_MAP] ?? 0) + CODE_MAP_KIND;
  return IDENTITY.every((value, index) => bytes[at + index] === value);
}

/** The places of the characters of a page, as indices into the memory's words. */
export function charactersOf({ words }: Scratch, textPage: number): number[] {
  const list = (textPage >> 2) + CHARACTERS;
  const blocks = (words[list + 1] ?? 0) >> 2;
  const start = words[list + 4] ?? 0;
  const count = words[list + 5] ?? 0;
  const places: number[] = [];
  for (let index = start; index < start + count; index++) {
    const block = (words[blocks + Math.floor(index / BLOCK)] ?? 0) >> 2;
    places.push(block + (index % BLOCK) * CHARACTER_WORDS);
  }
  return places;
}

/** Classes of fonts that need care, by `fontClass`. */
export interface FontClasses {
  readonly type3: number;
  readonly composite: number;
}

/** The known document: three fonts, one with codes of its own; 60 characters; a path; the clip of another. */
const KNOWN = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 900 900]/Contents 4 0 R/Resources<</Font<</A 9 0 R/B 8 0 R/C 6 0 R>>>>>> endobj
4 0 obj <</Length 420>> stream
BT /A 10 Tf 70 700 Td [(\\001\\002)-1000(\\003\\003)]TJ
0 -20 Td (${'\\001\\002\\003'.repeat(20)}) Tj
/B 10 Tf 0 -20 Td (A) Tj /C 10 Tf 0 -20 Td <00410042> Tj ET BT (B) Tj ET
1 2 m 3 4 l 5 6 7 8 9 10 c h f 1 1 2 2 re W n 0 0 9 9 re f                  
endstream endobj
9 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 3/Widths[667 667 722]/Encoding<</Type/Encoding/Differences[1/A/B/C]>>>> endobj
8 0 obj <</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 1 1]/FirstChar 65/LastChar 65/Widths[500]/Encoding<</Type/Encoding/Differences[65/A]>>/CharProcs<</A 5 0 R>>>> endobj
5 0 obj <</Length 8>> stream
500 0 d0
endstream endobj
6 0 obj <</Type/Font/Subtype/Type0/BaseFont/K/Encoding/Identity-H/DescendantFonts[7 0 R]>> endobj
7 0 obj <</Type/Font/Subtype/CIDFontType2/BaseFont/K/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 777/W[3[303 404]65 66 505]>> endobj
trailer <</Root 1 0 R>>
`;

/**
 * Proves the places on the known document.
 * @throws Error where PDFium is another build
 */
export function checkLayout(exports: PdfiumExports, scratch: Scratch): FontClasses {
  return scratch.with(Buffer.from(KNOWN, 'latin1'), (address) => {
    const document = exports.FPDF_LoadMemDocument(address, KNOWN.length, 0);
    const page = exports.FPDF_LoadPage(document, 0);
    const textPage = exports.FPDFText_LoadPage(page);
    try {
      return proveLayout(exports, scratch, page, textPage);
    } finally {
      exports.FPDFText_ClosePage(textPage);
      exports.FPDF_ClosePage(page);
      exports.FPDF_CloseDocument(document);
    }
  });
}

function proveLayout(exports: PdfiumExports, scratch: Scratch, page: number, textPage: number): FontClasses {
  const objects = Array.from({ length: exports.FPDFPage_CountObjects(page) }, (_, index) =>
    exports.FPDFPage_GetObject(page, index),
  );
  const [first = 0, second = 0, type3 = 0, composite = 0, anew = 0, path = 0, clipped = 0] = objects;
  const { words, floats, bytes } = scratch;
  const { codes, count, positions } = shownCodes(scratch, first);
  prove(objects.length === 7 && count === 5, 'number of codes');
  prove(
    [1, 2, SHIFT, 3, 3].every((code, index) => words[codes + index] === code),
    'codes',
  );
  prove(Math.abs((floats[positions + 2] ?? 0) - 23.34) < 0.01, 'positions');
  const states = [first, second, composite, anew].map((object) => textState(scratch, object));
  prove(states[0] === states[1] && new Set(states).size === 3, 'states of text');
  const fonts = [first, type3, composite].map((object) => exports.FPDFTextObj_GetFont(object));
  const numbers = fonts.map((font) => fontNumber(scratch, font));
  prove(numbers.join() === '9,8,6', 'fonts');
  proveWidths(scratch, fonts);
  proveCharacters(scratch, textPage, objects);
  const point = exports.FPDFPath_GetPathSegment(path, 0);
  const kinds = [0, 1, 2, 3, 4].map((index) => bytes[point + index * POINT_BYTES + 8]);
  prove(kinds.join() === [POINT_MOVE, POINT_LINE, POINT_CURVE, POINT_CURVE, POINT_CURVE].join(), 'paths');
  prove(bytes[point + 5 * POINT_BYTES + 9] === 1 && floats[(point >> 2) + 12] === 9, 'ends of paths');
  prove((words[exports.FPDFPageObj_GetClipPath(clipped) >> 2] ?? 0) !== 0, 'clips');
  prove(words[exports.FPDFPageObj_GetClipPath(path) >> 2] === 0, 'no clips');
  const [simple, ...others] = fonts.map((font) => fontClass(scratch, font));
  const classes: FontClasses = { type3: others[0] ?? 0, composite: others[1] ?? 0 };
  prove(new Set([simple, ...others]).size === 3, 'kinds of fonts');
  return classes;
}

function proveWidths(scratch: Scratch, [simple = 0, , composite = 0]: readonly number[]): void {
  const own = [1, 2, 3, SIMPLE_CODES].map((code) => simpleWidth(scratch, simple, code));
  prove(own.join() === '667,667,722,', 'widths');
  const listed = [2, 3, 4, 65, 66, 67].map((character) => listedWidth(scratch, composite, character));
  prove(listed.join() === '777,303,404,505,505,777', 'lists of widths');
  prove(hasIdentityCodes(scratch, composite), 'maps of codes');
}

/** The second object shows A, B and C twenty times, over more than a block of the list. */
function proveCharacters(scratch: Scratch, textPage: number, objects: readonly number[]): void {
  const { words, floats } = scratch;
  const second = charactersOf(scratch, textPage).filter((at) => words[at + CHARACTER.object] === objects[1]);
  prove(second.length === 60, 'list of characters');
  for (const [index, at] of second.entries()) {
    const code = (index % 3) + 1;
    prove(words[at + CHARACTER.code] === code && words[at + CHARACTER.unicode] === 0x40 + code, 'characters');
    prove(((words[at] ?? 0) & 0xff) === CharacterKind.normal, 'kinds of characters');
  }
  const width = (at = 0) =>
    (floats[at + CHARACTER.looseRight] ?? 0) - (floats[at + CHARACTER.looseLeft] ?? 0);
  prove(
    Math.abs(width(second[2]) - 7.22) < 0.001 && floats[(second[0] ?? 0) + CHARACTER.matrix] === 1,
    'boxes',
  );
}

function prove(holds: boolean, what: string): void {
  if (!holds) throw new Error(`its memory is not that of the known version: ${what}`);
}
