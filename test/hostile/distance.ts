/** Edit distance on long lines. */
import type { Attack } from './attack.js';
import { matcherConfig, textInput } from './inputs.js';

const WORDS = 'policy holder name and address of the insured ';

/** A text that is compared with lines that hold all of its letters, in another order. */
function fuzzy(type: string, letters: number, line: number) {
  const text = WORDS.repeat(letters / WORDS.length);
  const turned = [...WORDS]
    .reverse()
    .join('')
    .repeat(line / WORDS.length);
  return textInput([turned], matcherConfig({ type, text, editDistance: letters - 2 }));
}

export const attacks: readonly Attack[] = ['equals', 'startsWith', 'endsWith', 'includes'].map((type) => ({
  name: `${type}, a text of 20,000 characters against a line of 200,000`,
  make: () => fuzzy(type, 20_000, 200_000),
}));
