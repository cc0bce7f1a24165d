/**
 * Repairs of what OCR reads, each of which can be switched off: the module that has it is loaded with the function
 * replaced by one that changes nothing. What is shipped knows of no switches.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { transformSync } from 'esbuild';
import { multiplied } from './threshold-source.js';

/** A function of `src/reading/ocr`, and what replaces it. */
export interface Repair {
  readonly file: string;
  readonly name: string;
  /** Source of the function that changes nothing. */
  readonly off: string;
  /** Engines that it is for; default both. */
  readonly engine?: 'tesseract' | 'paddle';
}

const first = '(given) => given';
const words = '(line) => line.words';
const never = '() => false';

export const REPAIRS: Readonly<Record<string, Repair>> = {
  bars: { file: 'blackened', name: 'withoutBars', off: first },
  'empty boxes': { file: 'drawn-boxes', name: 'withoutEmptyBoxes', off: first },
  'frame sides': { file: 'frame-sides', name: 'withoutFrameSides', off: first },
  'rules before': { file: 'rules-before', name: 'withRulesBefore', off: first },
  points: { file: 'points', name: 'withPoints', off: first },
  'one cell apart': { file: 'print', name: 'isOneCellApart', off: never },
  'two spaces': { file: 'print', name: 'isTwoSpacesApart', off: never },
  'item numbers': { file: 'print', name: 'isItemNumber', off: never },
  'one number': { file: 'print', name: 'isOneNumber', off: never },
  'light on dark': { file: 'scan/reversed', name: 'withDarkLetters', off: first },
  frames: {
    file: 'scan/drawn-frames',
    name: 'withoutFrames',
    off: first,
  },
  'dashed rules': { file: 'scan/dashed-rules', name: 'withoutDashedRules', off: first },
  'upright rules': {
    file: 'scan/upright-rules',
    name: 'withoutUprightRules',
    off: first,
  },
  'doubtful rows': {
    file: 'tesseract/doubtful-rows',
    name: 'withDoubtfulRows',
    off: 'async (rows) => rows',
    engine: 'tesseract',
  },
  'level text': {
    file: 'tesseract/level-text',
    name: 'levelRows',
    off: 'async () => []',
    engine: 'tesseract',
  },
  'single signs': {
    file: 'tesseract/single-signs',
    name: 'singleSigns',
    off: '() => []',
    engine: 'tesseract',
  },
  colons: { file: 'tesseract/colons', name: 'withColons', off: words, engine: 'tesseract' },
  'frames and rules': {
    file: 'scan/scan',
    name: 'preparePart',
    off: '(image) => ({ image, back: (point) => point })',
    engine: 'paddle',
  },
  'level rules': { file: 'scan/upright-rules', name: 'withoutLevelRules', off: first, engine: 'paddle' },
  leaders: { file: 'paddle/leaders', name: 'leadersIn', off: '() => []', engine: 'paddle' },
  'form lines': { file: 'paddle/leaders', name: 'withoutFormLine', off: first, engine: 'paddle' },
  sideways: { file: 'paddle/sideways', name: 'sidewaysNumbers', off: '() => []', engine: 'paddle' },
  pieces: { file: 'paddle/pieces', name: 'withoutPieces', off: first, engine: 'paddle' },
  'left out': { file: 'paddle/left-out', name: 'leftOutBoxes', off: '() => []', engine: 'paddle' },
  'whole letters': {
    file: 'paddle/cut-letters',
    name: 'withWholeLetters',
    off: '(_, box) => box',
    engine: 'paddle',
  },
  'known words': { file: 'paddle/known-words', name: 'withKnownWords', off: first, engine: 'paddle' },
  'parts of words': { file: 'paddle/known-words', name: 'isOneWord', off: never, engine: 'paddle' },
  strokes: { file: 'paddle/single-strokes', name: 'withStrokes', off: first, engine: 'paddle' },
  specks: { file: 'paddle/specks', name: 'withoutSpecks', off: first, engine: 'paddle' },
  'letter case': {
    file: 'paddle/letter-case',
    name: 'withCase',
    off: '(letters) => letters.map(({ character }) => character)',
    engine: 'paddle',
  },
  kinds: { file: 'paddle/kinds', name: 'likeliestKinds', off: first, engine: 'paddle' },
  capitals: { file: 'paddle/letter-case', name: 'withCapital', off: first, engine: 'paddle' },
  'unread signs': {
    file: 'paddle/unread-signs',
    name: 'withUnreadSigns',
    off: '(word) => word.characters',
    engine: 'paddle',
  },
};

/** Replaces repairs in the modules that are loaded from now on. @throws RangeError for one that does not exist */
export function switchOff(names: readonly string[]): void {
  const byFile: Record<string, Record<string, string>> = {};
  for (const each of names) {
    const repair = REPAIRS[each];
    if (!repair) throw new RangeError(`no repair ${each}; there are ${Object.keys(REPAIRS).join(', ')}`);
    const url = new URL(`../src/reading/ocr/${repair.file}.ts`, import.meta.url).href;
    byFile[url] = { ...byFile[url], [repair.name]: repair.off };
  }
  if (names.length > 0) register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: byFile });
}

/** Hooks of Node for modules: one that is replaced exports what the original does, but for what is switched off. */
const HOOK = `
let byFile = {};
export function initialize(data) { byFile = data; }
export async function load(url, context, next) {
  const off = byFile[url];
  if (!off) return next(url, context);
  const own = Object.entries(off).map(([name, source]) => 'export const ' + name + ' = ' + source + ';');
  const source = ['export * from ' + JSON.stringify(url + '?original') + ';', ...own].join('\\n');
  return { format: 'module', source, shortCircuit: true };
}
`;

/**
 * Multiplies all thresholds of a module that is loaded from now on.
 * @param change the module below `src` and the factor, as in `reading/ocr/print.ts*0.8`
 */
export function multiplyThresholds(change: string): void {
  const [file = '', factor] = change.split('*');
  const url = new URL(`../src/${file}`, import.meta.url);
  const { code } = transformSync(multiplied(readFileSync(url, 'utf8'), Number(factor)), { loader: 'ts' });
  register(`data:text/javascript,${encodeURIComponent(GIVEN)}`, { data: { url: url.href, source: code } });
}

/** Hooks of Node for modules: the source of one is given. */
const GIVEN = `
let given = {};
export function initialize(data) { given = data; }
export async function load(url, context, next) {
  if (url !== given.url) return next(url, context);
  return { format: 'module', source: given.source, shortCircuit: true };
}
`;
