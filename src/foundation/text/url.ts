/** Addresses that may be none. */

/**
 * The address that a text is; undefined for any other text. `URL.canParse` is no way to know: Node 20 and 22 answer no
 * for all texts with letters such as "ü" once it was called some thousand times.
 * @param base what a relative address is taken from
 */
export function parsedUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
