/** Magnitudes behind amounts: those that are read, and those that only show that the amount is another. */
// See docs/language/04-types.md#483-magnitudes
import { WORD } from './decimal.js';
import { isThere } from './printed-number.js';
import { foldCase } from './text.js';

const powers = (power: number, words: string) => words.split(' ').map((word) => [word, power] as const);

/** Powers of ten of the magnitudes: English, Spanish and Italian ones. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ...powers(3, 'k thousand thousands mila'),
  ...powers(6, 'm mm mn mio mln mil mill million millions millón millon millones milione milioni'),
  ...powers(9, 'b bn bil bln mrd mld billion billions miliardo miliardi'),
  ...powers(12, 't tn trn tril trillion trillions billón billon billones bilione bilioni'),
  ['mil millones', 9],
  ['mila miliardi', 12],
]);

/** A thousand in Spanish and Portuguese, where a comma is decimal; a million in English. */
const MIL = 'mil';
const THOUSAND = 3;
/** Where a comma is decimal, the language is not English, and most have these for other powers. */
const SHORT_SCALE: ReadonlySet<string> = new Set(
  't tn trn tril trillion trillions bln billion billions'.split(' '),
);

/** Letters that count directly behind the digits; apart they may be anything, as states of the USA. */
const ATTACHED = '[kmbt]|mn|tn';
const WORDS = [...POWERS.keys()]
  .filter((word) => !new RegExp(`^(?:${ATTACHED})$`, 'u').test(word))
  .sort((a, b) => b.length - a.length)
  .join('|');

/**
 * Source of an optional magnitude. A letter set apart counts only at the end of the line or before a currency sign:
 * `$900 B Street` is no 900 billion.
 */
export const MAGNITUDE =
  `(?:[\\s\\-]?(?<word>${WORDS})(?![${WORD}])(?:(?<=mio|mrd|mln|mld|mill)\\.)?|(?<attached>${ATTACHED})(?![${WORD}])` +
  `|\\s(?<spaced>[kmbt])(?=\\s?\\p{Sc}(?!\\s?\\d)|[\\s.,;)\\-]*$))?`;

/** A magnitude behind a place (flag `y`), with its groups. */
export const MAGNITUDE_THERE = new RegExp(MAGNITUDE, 'iuy');

type Groups = Readonly<Record<string, string | undefined>>;

function wordOf(groups: Groups): string | undefined {
  return groups['word'] ?? groups['attached'] ?? groups['spaced'];
}

/**
 * The power of ten that the magnitude of a match represents: 0 without one, undefined where it has several meanings.
 * @param decimal separator of the amount
 * @param behind what follows the match
 */
export function magnitudeOf(groups: Groups, decimal: string, behind: string): number | undefined {
  const shown = wordOf(groups);
  if (shown === undefined) return 0;
  const word = foldCase(shown);
  if (decimal === ',' && word === MIL) return behind.startsWith('.') ? undefined : THOUSAND;
  if (decimal === ',' && SHORT_SCALE.has(word)) return undefined;
  const isSpanish = !/^[^\p{Sc}]*\$?$/u.test(groups['symbol'] ?? '') || SPANISH_MONEY.test(behind);
  return word === MIL && isSpanish ? undefined : POWERS.get(word);
}

const SPANISH_MONEY = /^\s(?:de )?(?:pesos|euros|d[oó]lares|soles|reais|reales)(?!\p{L})/iu;

/** Beginnings of words for millions and what is above in Latin, Cyrillic and Greek letters, in most languages of Europe and beyond. */
const STEMS =
  'mill?i?[ijy][aoóõãuů]|millj|milh|[bt]r?ill?i?[ijy][aoóuů]|quadrill|[bt]r?ilh|billj|tys|tisí|tisu|tisoč|tūkst|tuhat|' +
  'тыс|тис|хил|хиљ|илј|м[иіь]?л|б[иіь]л|тр[иі]?л|χιλ|εκατ|δισ|τρισ|मिलियन|हज|लाख|करोड़|कोटी|अब्ज|লাখ|হাজার|কোটি|' +
  'ஆயிரம்|லட்ச|கோடி|లక్ష|కోట్ల|હજાર|લાખ|કરોડ|אלפ|אלף|מיליון|מיליארד|ألف|آلاف|مليون|ملايين|مليار|تريليون|' +
  'هزار|میلیون|میلیارد|تریلیون|พัน|หมื่น|แสน|ล้าน';

/** Whole words for magnitudes that are not read. */
const WHOLE =
  'lakhs?|lacs?|crores?|hundreds?|bio|tsd|tausend|millionen|mille|milliers?|duizend|mjn|mjd|mlrd?|trln|mljrd|milj|bilj|' +
  'tusen|tusind|tkr|mkr|ezer|mii|mie|milyar|ribu|juta|miliar|triliun|ngh\u00ecn|ng\u00e0n|tri\u1ec7u|t\u1ef7|t\u1ec9|milers?|þúsund|duisend|elfu|mijë|εκ';

/** Short ones, which other words or states of the USA are in other letters, and which are no first parts of words. */
const SHORT = 'Cr|LCr|mi|bi|tri|tr|rb|jt|[mM]ds?|mia|bin|tis|tys|tuh|mn|tn';

/** A word directly behind an amount that makes it another (flag `y`). */
export const UNREAD = new RegExp(
  `[\\s\\-]?(?:(?:${STEMS})[\\p{L}\\p{M}]*|(?:${WHOLE})(?![${WORD}]))|\\s?[百千万萬億亿兆천만억조]`,
  'iuy',
);
/** Letters that do. */
export const UNREAD_SHORT = new RegExp(`\\s?(?:${SHORT})(?![${WORD}\\-])|(?:L|cr)(?![${WORD}])`, 'uy');

/**
 * Whether a word or letter directly behind an amount makes it another amount.
 * @param isRead magnitudes are read, so that one that is there has been
 */
export function isMagnified(text: string, end: number, isRead: boolean): boolean {
  if (isThere(UNREAD, text, end) || isThere(UNREAD_SHORT, text, end)) return true;
  if (isRead) return false;
  MAGNITUDE_THERE.lastIndex = end;
  const groups = MAGNITUDE_THERE.exec(text)?.groups;
  return (groups?.['word'] ?? groups?.['attached']) !== undefined;
}
