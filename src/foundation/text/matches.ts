/** All matches of a pattern in a text. */

/**
 * What `String.matchAll` gives. That searches with a copy of the pattern, which is made for each text, and compiled again as
 * often as the engine has dropped what it knew of patterns that are gone.
 * @param pattern global
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  for (let from = 0; from <= text.length; ) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) break;
    matches.push(match);
    from = pattern.lastIndex;
    if (match[0] === '') from += readsPairs(pattern) && (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
  }
  pattern.lastIndex = 0;
  return matches;
}

/** Whether a pattern takes two surrogates for one character. */
function readsPairs({ flags }: RegExp): boolean {
  return flags.includes('u') || flags.includes('v');
}
