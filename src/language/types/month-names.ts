/** Names of months, by language. */
// See docs/language/04-types.md#4135-language
import { foldCase } from './text.js';

/**
 * Spellings of the twelve months: full names, and after the colon short ones, which a full stop may end. Without accents too
 * where capitals or old typewriters drop them.
 */
const SPELLINGS = {
  en: `january:jan february:feb march:mar april:apr may:may june:jun july:jul august:aug september:sep,sept october:oct
    november:nov december:dec`,
  es: `enero:ene febrero:feb marzo:mar abril:abr mayo:may junio:jun julio:jul agosto:ago
    septiembre,setiembre:sep,sept,set octubre:oct noviembre:nov diciembre:dic`,
  it: `gennaio:gen febbraio:feb marzo:mar aprile:apr maggio:mag giugno:giu luglio:lug agosto:ago settembre:set,sett
    ottobre:ott novembre:nov dicembre:dic`,
  de: `januar,jänner:jan,jän februar,feber:feb märz,maerz:mär,mrz april:apr mai:mai juni:jun juli:jul august:aug
    september:sep,sept oktober:okt november:nov dezember:dez`,
  fr: `janvier:jan,janv février,fevrier:fév,fev,févr,fevr mars:mar avril:avr mai:mai juin:juin juillet:juil,juill
    août,aout:aoû,aou septembre:sep,sept octobre:oct novembre:nov décembre,decembre:déc,dec`,
  nl: `januari:jan februari:feb,febr maart:mrt,maa april:apr mei:mei juni:jun juli:jul augustus:aug september:sep,sept
    oktober:okt november:nov december:dec`,
  pt: `janeiro:jan fevereiro:fev março,marco:mar abril:abr maio:mai junho:jun julho:jul agosto:ago setembro:set outubro:out
    novembro:nov dezembro:dez`,
} as const;

export type DateLanguage = keyof typeof SPELLINGS;

/** Languages by their codes, and what they are called. */
export const LANGUAGE_NAMES: Readonly<Record<DateLanguage, string>> = {
  en: 'English',
  es: 'Spanish',
  it: 'Italian',
  de: 'German',
  fr: 'French',
  nl: 'Dutch',
  pt: 'Portuguese',
};

export const LANGUAGES = [
  'en',
  'es',
  'it',
  'de',
  'fr',
  'nl',
  'pt',
] as const satisfies readonly DateLanguage[];

interface MonthNames {
  /** Pattern of all spellings, the longest first. */
  readonly source: string;
  /** Pattern of the full names. */
  readonly full: string;
  readonly numbers: ReadonlyMap<string, number>;
}

function monthNames(spellings: string): MonthNames {
  const numbers = new Map<string, number>();
  const sources: { readonly name: string; readonly source: string }[] = [];
  const allFull: string[] = [];
  for (const [i, month] of spellings.split(/\s+/u).entries()) {
    const [full = [], short = []] = month.split(':').map((names) => names.split(','));
    for (const name of [...full, ...short]) numbers.set(name, i + 1);
    sources.push(...full.map((name) => ({ name, source: name })));
    sources.push(...short.map((name) => ({ name, source: `${name}\\.?` })));
    allFull.push(...full);
  }
  // A full name before the short one that is spelled alike, as of May.
  sources.sort((a, b) => b.name.length - a.name.length);
  return {
    source: `(?:${sources.map(({ source }) => source).join('|')})`,
    full: `(?:${allFull.join('|')})`,
    numbers,
  };
}

const NAMES: ReadonlyMap<DateLanguage, MonthNames> = new Map(
  LANGUAGES.map((language) => [language, monthNames(SPELLINGS[language])]),
);

/** A pattern (flag `i`) of all spellings of the months, the longest first. */
export function monthSource(language: DateLanguage): string {
  return NAMES.get(language)!.source;
}

/** A pattern (flag `i`) of the full names of the months. */
export function fullMonthSource(language: DateLanguage): string {
  return NAMES.get(language)!.full;
}

/** The month that a spelling names, from 1. */
export function monthNumber(printed: string, language: DateLanguage): number | undefined {
  return NAMES.get(language)!.numbers.get(foldCase(printed).replace('.', ''));
}
