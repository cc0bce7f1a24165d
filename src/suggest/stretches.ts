/** The stretches of a text that may be captions: words between dates, weekdays, amounts, numbers and addresses. */

const MONTH = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?,?$/iu;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?$/iu;
/** What holds a digit, an address of mail or of the web, or stands for characters that are left out: "xxx-xx-xx". */
const VALUE = /\d|@|:\/\/|^www\.|^[x*•#]{2,}(?:[-.\s]?[x*•#]+)*$/iu;
/** Words that lead from a caption to its value: "Balance on June 10". */
const LEADING_ON = /(?:\s+(?:on|of|as|for|from|through|thru|to|the|at|by|is|and|in|a|an|until|or))+$/iu;
const LED_BY = /^(?:(?:and|or|of|to|through|thru|the|on|is)\s+)+/iu;

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
  let words: string[] = [];
  const end = (isFollowed: boolean) => {
    const isLed = found.length > 0 || words.length < tokens.length;
    let stretch = words.join(' ');
    if (isFollowed) stretch = ` ${stretch}`.replace(LEADING_ON, '').trim();
    if (isLed) stretch = `${stretch} `.replace(LED_BY, '').trim();
    if (stretch !== '') found.push(stretch);
    words = [];
  };
  for (const [i, token] of tokens.entries()) {
    if (isValue[i]) {
      if (words.length > 0) end(true);
    } else words.push(token);
  }
  if (words.length > 0) end(false);
  return found;
}
