/** Codes of currencies that amounts are printed with. */
// See docs/language/04-types.md#484-unit

/** The codes of ISO 4217 for money in use, of funds and metals none. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
    'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS ' +
    'VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

/** Codes that documents print in capitals as words or abbreviations as well: `ALL 1,200`, `TOP 10`. */
const WORDS: ReadonlySet<string> = new Set([
  'ALL',
  'BOB',
  'COP',
  'CUP',
  'GEL',
  'MAD',
  'MOP',
  'PEN',
  'SOS',
  'TOP',
  'TRY',
]);

/** Whether three letters can only be the code of a currency. */
export function isUnitCode(code: string): boolean {
  return CURRENCY_CODES.has(code) && !WORDS.has(code);
}

/** A code that ends before an amount, and whether a number is before it, whose code it may be as well. */
const CODE_BEFORE = /(?:(\d)\s?|(?<![\p{L}\p{N}]))([A-Z]{3})\s?[(\-\u2212]?\s?$/u;
const CODE_BEHIND = /^\s?[)\-\u2212]?\s?([A-Z]{3})(?![\p{L}\p{N}])(\s?[\d\p{Sc}])?/u;
/** Most characters of such a code with what is around it. */
const CODE_LENGTH = 9;

/**
 * The code that is printed beside an amount; undefined without one. Of two, it is that before the amount, unless a number
 * is before that code.
 * @param start of the amount in the text
 * @param hasSign a currency sign is part of the amount, so that a code beside another number is that number's
 */
export function printedCode(text: string, start: number, end: number, hasSign: boolean): string | undefined {
  const before = CODE_BEFORE.exec(text.slice(Math.max(0, start - CODE_LENGTH), start));
  const behind = CODE_BEHIND.exec(text.slice(end, end + CODE_LENGTH));
  const [, number, code] = before ?? [];
  const codes = number === undefined ? [code, behind?.[1]] : [behind?.[1], code];
  const own = [number === undefined ? code : undefined, behind?.[2] === undefined ? behind?.[1] : undefined];
  return (hasSign ? own : codes).find((each) => each !== undefined && isUnitCode(each));
}
