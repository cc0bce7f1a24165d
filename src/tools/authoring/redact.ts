/** Text that shows its form and nothing else, so that people can show a fault without showing a person. */
import { sha256 } from '../../foundation/platform/sha256.js';
import { makeLine } from '../../page/document/line.js';
import type { Line } from '../../page/document/model.js';

/** Letters of the scripts whose words keep their script; those of all others become Latin ones. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'абвгдежзиклмнопрстуфхцчшщэюя'],
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/\p{Script=Arabic}/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'],
  [/\p{Script=Hebrew}/u, 'אבגדהוזחטיכלמנסעפצקרשת'],
  [/\p{Script=Han}/u, '一二三四五六七八九十日月山水火木金土人口'],
];
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const FIGURES = '0123456789';

/** No number of many figures begins with 0. */
const FIRST_FIGURES = FIGURES.slice(1);

/**
 * What is replaced whole: a number in groups that spaces part (`1 234,56`); what has figures, with the punctuation in it (`$4,298.54`
 * but for its `$`, `01/02/2026`, `PD-20418`); a word with its marks. `1,204.00` and `390.00` have no part in common then.
 */
export const TOKEN =
  /(?<![\p{L}\p{N}.,])\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?:[.,]\p{N}+)?(?![\p{L}\p{N}])|(?=[^\s]*\p{N})[\p{L}\p{M}\p{N}]+(?:[-.,'’/:_][\p{L}\p{M}\p{N}]+)*|[\p{L}\p{M}]+/gu;

/**
 * Replaces words and numbers. The same word gives the same one, in large letters and in small, so that what is printed twice
 * can be seen to be; another secret gives other words. No letter or figure is left in its place. Words and numbers are replaced
 * whole, not character by character: who knows some of them learns nothing of the others.
 * @param secret whoever knows it can try words until they give what is shown
 */
export function redactor(secret: string): (text: string) => string {
  return (text) => text.normalize('NFC').replace(TOKEN, (token) => replaced(token, secret));
}

/** A line in its place with other text: what a sheet shows in its cell and where its words are is left out. */
export function redactedLine(line: Line, redacted: (text: string) => string): Line {
  const { page, boundingPolygon, source, angle, flow, confidence } = line;
  const rawText = redacted(line.rawText);
  const sure = confidence === undefined ? {} : { confidence };
  return makeLine({ rawText, page, boundingPolygon, source, angle, flow, ...sure });
}

function replaced(token: string, secret: string): string {
  // 32 bytes; a longer word goes through them again.
  const bytes = Buffer.from(sha256([secret, '\n', token.toLowerCase()], 'hex'), 'hex');
  const characters = [...token];
  const isLong = characters.filter((each) => /\p{N}/u.test(each)).length > 1;
  return characters
    .map((each, i) => other(each, bytes[i % bytes.length]! + i, i === 0 && isLong ? FIRST_FIGURES : FIGURES))
    .join('');
}

/** Another character of the same kind; nothing for a mark, which is told by the letter below it. Others stay. */
function other(character: string, random: number, figures: string): string {
  if (/\p{M}/u.test(character)) return '';
  if (/\p{N}/u.test(character)) return drawn(figures, character, random);
  if (!/\p{L}/u.test(character)) return character;
  const alphabet = ALPHABETS.find(([script]) => script.test(character))?.[1] ?? LATIN;
  const small = drawn(alphabet, character.toLowerCase(), random);
  return character === character.toLowerCase() ? small : small.toUpperCase();
}

/** A character of an alphabet that is not this one. */
function drawn(alphabet: string, not: string, random: number): string {
  const others = [...alphabet].filter((each) => each !== not);
  return others[random % others.length]!;
}
