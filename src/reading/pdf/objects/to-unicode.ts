/** Texts of the codes of a font by its own map to Unicode (`/ToUnicode`). */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning

/** Strings of digits, arrays and operators of a map; what else is in it is passed over. */
const TOKENS = /<([\da-fA-F\s]*)>|\[|\]|\b(?:begin|end)bf(?:char|range)\b/gu;
const WHITE = /\s+/gu;

/** A code; and a text: UTF-16, or a byte that is its character. */
const CODE = /^(?:[\da-f]{2}){1,4}$/iu;
const TEXT = /^(?:[\da-f]{2}|(?:[\da-f]{4}){0,64})$/iu;

/** Bytes of a map beyond which it is not read, and codes of which texts are kept. */
export const MAX_MAP_BYTES = 4 * 1024 * 1024;
const MAX_CODES = 1 << 16;

/**
 * The texts that a map gives (`beginbfchar`, `beginbfrange`); of several for a code the last. What is broken in it is passed over, as
 * are texts beyond those of as many codes as a font has; of a map that goes on from another one its own part is read.
 */
export function parseToUnicode(map: string): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  let operands: (string | string[])[] = [];
  let list: string[] | undefined;
  for (const [token, digits] of map.matchAll(TOKENS)) {
    if (digits !== undefined) (list ?? operands).push(digits.replace(WHITE, ''));
    else if (token === '[') list = [];
    else if (token === ']') {
      operands.push(list ?? []);
      list = undefined;
    } else {
      if (token === 'endbfchar') addEntries(texts, operands, 2);
      else if (token === 'endbfrange') addEntries(texts, operands, 3);
      operands = [];
      list = undefined;
    }
  }
  return texts;
}

/** Adds the entries that operands make in their turn. @param size operands of an entry */
function addEntries(texts: Map<number, string>, operands: readonly (string | string[])[], size: 2 | 3): void {
  for (let at = 0; at + size <= operands.length; at += size) {
    const first = codeOf(operands[at]);
    const last = codeOf(operands[at + size - 2]);
    const text = operands[at + size - 1]!;
    if (first === undefined || last === undefined) continue;
    const count = Math.min(last - first + 1, MAX_CODES - texts.size);
    if (typeof text === 'string') addRange(texts, first, count, text);
    else
      for (const [index, each] of text.slice(0, Math.max(0, count)).entries())
        addRange(texts, first + index, 1, each);
  }
}

function codeOf(operand: string | string[] | undefined): number | undefined {
  return typeof operand === 'string' && CODE.test(operand) ? Number.parseInt(operand, 16) : undefined;
}

/** The texts of a range differ in their last unit alone (ISO 32000-1, 9.10.3). */
function addRange(texts: Map<number, string>, first: number, count: number, text: string): void {
  if (!TEXT.test(text)) return;
  const start = decode(text);
  const unit = start.charCodeAt(start.length - 1);
  for (let index = 0; index < count; index++) {
    texts.set(first + index, index === 0 ? start : start.slice(0, -1) + String.fromCharCode(unit + index));
  }
}

function decode(hex: string): string {
  return Buffer.from(hex.padStart(4, '0'), 'hex').swap16().toString('utf16le');
}
