/** The stretches of a text that may be captions: words between dates, weekdays, amounts, numbers and addresses. */

const MONTH = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?,?$/iu;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?$/iu;
/** What holds a digit, an address of mail or of the web, or represents characters that are left out: "xxx-xx-xx". */
const VALUE = /\d|@|:\/\/|^www\.|^[x*•#][x*•#.-]*[x*•#]$/iu;
/** Words that lead from a caption to its value: "Balance on June 10", and back from a value to the next caption. */
const LEADING = new Set('on of as for from through thru to the at by is and in a an until or'.split(' '));

/** The words of a text between its values, in order; a text without values is one stretch. */
export function stretchesOf(text: string): readonly string[] {
  const tokens = text.trim().split(/\s+/u);
  const isValue = tokens.map((token) => VALUE.test(token));
  const near = (i: number) => isValue[i - 1] === true || isValue[i + 1] === true;
  for (const [i, token] of tokens.entries()) if (MONTH.test(token) && near(i)) isValue[i] = true;
  for (const [i, token] of tokens.entries()) {
    if (WEEKDAY.test(token) && (near(i) || tokens.length === 1)) isValue[i] = true;
  }
  const found: string[] = [];
  let from = 0;
  for (let to = 0; to <= tokens.length; to++) {
    if (to < tokens.length && !isValue[to]) continue;
    const stretch = between(tokens, from, to);
    if (stretch !== '') found.push(stretch);
    from = to + 1;
  }
  return found;
}

/** The words of a range, without those that only lead to the values beside it. */
function between(tokens: readonly string[], start: number, end: number): string {
  let [from, to] = [start, end];
  if (to < tokens.length) while (to > from && LEADING.has(tokens[to - 1]!.toLowerCase())) to--;
  if (from > 0) while (from < to && LEADING.has(tokens[from]!.toLowerCase())) from++;
  return tokens.slice(from, to).join(' ');
}
