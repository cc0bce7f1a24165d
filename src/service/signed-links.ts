/** Signed links: addresses that let whoever holds them put or get one document for a while. */
// See docs/language/09-service.md#991-signed-links
import { readToken, signToken } from './signed-tokens.js';

/** Putting the bytes of an extraction, or getting a file. */
export type LinkOperation = 'put' | 'get';

/** What a link allows. */
export interface LinkGrant {
  readonly operation: LinkOperation;
  /** Extraction or file that it is about. */
  readonly id: string;
  /** Content type that was declared when the link was made. */
  readonly contentType?: string | undefined;
  /** Moment from which the link is worth nothing, in Unix seconds. */
  readonly expires: number;
}

const VERSION = 1;

/**
 * The token of a link, signed with the first secret. It holds no secret and may be in an address.
 * @throws RangeError for secrets that are missing or shorter than 32 bytes
 */
export function signLink(grant: LinkGrant, secrets: readonly string[]): Promise<string> {
  const { operation, id, contentType, expires } = grant;
  // The order of these members is part of the format.
  const json = {
    v: VERSION,
    op: operation,
    id,
    ...(contentType !== undefined && { ct: contentType }),
    exp: expires,
  };
  return signToken(operation, json, secrets);
}

/**
 * What a token allows; null when it was changed, signed by nobody, made for another operation or has expired. Which
 * of these it was is nobody's business.
 * @param now milliseconds since 1970
 * @throws RangeError for secrets that are missing or shorter than 32 bytes
 */
export async function readLink(
  token: string,
  operation: LinkOperation,
  secrets: readonly string[],
  now: number,
): Promise<LinkGrant | null> {
  const json = await readToken(operation, token, secrets);
  if (!isLinkJson(json) || json.op !== operation || json.exp * 1000 <= now) return null;
  return {
    operation,
    id: json.id,
    ...(json.ct !== undefined && { contentType: json.ct }),
    expires: json.exp,
  };
}

interface LinkJson {
  readonly op: string;
  readonly id: string;
  readonly ct?: string;
  readonly exp: number;
}

function isLinkJson(json: unknown): json is LinkJson {
  if (typeof json !== 'object' || json === null) return false;
  const { v, op, id, ct, exp } = json as Record<string, unknown>;
  return (
    v === VERSION &&
    typeof op === 'string' &&
    typeof id === 'string' &&
    (ct === undefined || typeof ct === 'string') &&
    typeof exp === 'number'
  );
}
