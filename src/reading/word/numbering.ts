/** The lists of a Word document: the number or sign before each item. */
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { attributeOf, readXml } from '../office/xml-reader.js';
import type { Archive } from '../office/zip-guard.js';
import type { ParagraphLayout } from './model.js';
import { count, elementValue, isOn, readParagraphProperty } from './properties.js';

/** A list item's marker and what its level says of the layout. */
interface ListItem {
  /** `''` for a level without a visible marker. */
  readonly marker: string;
  readonly layout: ParagraphLayout;
}

export interface Numbering {
  /** Counts on and gives the item's marker; undefined when there is no such list. */
  next(list: string, level: number): ListItem | undefined;
}

interface Level {
  readonly layout: ParagraphLayout;
  start: number;
  format: string;
  text: string;
  /** Whether its marker shows all numbers in digits, those of levels above too: `Section 1.01` below `Article I`. */
  inDigits: boolean;
}

interface ListInstance {
  abstract: string;
  readonly starts: Map<number, number>;
}

/** Word has nine levels, 0 to 8. */
const LEVELS = 9;

/** Reads the lists; without the part there are none. */
export async function readNumbering(
  archive: Archive,
  part: string | undefined,
  interrupt: Interrupt,
): Promise<Numbering> {
  const abstracts = new Map<string, Map<number, Level>>();
  const lists = new Map<string, ListInstance>();
  if (part !== undefined) await readXml(archive, part, listHandlers(abstracts, lists), interrupt);
  const counters = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return {
    next(list, level) {
      const instance = lists.get(list);
      const levels = instance && abstracts.get(instance.abstract);
      const own = levels?.get(level);
      if (!instance || !levels || !own || level >= LEVELS) return undefined;
      const numbers = counters.get(instance.abstract) ?? [];
      counters.set(instance.abstract, numbers);
      if (!begun.has(list)) {
        begun.add(list);
        for (const restarted of instance.starts.keys()) numbers[restarted] = undefined;
      }
      const current = numbers[level];
      numbers[level] = current === undefined ? (instance.starts.get(level) ?? own.start) : current + 1;
      numbers.length = level + 1;
      return { marker: markerOf(own, levels, numbers), layout: own.layout };
    },
  };
}

function listHandlers(abstracts: Map<string, Map<number, Level>>, lists: Map<string, ListInstance>) {
  let levels: Map<number, Level> | undefined;
  let level: Level | undefined;
  let list: ListInstance | undefined;
  let overridden = 0;
  const path: string[] = [];
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      const value = elementValue(attributes);
      if (name === 'abstractNum') {
        levels = new Map();
        abstracts.set(attributeOf(attributes, 'abstractNumId') ?? '', levels);
      } else if (name === 'num') {
        list = { abstract: '', starts: new Map() };
        lists.set(attributeOf(attributes, 'numId') ?? '', list);
      } else if (name === 'abstractNumId' && list) list.abstract = value ?? '';
      else if (name === 'lvlOverride') overridden = count(attributeOf(attributes, 'ilvl')) ?? 0;
      else if (name === 'startOverride') list?.starts.set(overridden, count(value) ?? 1);
      else if (name === 'lvl' && levels && !list) {
        level = { layout: {}, start: 1, format: 'decimal', text: '', inDigits: false };
        levels.set(count(attributeOf(attributes, 'ilvl')) ?? 0, level);
      } else if (level && path.includes('pPr')) readParagraphProperty(level.layout, name, attributes);
      else if (name === 'isLgl' && level) level.inDigits = isOn(attributes);
      else if (level) readLevel(level, name, value);
      path.push(name);
    },
    close(name: string) {
      path.pop();
      if (name === 'abstractNum') levels = undefined;
      else if (name === 'num') list = undefined;
      else if (name === 'lvl') level = undefined;
    },
  };
}

function readLevel(level: Level, name: string, value: string | undefined): void {
  if (name === 'start') level.start = count(value) ?? 1;
  else if (name === 'numFmt') level.format = value ?? 'decimal';
  else if (name === 'lvlText') level.text = (value ?? '').slice(0, LONGEST_MARKER);
}

/** Longest marker text in characters; Word allows fewer. */
const LONGEST_MARKER = 64;
/** Signs of the symbol fonts are in the private-use area; all of them mean a bullet. */
const SYMBOL_SIGN = /[\uE000-\uF8FF]/g;

/** Formats that a marker in digits keeps. */
const KEPT_IN_DIGITS: ReadonlySet<string> = new Set(['decimalZero', 'none']);

function markerOf(
  own: Level,
  levels: ReadonlyMap<number, Level>,
  numbers: readonly (number | undefined)[],
): string {
  if (own.format === 'none') return '';
  if (own.format === 'bullet') return own.text.replace(SYMBOL_SIGN, '\u2022').trim();
  return own.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const level = levels.get(index);
      const format = level?.format ?? 'decimal';
      const shown = own.inDigits && !KEPT_IN_DIGITS.has(format) ? 'decimal' : format;
      return formatNumber(numbers[index] ?? level?.start ?? 1, shown);
    })
    .trim();
}

/** A number as a list shows it; kinds that are not distinguished are shown in digits. */
function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperLetter':
      return letters(number);
    case 'lowerRoman':
      return roman(number).toLowerCase();
    case 'upperRoman':
      return roman(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
      return '';
    default:
      return String(number);
  }
}

const ALPHABET = 26;
/** Beyond these, letters would become longer than any marker, and Roman numerals have no signs. */
const MOST_LETTERS = ALPHABET * 8;
const MOST_ROMAN = 3999;

/** A to Z, then AA, BB to ZZ, then AAA, as Word counts. */
function letters(number: number): string {
  if (number < 1 || number > MOST_LETTERS) return String(number);
  const letter = String.fromCharCode(65 + ((number - 1) % ALPHABET));
  return letter.repeat(Math.ceil(number / ALPHABET));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  if (number < 1 || number > MOST_ROMAN) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
