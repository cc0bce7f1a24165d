/**
 * Names of glyphs to Unicode, after the Adobe Glyph List Specification: names from the list, `uni20AC`, `u1F600`,
 * parts joined by underscores, suffixes after a period. Of the list, the Latin, Greek and punctuation names are
 * known here; those of accented letters are put together from their parts.
 */

/** Names that represent one character and are not a Latin letter, with or without an accent. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...named(
    '!"#$%&()*+,./:;<=>?@[\\]^_`{|}~',
    'exclam quotedbl numbersign dollar percent ampersand parenleft parenright asterisk plus comma period slash ' +
      'colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum underscore ' +
      'grave braceleft bar braceright asciitilde',
  ),
  ...named('0123456789', 'zero one two three four five six seven eight nine'),
  ...named(
    " \u00a0\u00ad'-",
    'space nonbreakingspace softhyphen quotesingle hyphen', // the hyphen of ASCII, as every encoding has it
  ),
  ...named(
    '¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷',
    'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft ' +
      'logicalnot registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered ' +
      'cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown multiply divide',
  ),
  ...named(
    'ÆæØøÞþÐðßŒœŁłĐđĦħıĸŊŋſŦŧĿŀŉƒĲĳ',
    'AE ae Oslash oslash Thorn thorn Eth eth germandbls OE oe Lslash lslash Dcroat dcroat Hbar hbar dotlessi ' +
      'kgreenlandic Eng eng longs Tbar tbar Ldot ldot napostrophe florin IJ ij',
  ),
  ...named('ˆˇ˘˙˚˛˜˝', 'circumflex caron breve dotaccent ring ogonek tilde hungarumlaut'),
  ...named(
    '–—―‘’‚‛“”„†‡•‥…‰′″‹›‼⁄€™−∞≈≠≤≥√∂∑∏∫◊Ω∆ℓ№℮',
    'endash emdash afii00208 quoteleft quoteright quotesinglbase quotereversed quotedblleft quotedblright ' +
      'quotedblbase dagger daggerdbl bullet twodotenleader ellipsis perthousand minute second guilsinglleft ' +
      'guilsinglright exclamdbl fraction Euro trademark minus infinity approxequal notequal lessequal ' +
      'greaterequal radical partialdiff summation product integral lozenge Omega Delta afii61289 afii61352 estimated',
  ),
  ...named(
    'ΑΒΓΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨαβγδεζηθικλνξοπρςστυφχψω',
    'Alpha Beta Gamma Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi ' +
      'Chi Psi alpha beta gamma delta epsilon zeta eta theta iota kappa lambda nu xi omicron pi rho sigma1 sigma ' +
      'tau upsilon phi chi psi omega',
  ),
  ...named(
    '←↑→↓↔↕■□▪▫▲►▼◄○●✓♠♣♥♦⅓⅔⅛⅜⅝⅞',
    'arrowleft arrowup arrowright arrowdown arrowboth arrowupdn filledbox H22073 H18543 H18551 triagup triagrt ' +
      'triagdn triaglf circle H18533 checkmark spade club heart diamond onethird twothirds ' +
      'oneeighth threeeighths fiveeighths seveneighths',
  ),
  ...named('Șș₣', 'Scommaaccent scommaaccent franc'),
  ...'ff fi fl ffi ffl'.split(' ').map((name): [string, string] => [name, name]),
]);

/** Further names of characters in the list: older names, and those of the Macintosh order of glyphs. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['nbspace', 'nonbreakingspace'],
  ['nonmarkingreturn', 'space'],
  ['sfthyphen', 'softhyphen'],
  ['middot', 'periodcentered'],
  ['overscore', 'macron'],
  ['dmacron', 'dcroat'],
  ['Dslash', 'Dcroat'],
  ['mu1', 'mu'],
  ['ohm', 'Omega'],
  ['increment', 'Delta'],
  ['Tcedilla', 'Tcommaaccent'],
  ['tcedilla', 'tcommaaccent'],
]);

/** Combining marks by the ends of names of accented letters. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circumflex', '\u0302'],
  ['tilde', '\u0303'],
  ['macron', '\u0304'],
  ['breve', '\u0306'],
  ['dotaccent', '\u0307'],
  ['dieresis', '\u0308'],
  ['ring', '\u030a'],
  ['hungarumlaut', '\u030b'],
  ['caron', '\u030c'],
  ['cedilla', '\u0327'],
  ['commaaccent', '\u0327'],
  ['ogonek', '\u0328'],
]);

/** Longer names are no names of characters. */
const MAX_NAME = 63;

const ACCENTED = /^([A-Za-z])([a-z]{4,12})$/u;
const UNI_NAME = /^uni((?:[\dA-F]{4}){1,8})$/u;
const U_NAME = /^u([\dA-F]{4,6})$/u;

/**
 * The text that a glyph of this name represents; undefined when the name says nothing (`.notdef`, `g123`).
 * `hyphen.case` is a hyphen and `f_f_i` is `ffi` (Adobe Glyph List Specification, section 2).
 */
export function textOfGlyphName(name: string): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const base = name.split('.', 1)[0] ?? '';
  const parts = base.split('_').map(textOfPart);
  return base === '' || parts.includes(undefined) ? undefined : parts.join('');
}

function textOfPart(name: string): string | undefined {
  const character = CHARACTERS.get(OTHER_NAMES.get(name) ?? name);
  if (character !== undefined) return character;
  if (/^[A-Za-z]$/u.test(name)) return name;
  return accented(OTHER_NAMES.get(name) ?? name) ?? fromUniName(name);
}

function accented(name: string): string | undefined {
  const [, letter = '', accent = ''] = ACCENTED.exec(name) ?? [];
  const mark = ACCENTS.get(accent);
  if (mark === undefined) return undefined;
  const composed = (letter + mark).normalize('NFC');
  return composed.length === 1 ? composed : undefined;
}

function fromUniName(name: string): string | undefined {
  const [, digits] = UNI_NAME.exec(name) ?? U_NAME.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const codes = name.startsWith('uni') ? (digits.match(/.{4}/gu) ?? []) : [digits];
  const points = codes.map((code) => Number.parseInt(code, 16));
  const valid = points.every((code) => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
  return valid ? String.fromCodePoint(...points) : undefined;
}

/** Pairs of names and characters that are in the same order. */
function named(characters: string, names: string): [string, string][] {
  const texts = [...characters];
  return names.split(' ').map((name, index) => [name, texts[index] ?? '']);
}
