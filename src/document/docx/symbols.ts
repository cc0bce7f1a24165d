/** Characters of the symbol fonts that forms use, as Unicode has them. */

/** Codes of Wingdings that mark choices, bullets and arrows. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x6c, '\u25CF'],
  [0x6e, '\u25A0'],
  [0x6f, '\u25A1'],
  [0x71, '\u2751'],
  [0x78, '\u2327'],
  [0xa1, '\u25CB'],
  [0xa7, '\u25AA'],
  [0xa8, '\u2610'],
  [0xdf, '\u2190'],
  [0xe0, '\u2192'],
  [0xfb, '\u2717'],
  [0xfc, '\u2713'],
  [0xfd, '\u2612'],
  [0xfe, '\u2611'],
]);
const WINGDINGS_2: ReadonlyMap<number, string> = new Map([
  [0x2a, '\u2610'],
  [0x4f, '\u2717'],
  [0x50, '\u2713'],
  [0x51, '\u2612'],
  [0x52, '\u2611'],
  [0x53, '\u2612'],
  [0x54, '\u2612'],
  [0xa3, '\u2610'],
]);
/** Codes that are given as private-use characters begin here. */
const PRIVATE_USE = 0xf000;

/**
 * The character of a symbol; one that is not known stays as the private-use character of the file.
 * @param code hexadecimal, as the file gives it
 */
export function symbolText(font: string | undefined, code: string | undefined): string {
  const given = Number.parseInt(code ?? '', 16);
  if (!(given > 0 && given <= 0xffff)) return '';
  const low = given >= PRIVATE_USE ? given - PRIVATE_USE : given;
  const name = font?.toLowerCase();
  const known = name === 'wingdings' ? WINGDINGS : name === 'wingdings 2' ? WINGDINGS_2 : undefined;
  return known?.get(low) ?? String.fromCharCode(given);
}
