/** Values that a model could make up: right answers with something changed, in the same way in every run. */

/** Names to put in the place of printed ones. */
const NAMES = [
  'Harwell',
  'Ostrander',
  'Bellweather',
  'Quintal',
  'Marchetti',
  'Lindqvist',
  'Tavares',
  'Okafor',
];
/** Changes that are tried until one is not printed in the document by chance. */
const MOST_TRIES = 50;

/** A made-up value, and what was changed in it. */
export interface Invention {
  readonly value: string;
  readonly changed: 'digit' | 'name';
}

/**
 * A value with one digit changed where it has digits, else with one of its words replaced by another name.
 * @param isPrinted whether the document happens to print a value
 * @returns undefined when all that was tried is printed
 */
export function invent(
  answer: string,
  random: () => number,
  isPrinted: (value: string) => boolean,
): Invention | undefined {
  const digits = [...answer.matchAll(/\d/gu)].map(({ index }) => index);
  const words = [...answer.matchAll(/\p{L}{3,}/gu)];
  const changed = digits.length > 0 ? 'digit' : 'name';
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const value =
      changed === 'digit'
        ? withOtherDigit(answer, digits[Math.floor(random() * digits.length)]!, random)
        : withOtherWord(answer, words[Math.floor(random() * words.length)], random);
    if (value !== undefined && !isPrinted(value)) return { value, changed };
  }
  return undefined;
}

/** Another digit, but no 0 at the start of a number: that would be another way to write a shorter one. */
function withOtherDigit(text: string, at: number, random: () => number): string | undefined {
  const digit = (Number(text[at]) + 1 + Math.floor(random() * 9)) % 10;
  if (digit === 0 && !/[\d.,]/u.test(text[at - 1] ?? '')) return undefined;
  return `${text.slice(0, at)}${digit}${text.slice(at + 1)}`;
}

function withOtherWord(
  text: string,
  word: RegExpMatchArray | undefined,
  random: () => number,
): string | undefined {
  if (word?.index === undefined) return undefined;
  const name = NAMES[Math.floor(random() * NAMES.length)]!;
  return `${text.slice(0, word.index)}${name}${text.slice(word.index + word[0].length)}`;
}
