/** English words that say nothing of what a text is about. */

/** In lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be but by can do does did don't for from had has have how i if in is it its no not of on
  only or out please return s so such that the their then there these this to was were what when where which who why
  will with within you your`.split(/\s+/u),
);
