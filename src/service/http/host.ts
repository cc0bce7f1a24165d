/** The `Host` header: it may name a host and a port, and has no say in the path of a request. */
// See docs/language/09-service.md#971-routing

/** Letters, digits and what names and IPv6 addresses have besides; no user, path or query (RFC 9110, 7.2). */
const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** Whether a header names a host, and perhaps a port, and nothing else. */
export function isHost(header: string): boolean {
  return HOST.test(header);
}
