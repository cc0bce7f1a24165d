/** Texts of the codes of a font by its own map to Unicode (`/ToUnicode`). */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning

/** Maps that go on from another one. */
const BASED = /\busecmap\b/u;

/** Strings of digits, arrays and operators of a map; what else is in it is passed over. */
const TOKENS = /<([\da-fA-F\s]*)>|\[|\]|\b(?:begin|end)bf(?:char|range)\b/gu;
const WHITE = /\s+/gu;

/** A code; and a text: UTF-16, or a byte that is its character. */
const CODE = /^(?:[\da-f]{2}){1,4}$/iu;
const TEXT = /^(?:[\da-f]{2}|(?:[\da-f]{4}){0,64})$/iu;

/** Bytes of a map, and codes of all its ranges, beyond which it is not read. */
export const MAX_MAP_BYTES = 4 * 1024 * 1024;
const MAX_CODES = 1 << 16;

/**
 * The texts that a map gives (`beginbfchar`, `beginbfrange`); of several for a code the last. Undefined where it is broken, goes
 * on from another map, or lists more codes than a font has.
 */
export function parseToUnicode(map: string): ReadonlyMap<number, string> | undefined {
  if (BASED.test(map)) return undefined;
  const texts = new Map<number, string>();
  let section: string | undefined;
  let operands: (string | string[])[] = [];
  let list: string[] | undefined;
  let listed = 0;
  for (const [token, digits] of map.matchAll(TOKENS)) {
    if (digits !== undefined) {
      const hex = digits.replace(WHITE, '');
      if (list) list.push(hex);
      else operands.push(hex);
    } else if (token === '[') list = [];
    else if (token === ']') {
      operands.push(list ?? []);
      list = undefined;
    } else {
      if (token === 'endbfchar' || token === 'endbfrange') {
        const entries = entriesOf(operands, token === 'endbfchar' ? 2 : 3);
        if (section !== token.slice('end'.length) || entries === undefined) return undefined;
        for (const entry of entries) {
          const added = addEntry(texts, entry, MAX_CODES - listed);
          if (added === undefined) return undefined;
          listed += added;
        }
      }
      section = token.startsWith('begin') ? token.slice('begin'.length) : undefined;
      operands = [];
      list = undefined;
    }
  }
  return texts;
}

/** The first code, the last one, and the text of the first, or those of each. */
interface Entry {
  readonly first: number;
  readonly last: number;
  readonly text: string | readonly string[];
}

/** Undefined where operands are no codes and texts in their turn. @param size operands of an entry */
function entriesOf(operands: readonly (string | string[])[], size: 2 | 3): readonly Entry[] | undefined {
  if (operands.length % size !== 0) return undefined;
  const entries: Entry[] = [];
  for (let at = 0; at < operands.length; at += size) {
    const first = codeOf(operands[at]);
    const last = codeOf(operands[at + size - 2]);
    const text = operands[at + size - 1]!;
    const texts = typeof text === 'string' ? [text] : text;
    if (first === undefined || last === undefined || !texts.every((each) => TEXT.test(each)))
      return undefined;
    entries.push({ first, last, text });
  }
  return entries;
}

function codeOf(operand: string | string[] | undefined): number | undefined {
  return typeof operand === 'string' && CODE.test(operand) ? Number.parseInt(operand, 16) : undefined;
}

/** @returns codes that were added; undefined where they are more than there is room for, or run over the end of a byte */
function addEntry(
  texts: Map<number, string>,
  { first, last, text }: Entry,
  room: number,
): number | undefined {
  const count = Math.max(0, last - first + 1);
  if (count > room) return undefined;
  if (typeof text !== 'string') {
    for (const [index, each] of text.slice(0, count).entries()) texts.set(first + index, decode(each));
    return count;
  }
  const start = decode(text);
  const unit = start.charCodeAt(start.length - 1);
  if (count > 1 && !((unit & LAST_OF_BYTE) + count - 1 <= LAST_OF_BYTE)) return undefined;
  for (let index = 0; index < count; index++) {
    texts.set(first + index, index === 0 ? start : start.slice(0, -1) + String.fromCharCode(unit + index));
  }
  return count;
}

/** The texts of a range differ in their last byte alone (ISO 32000-1, 9.10.3). */
const LAST_OF_BYTE = 0xff;

function decode(hex: string): string {
  return Buffer.from(hex.padStart(4, '0'), 'hex').swap16().toString('utf16le');
}
