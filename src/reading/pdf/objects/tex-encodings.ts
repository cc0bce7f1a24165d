/**
 * The encodings of TeX's text fonts, as far as they differ from ASCII: OT1 (The TeXbook, appendix F) and T1 (Cork). Its drivers
 * write bitmap fonts whose glyphs are named by these codes alone.
 */

/** U+0000 for what is no text by itself, as accents that are set over the next letter. */
const OT1 = tableOf([
  [11, ['ff', 'fi', 'fl', 'ffi', 'ffl', 'ı', 'ȷ']],
  [25, ['ß', 'æ', 'œ', 'ø', 'Æ', 'Œ', 'Ø']],
  [34, ['”']],
  [39, ['’']],
  [60, ['¡']],
  [62, ['¿']],
  [92, ['“']],
  [94, ['\0', '\0', '‘']],
  [123, ['–', '—', '\0', '\0', '\0']],
]);

const T1 = tableOf([
  [13, ['‚', '‹', '›', '“', '”', '„', '«', '»', '–', '—', '\0', '\0', 'ı', 'ȷ']],
  [27, ['ff', 'fi', 'fl', 'ffi', 'ffl']],
  [39, ['’']],
  [96, ['‘']],
  [127, ['-', ...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£']],
  [0xd7, ['Œ']],
  [0xdf, ['SS']],
  [0xf7, ['œ']],
  [0xff, ['ß']],
]);

/** Ligatures (`ff` to `ffl`) by which a font shows its encoding: first and last code. */
const OT1_LIGATURES = [11, 15] as const;
const T1_LIGATURES = [27, 31] as const;

/**
 * What codes of a TeX font show where they differ from ASCII and Latin-1, by the ligatures in the words that it shows; nothing where
 * it shows none.
 * @param shown codes as they follow each other
 */
export function texTable(shown: readonly (readonly number[])[]): ReadonlyMap<number, string> {
  let ot1 = 0;
  let t1 = 0;
  for (const codes of shown) {
    for (const [index, code] of codes.entries()) {
      if (!isSmallLetter(codes[index - 1]) && !isSmallLetter(codes[index + 1])) continue;
      if (code >= OT1_LIGATURES[0] && code <= OT1_LIGATURES[1]) ot1 += 1;
      else if (code >= T1_LIGATURES[0] && code <= T1_LIGATURES[1]) t1 += 1;
    }
  }
  if (t1 > ot1) return T1;
  return ot1 > 0 ? OT1 : new Map();
}

function isSmallLetter(code = 0): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Texts by code of stretches of codes that begin at one. */
function tableOf(stretches: readonly (readonly [number, readonly string[]])[]): ReadonlyMap<number, string> {
  return new Map(
    stretches.flatMap(([first, texts]) =>
      texts.map((text, index): [number, string] => [first + index, text]),
    ),
  );
}
