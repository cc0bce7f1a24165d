/** The header with which a server says when to come again. */

/**
 * The wait that a `Retry-After` header asks for, in milliseconds; undefined where it is missing or neither a number
 * of seconds nor a date.
 * @param now milliseconds since 1970
 */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header) * 1000;
  // The date form of RFC 9110 begins with the name of a day; Date.parse alone would take "1.5" for a month.
  const date = /^[A-Z][a-z]{2,8},? /u.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
