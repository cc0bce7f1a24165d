/** Names of months and weekdays in the language that a number format names, as in `[$-410]d mmmm yyyy`. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet

/** Languages by the lower ten bits of the numbers that Windows has for them; those whose dates spell the month. */
const LANGUAGES: ReadonlyMap<number, string> = new Map(
  Object.entries({
    bg: 0x02,
    ca: 0x03,
    cs: 0x05,
    da: 0x06,
    de: 0x07,
    el: 0x08,
    en: 0x09,
    es: 0x0a,
    fi: 0x0b,
    fr: 0x0c,
    hu: 0x0e,
    is: 0x0f,
    it: 0x10,
    nl: 0x13,
    nb: 0x14,
    pl: 0x15,
    pt: 0x16,
    ro: 0x18,
    ru: 0x19,
    hr: 0x1a,
    sk: 0x1b,
    sv: 0x1d,
    tr: 0x1f,
    uk: 0x22,
    sl: 0x24,
    et: 0x25,
    lv: 0x26,
    lt: 0x27,
  }).map(([language, id]) => [id, language]),
);
const LANGUAGE_BITS = 0x3ff;
/** The language of a format: a number of Windows, or since Excel 2016 a tag. */
const NAMED = /\[\$[^\]-]{0,10}-(?:([0-9a-f]{3,8})|([a-z]{2})(?:-[a-z0-9-]{2,20})?)\]/iu;

/** The language that a format code names; undefined where it names none, or one whose months are numbers. */
export function languageOf(code: string): string | undefined {
  const [, id, tag] = NAMED.exec(code) ?? [];
  if (id !== undefined) return LANGUAGES.get(Number.parseInt(id, 16) & LANGUAGE_BITS);
  const language = tag?.toLowerCase();
  return [...LANGUAGES.values()].find((known) => known === language);
}

/** Stretches of a code that are not directives, and directives that names are shown for. */
const DIRECTIVES = /"[^"]*"?|\[[^\]]*\]?|[\\_*][\s\S]|m{3,5}|d{3,4}/giu;

/** A date code with the names of a day in place of the directives that show them. @param time milliseconds since 1970, UTC */
export function withNames(code: string, time: number, language: string): string {
  return code.replace(DIRECTIVES, (part) => {
    const directive = part.toLowerCase();
    const letters = directive.length;
    if (directive.startsWith('mmm')) {
      const name = nameOf('month', letters === 3 ? 'short' : 'long', time, language);
      return `"${letters === 5 ? name.slice(0, 1) : name}"`;
    }
    return directive.startsWith('ddd')
      ? `"${nameOf('weekday', letters === 3 ? 'short' : 'long', time, language)}"`
      : part;
  });
}

/** The name as it is in a date; by itself where dates have the number of the month, as short ones in Czech. */
function nameOf(part: 'month' | 'weekday', length: 'short' | 'long', time: number, language: string): string {
  const options = { [part]: length, timeZone: 'UTC' } as const;
  const inDate = new Intl.DateTimeFormat(language, { ...options, day: 'numeric' })
    .formatToParts(time)
    .find(({ type }) => type === part)?.value;
  if (inDate !== undefined && !/\d/.test(inDate)) return inDate;
  return new Intl.DateTimeFormat(language, options).format(time);
}
