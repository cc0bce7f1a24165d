/** How long a server wants its callers to wait (RFC 9110, 10.2.3, and the milliseconds that some vendors send). */
// See docs/language/08-language-models.md#881-models-of-the-ai-sdk

/**
 * Milliseconds from now; undefined where nothing usable is said.
 * @param headers by lower-case name
 * @param now milliseconds since 1970
 */
export function retryAfterOf(
  headers: Readonly<Record<string, string | undefined>>,
  now: number = Date.now(),
): number | undefined {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const given = headers['retry-after']?.trim();
  if (given === undefined || given === '') return undefined;
  if (/^\d+(?:\.\d+)?$/u.test(given)) return Number(given) * 1_000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
