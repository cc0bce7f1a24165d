/** What characters a part of a regular expression may match: enough to see that two parts exclude each other. */

/** Sets as bits: the characters of ASCII, then all other white space, and all other characters. */
type Bits = bigint;

/** Characters that a part matches at most, and some that it matches for certain. */
export interface CharacterSet {
  readonly most: Bits;
  readonly least: Bits;
}

const ASCII = 128;
const OTHER_SPACE: Bits = 1n << BigInt(ASCII);
const OTHER: Bits = OTHER_SPACE << 1n;
const BEYOND_ASCII: Bits = OTHER_SPACE | OTHER;
const ALL: Bits = (OTHER << 1n) - 1n;
const NONE: Bits = 0n;

/** Any character, or an unknown one. */
export const ANY_CHARACTER: CharacterSet = { most: ALL, least: NONE };

const DIGITS = bitsBetween(0x30, 0x39);
const CAPITALS = bitsBetween(0x41, 0x5a);
const SMALL = bitsBetween(0x61, 0x7a);
const WORD = DIGITS | CAPITALS | SMALL | bitOf(0x5f);
const SPACES = bitsBetween(0x09, 0x0d) | bitOf(0x20) | OTHER_SPACE;
/** How far small letters are from capital ones. */
const TO_SMALL = 0x20n;

/** By the letters that name classes. */
const CLASSES: Readonly<Record<string, Bits>> = {
  d: DIGITS,
  w: WORD,
  s: SPACES,
  D: ALL & ~DIGITS,
  W: ALL & ~WORD,
  S: ALL & ~SPACES,
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Whether no character is in both sets. */
export function areDisjoint(one: CharacterSet, other: CharacterSet): boolean {
  return (one.most & other.most) === NONE;
}

/** All that is in one of the sets. */
export function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  return {
    most: sets.reduce((all, { most }) => all | most, NONE),
    least: sets.reduce((all, { least }) => all | least, NONE),
  };
}

/** Whether a character beyond ASCII may be in a set: some of these are two units long. */
export function reachesBeyondAscii({ most }: CharacterSet): boolean {
  return (most & BEYOND_ASCII) !== NONE;
}

/** The set of one character that stands for itself. @param ignoresCase whether its other case is in it */
export function characterSet(character: string, ignoresCase: boolean): CharacterSet {
  return rangeSet(character.codePointAt(0)!, character.codePointAt(0)!, ignoresCase);
}

/** The set of an escape, without its backslash; any character where it is not known. */
export function escapeSet(escaped: string, ignoresCase: boolean): CharacterSet {
  const named = CLASSES[escaped];
  // Without regard to case and with the flag `u`, some letters beyond ASCII are letters of words, too.
  const isOfWords = escaped === 'w' || escaped === 'W';
  if (named !== undefined && ignoresCase && isOfWords) return { most: named | OTHER, least: named & ~OTHER };
  if (named !== undefined) return exactly(named);
  const code = codeOfEscape(escaped);
  return code === undefined ? ANY_CHARACTER : rangeSet(code, code, ignoresCase);
}

const PARTS_OF_CLASS = /\\(?<escaped>[\s\S])|(?<character>[\s\S])/gu;

/**
 * The set of a class in brackets, as it is without the flag `v`.
 * @param inside what is between the brackets
 */
export function classSet(inside: string, ignoresCase: boolean): CharacterSet {
  const isNegated = inside.startsWith('^');
  const parts = [...inside.slice(isNegated ? 1 : 0).matchAll(PARTS_OF_CLASS)].map(({ groups }) => groups!);
  const sets: CharacterSet[] = [];
  for (let at = 0; at < parts.length; at++) {
    const { escaped, character } = parts[at]!;
    const [from, to] = [codeOf(parts[at]), codeOf(parts[at + 2])];
    const isRange = parts[at + 1]?.character === '-' && parts[at + 2] !== undefined;
    if (isRange && from !== undefined && to !== undefined) {
      sets.push(rangeSet(from, to, ignoresCase));
      at += 2;
    } else if (escaped === undefined) sets.push(characterSet(character!, ignoresCase));
    else {
      const set = escapeSet(escaped, ignoresCase);
      // Codes and properties go on behind it.
      if (set === ANY_CHARACTER) return ANY_CHARACTER;
      sets.push(set);
    }
  }
  const { most, least } = unionOf(sets);
  return isNegated ? { most: ALL & ~least, least: ALL & ~most } : { most, least };
}

/** The code of a part of a class; undefined where that is more than a character, or not known. */
function codeOf(part: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
  if (part?.escaped !== undefined) return codeOfEscape(part.escaped);
  return part?.character?.codePointAt(0);
}

/** Signs stand for themselves; undefined for letters and digits but those of control characters. */
function codeOfEscape(escaped: string): number | undefined {
  return /^[^A-Za-z0-9]$/u.test(escaped) ? escaped.codePointAt(0) : CONTROLS[escaped];
}

function rangeSet(from: number, to: number, ignoresCase: boolean): CharacterSet {
  const inAscii = from < ASCII ? bitsBetween(from, Math.min(to, ASCII - 1)) : NONE;
  const beyond = to < ASCII ? NONE : from === to ? bitOf(from) : BEYOND_ASCII;
  const bits = inAscii | beyond;
  if (!ignoresCase) return { most: bits, least: inAscii };
  if ((beyond & OTHER) !== NONE) return { most: bits | OTHER | CAPITALS | SMALL, least: inAscii };
  const letters = bits & (CAPITALS | SMALL);
  if (letters === NONE) return { most: bits, least: inAscii };
  const otherCase = ((letters & CAPITALS) << TO_SMALL) | ((letters & SMALL) >> TO_SMALL);
  // With the flag `u` the signs for Kelvin and the long s are letters k and s.
  return { most: bits | otherCase | OTHER, least: inAscii };
}

function exactly(bits: Bits): CharacterSet {
  return { most: bits, least: bits };
}

function bitOf(code: number): Bits {
  if (code < ASCII) return 1n << BigInt(code);
  return /\s/u.test(String.fromCodePoint(code)) ? OTHER_SPACE : OTHER;
}

function bitsBetween(from: number, to: number): Bits {
  return (1n << BigInt(to + 1)) - (1n << BigInt(from));
}
