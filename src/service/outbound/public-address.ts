/** Which IP addresses are public: those that a stranger may send the service to. */
// See docs/language/09-service.md#910-fetching-a-callers-address
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { parsedUrl } from '../../foundation/text/url.js';

type Address = IPv4 | IPv6;

/** The only public IPv6. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Parts of it that are not, whatever they are called: protocols (Teredo and others), and documentation. */
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Ranges of IPv6 addresses that contain an IPv4 address, with the byte at which that begins: mapped, NAT64, 6to4. */
const CARRIERS: ReadonlyMap<string, number> = new Map([
  ['ipv4Mapped', 12],
  ['rfc6052', 12],
  ['6to4', 2],
]);

/** A test for addresses in a range such as `10.0.0.0/8` or `fd00::/8`; undefined for a text that is not one. */
export function addressRange(text: string): ((address: string) => boolean) | undefined {
  const [start = '', prefix = '', ...more] = text.split('/');
  const address = parseAddress(start);
  const bits = address?.kind() === 'ipv4' ? 32 : 128;
  if (!address || more.length > 0 || !/^\d{1,3}$/u.test(prefix) || Number(prefix) > bits) return undefined;
  return (given) => {
    const other = parseAddress(given);
    const itself = other && ipaddr.process(other.toString());
    return itself?.kind() === address.kind() && itself.match(address, Number(prefix));
  };
}

/**
 * Whether an address is public.
 * @param text IPv4 in any notation that `URL` knows, or IPv6 with or without brackets; false for everything else,
 *   also for IPv6 with a zone
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
}

function isPublic(address: Address): boolean {
  const range = address.range();
  if (address.kind() === 'ipv4') return range === 'unicast';
  const inner = CARRIERS.get(range);
  if (inner !== undefined)
    return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(inner, inner + 4)));
  return address.match(PUBLIC_V6) && !REFUSED_V6.some((refused) => address.match(refused));
}

/** The parser of `URL` reads every notation and writes one. */
function parseAddress(text: string): Address | undefined {
  const host = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const url = parsedUrl(`http://${host}/`);
  if (!url) return undefined;
  const { hostname, username, port, pathname } = url;
  const address = hostname.replace(/^\[|\]$/gu, '');
  const isAlone = username === '' && port === '' && pathname === '/';
  return isAlone && ipaddr.isValid(address) ? ipaddr.parse(address) : undefined;
}
