/** What is known of a code of a font. */
export interface KnownCode {
  /** U+0000 where nothing is known, empty where it is known to draw nothing. */
  readonly text: string;
  /** The text comes from the font, not from a guess. */
  readonly mapped: boolean;
  /** Advance in thousandths of the font size. */
  readonly width: number;
  /** The text comes from the order of the font's glyphs, or from that it draws nothing. */
  readonly inferred: true | undefined;
  /** What the advance has more than the whole thousandths by which PDFium moves on. */
  readonly rest: number;
}

/** Each with all members: what reads codes is compiled again for every set of them. */
export function knownCode(
  text: string,
  mapped: boolean,
  width: number,
  { inferred, rest = 0 }: Partial<Pick<KnownCode, 'inferred' | 'rest'>> = {},
): KnownCode {
  return { text, mapped, width, inferred, rest };
}
