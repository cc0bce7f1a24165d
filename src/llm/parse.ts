/** From what a model wrote to JSON. Nothing is evaluated: what cannot be parsed is no answer. */
// See docs/language/08-language-models.md#8411-asking-reading-repairing

/** JSON from a text, or what keeps it from being any. */
type Parsed = { readonly value: unknown } | { readonly problem: string };

const CODE_FENCE = /^\s*```[a-z]*[ \t]*\n([\s\S]*?)\n?[ \t]*```\s*$/iu;

/**
 * The JSON in an answer: the whole of it, without a code fence around it; else the longest object, or array of
 * objects, among its words; else the same after the repairs that models need most (trailing commas, line breaks in
 * strings, words of other languages for null, true and false). Brackets of prose, such as `[1]`, are passed over where
 * there is more.
 * @param isCut whether the answer ended because it was too long: then the last complete element of an array is
 *   taken for its end
 */
export function parseAnswer(text: string, isCut = false): Parsed {
  const bare = text.replace(/^\uFEFF/u, '').trim();
  const body = CODE_FENCE.exec(bare)?.[1] ?? bare;
  const whole = parsed(body);
  if ('value' in whole) return whole;
  const pieces = piecesOf(body).sort((a, b) => b.text.length - a.text.length);
  const read = pieces.flatMap(({ text: piece, isComplete }) => {
    const repairedPiece = parsed(repaired(piece));
    if (isComplete) return [parsed(piece), repairedPiece];
    return isCut ? [repairedPiece, parsed(closed(piece))] : [repairedPiece];
  });
  const values = read.filter((each) => 'value' in each);
  return values.find(({ value }) => isStructure(value)) ?? values[0] ?? read[0] ?? NO_JSON;
}

const NO_JSON: Parsed = { problem: 'there is no JSON in it' };

function parsed(text: string): Parsed {
  try {
    return { value: JSON.parse(withExactNumbers(text)) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Digits of which numbers keep every one; account numbers of 16 digits and more may be beyond. */
const EXACT_DIGITS = 15;
const LOSING_NUMBER = /[\d.]{16}|\b0\d/u;
const NUMBER_START = /[-\d]/u;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/uy;

/**
 * The text with numbers that would lose digits, zeros at the front included, as texts: a model that leaves out the
 * quotes means what it wrote.
 */
function withExactNumbers(text: string): string {
  if (!LOSING_NUMBER.test(text)) return text;
  let result = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') i = stringEnd(text, i);
    else if (NUMBER_START.test(character)) {
      NUMBER.lastIndex = i;
      const number = NUMBER.exec(text)?.[0];
      if (number === undefined) continue;
      const end = i + number.length;
      if (losesDigits(number)) {
        result += `${text.slice(from, i)}"${number}"`;
        from = end;
      }
      i = end - 1;
    }
  }
  return result + text.slice(from);
}

function losesDigits(number: string): boolean {
  if (/^-?0\d/u.test(number)) return true;
  return number.replace(/\D/gu, '').length > EXACT_DIGITS && String(Number(number)) !== number;
}

/** What is asked for: members, or rows of them. */
function isStructure(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object' && each !== null);
  return typeof value === 'object' && value !== null;
}

/** A part of a text that looks like an object or array; one that is not complete ends with the text. */
interface Piece {
  readonly text: string;
  readonly isComplete: boolean;
}

/** How objects and arrays begin, and brackets of prose mostly do not. */
const JSON_START = /[{]\s*["}]|\[\s*(?:["{[\]\d-]|(?:true|false|null|None|True|False|NaN|undefined)\b)/gu;
/** Places of a text that are looked at, at most. */
const MOST_PIECES = 100;

/** The parts of a text that look like JSON, one after the other. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const start = new RegExp(JSON_START);
  while (pieces.length < MOST_PIECES) {
    const found = start.exec(text);
    if (!found) break;
    const end = balancedEnd(text, found.index);
    pieces.push({ text: text.slice(found.index, end), isComplete: end !== undefined });
    if (end === undefined) break;
    start.lastIndex = end;
  }
  return pieces;
}

/** Where the object or array that begins at `start` ends; undefined when it does not. Strings are passed over. */
function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') {
      i = stringEnd(text, i);
    } else if (character === '{' || character === '[') {
      depth++;
    } else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return undefined;
}

/** Index of the quotation mark that ends the string that begins at `start`; the end of the text without one. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

/** Words that represent values in other languages. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  NaN: 'null',
  None: 'null',
  undefined: 'null',
  True: 'true',
  False: 'false',
};

const IN_STRING: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text with its commonest mistakes mended, in strings and outside of them. */
function repaired(text: string): string {
  let result = '';
  let i = 0;
  while (i < text.length) {
    const character = text[i]!;
    if (character === '"') {
      const end = Math.min(stringEnd(text, i) + 1, text.length);
      result += text.slice(i, end).replace(/[\n\r\t]/gu, (control) => IN_STRING[control] ?? control);
      i = end;
    } else if (character === ',' && /^,\s*[\]}]/u.test(text.slice(i, i + 64))) {
      i++;
    } else {
      const word = /^[A-Za-z]+/u.exec(text.slice(i, i + 16))?.[0];
      if (word === undefined) {
        result += character;
        i++;
      } else {
        result += Object.hasOwn(FOREIGN_WORDS, word) ? FOREIGN_WORDS[word] : word;
        i += word.length;
      }
    }
  }
  return result;
}

/** A text that was cut off, back to the last complete element of its outermost array and with its brackets closed. */
function closed(text: string): string {
  const open: string[] = [];
  let arrayDepth: number | undefined;
  let end = 0;
  let closing = '';
  const keep = (position: number) => {
    end = position;
    closing = open.toReversed().join('');
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') {
      i = stringEnd(text, i);
    } else if (character === '{') {
      open.push('}');
    } else if (character === '[') {
      open.push(']');
      if (arrayDepth === undefined) {
        arrayDepth = open.length;
        keep(i + 1);
      }
    } else if (character === '}' || character === ']') {
      open.pop();
      if (open.length === arrayDepth) keep(i + 1);
    }
  }
  return repaired(text.slice(0, end) + closing);
}
