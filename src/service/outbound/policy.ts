/** Which addresses of a caller may be asked at all, as far as the address itself shows. */
// See docs/language/09-service.md#910-fetching-a-callers-address

import { parsedUrl } from '../../foundation/text/url.js';
import { addressRange, isPublicAddress } from './public-address.js';

/** What a host may change about where the service goes. */
export interface OutboundPolicy {
  /**
   * Host names and addresses that are allowed whatever they resolve to: private ones are opened on purpose. A name
   * that begins with `*.` represents all names below it, and a range such as `10.0.0.0/8` for all addresses in it, also
   * for those that names resolve to.
   */
  readonly allowHosts?: readonly string[];
  /** Host names, addresses and ranges that are refused; they count before `allowHosts`. */
  readonly denyHosts?: readonly string[];
  /** Ports above 1023 that are refused; default those of well-known databases and of Docker. */
  readonly denyPorts?: readonly number[];
}

/** An address that may be asked, or why not. */
type CheckedAddress =
  | {
      readonly ok: true;
      /** Without its fragment. */
      readonly url: URL;
      /** Whether the host is allowed whatever it resolves to. */
      readonly isAllowedHost: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Longest address, in characters. */
const LONGEST_URL = 2048;
/** Ports of the web below 1024, and their usual doubles. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
/** Ports from here on are free to use; below are the services of the machine. */
const FIRST_FREE_PORT = 1024;
/** Docker, MySQL, PostgreSQL, Redis, Elasticsearch, memcached, MongoDB: they talk to whoever reaches them. */
const DEFAULT_DENY_PORTS: readonly number[] = [2375, 2376, 3306, 5432, 6379, 9200, 11211, 27017];
/** Names of one machine or one network (RFC 6761, 6762, 8375; `internal` is reserved by ICANN). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/** Why hosts are refused that the options of the service exclude. */
const DENIED = 'its host is refused';
const HOW_TO_ALLOW = 'the option policy.allowHosts of the service can allow it';
/** Why hosts are refused that are, or resolve to, private addresses. */
const NOT_PUBLIC = `its host is not public; ${HOW_TO_ALLOW}`;

/**
 * Checks an address without asking anybody: its form, its host name or literal IP address, its port. What the name
 * resolves to is checked where the connection is made.
 */
export function checkAddress(text: string, policy: OutboundPolicy = {}): CheckedAddress {
  if (text.length > LONGEST_URL) return refused(`it has more than ${LONGEST_URL} characters`);
  const url = parsedUrl(text);
  if (!url) return refused('it is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('it must begin with https or http');
  if (url.username !== '' || url.password !== '') return refused('it must not hold a user or password');
  url.hash = '';
  const host = hostOf(url);
  if (policy.denyHosts?.some((pattern) => matchesHost(host, pattern))) return refused(DENIED);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isAllowedPort(port, policy)) return refused(`port ${port} is refused`);
  const isAllowedHost = policy.allowHosts?.some((pattern) => matchesHost(host, pattern)) ?? false;
  if (!isAllowedHost) {
    const reason = reasonAgainst(host);
    if (reason !== undefined) return refused(reason);
  }
  return { ok: true, url, isAllowedHost };
}

function refused(reason: string): CheckedAddress {
  return { ok: false, reason };
}

/** The host of an address as names are compared: lower case, without the dot that ends absolute names. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/u, '');
}

/** Whether a host is an IP address: `URL` writes IPv6 in brackets, and only IPv4 ends in a number. */
export function isLiteral(host: string): boolean {
  return host.startsWith('[') || /(?:^|\.)\d+$/u.test(host);
}

/**
 * Why a host name may not be asked, by an address that it resolves to; undefined where it may.
 * @param isAllowedHost whether its name is allowed whatever it resolves to
 */
export function reasonAgainstAddress(
  address: string,
  isAllowedHost: boolean,
  { allowHosts = [], denyHosts = [] }: OutboundPolicy = {},
): string | undefined {
  const isListed = (patterns: readonly string[]) => patterns.some((pattern) => matchesHost(address, pattern));
  if (isListed(denyHosts)) return DENIED;
  return isAllowedHost || isPublicAddress(address) || isListed(allowHosts) ? undefined : NOT_PUBLIC;
}

/**
 * Checks the patterns of a policy, so that a range that is written wrong does not count for nothing.
 * @throws RangeError
 */
export function checkPolicy({ allowHosts = [], denyHosts = [] }: OutboundPolicy): void {
  for (const pattern of [...allowHosts, ...denyHosts]) {
    if (!pattern.includes('/') || addressRange(pattern)) continue;
    throw new RangeError(
      `${JSON.stringify(pattern)} in the policy is not a range such as 10.0.0.0/8 or fd00::/8.`,
    );
  }
}

function matchesHost(host: string, pattern: string): boolean {
  if (pattern.includes('/')) return addressRange(pattern)?.(host) ?? false;
  const name = pattern.toLowerCase();
  if (name.startsWith('*.')) return host.endsWith(name.slice(1)) && host.length > name.length - 1;
  return host === name || host === `[${name}]`;
}

function isAllowedPort(port: number, { denyPorts = DEFAULT_DENY_PORTS }: OutboundPolicy): boolean {
  if (denyPorts.includes(port)) return false;
  return WEB_PORTS.has(port) || port >= FIRST_FREE_PORT;
}

function reasonAgainst(host: string): string | undefined {
  if (isLiteral(host)) return isPublicAddress(host) ? undefined : NOT_PUBLIC;
  const labels = host.split('.');
  if (labels.includes('')) return 'its host is not a name';
  if (labels.length === 1 || LOCAL_NAMES.some((name) => `.${host}`.endsWith(`.${name}`))) {
    return `its host is a local name; ${HOW_TO_ALLOW}`;
  }
  return undefined;
}
