/** Which IP addresses are public: those that a stranger may send the service to. */
// See docs/language/09-service.md#910-fetching-a-callers-address
import { parsedUrl } from '../../foundation/text/url.js';

/** IPv4 that is not public: private, local, shared, reserved, for documentation, multicast. */
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only public IPv6. */
const PUBLIC_V6 = '2000::/3';
/** Parts of it that are not: protocols (Teredo and others), and documentation. */
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '3fff::/20'];
/** IPv4 addresses as IPv6 has them. */
const MAPPED_V4 = '::ffff:0:0/96';
/** IPv6 addresses that contain an IPv4 address, with the bit at which that begins: mapped, NAT64, 6to4. */
const CARRIERS: readonly (readonly [string, number])[] = [
  [MAPPED_V4, 96],
  ['64:ff9b::/96', 96],
  ['2002::/16', 16],
];

const V4_BITS = 32;
const V6_BITS = 128;
const V6_GROUPS = 8;

interface Address {
  readonly value: bigint;
  readonly bits: typeof V4_BITS | typeof V6_BITS;
}

interface Range extends Address {
  readonly prefix: number;
}

/** A test for addresses in a range such as `10.0.0.0/8` or `fd00::/8`; undefined for a text that is not one. */
export function addressRange(text: string): ((address: string) => boolean) | undefined {
  const [start = '', prefix = '', ...more] = text.split('/');
  const address = parseAddress(start);
  if (!address || more.length > 0 || !/^\d{1,3}$/u.test(prefix) || Number(prefix) > address.bits)
    return undefined;
  const range = { ...address, prefix: Number(prefix) };
  return (given) => {
    const other = parseAddress(given);
    return other !== undefined && contains(range, unmapped(other));
  };
}

/** An IPv4 address that is written as IPv6, as itself. */
function unmapped(address: Address): Address {
  const isMapped = address.bits === V6_BITS && contains(mapped, address);
  return isMapped ? { value: BigInt.asUintN(V4_BITS, address.value), bits: V4_BITS } : address;
}

const mapped = parseRange(MAPPED_V4);
const refusedV4 = REFUSED_V4.map(parseRange);
const publicV6 = parseRange(PUBLIC_V6);
const refusedV6 = REFUSED_V6.map(parseRange);
const carriers = CARRIERS.map(([range, start]) => ({ range: parseRange(range), start }));

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
  if (address.bits === V4_BITS) return !refusedV4.some((range) => contains(range, address));
  const carrier = carriers.find(({ range }) => contains(range, address));
  if (carrier) {
    const inner = BigInt.asUintN(V4_BITS, address.value >> BigInt(V6_BITS - V4_BITS - carrier.start));
    return isPublic({ value: inner, bits: V4_BITS });
  }
  return contains(publicV6, address) && !refusedV6.some((range) => contains(range, address));
}

function contains({ value, bits, prefix }: Range, address: Address): boolean {
  const rest = BigInt(bits - prefix);
  return address.bits === bits && address.value >> rest === value >> rest;
}

function parseRange(text: string): Range {
  const [address = '', prefix] = text.split('/');
  return { ...parseAddress(address)!, prefix: Number(prefix) };
}

/** The parser of `URL` reads every notation and writes one. */
function parseAddress(text: string): Address | undefined {
  const host = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const url = parsedUrl(`http://${host}/`);
  if (!url) return undefined;
  const { hostname, username, port, pathname } = url;
  if (username !== '' || port !== '' || pathname !== '/') return undefined;
  if (hostname.startsWith('[')) return { value: v6Value(hostname.slice(1, -1)), bits: V6_BITS };
  return /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(hostname)
    ? { value: fold(hostname.split('.').map(Number), 8), bits: V4_BITS }
    : undefined;
}

/** The value of an IPv6 address as `URL` writes it: hexadecimal groups, and `::` for zeros at most once. */
function v6Value(text: string): bigint {
  const [start = '', end = ''] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number(`0x${group}`)));
  const [before, after] = [groups(start), groups(end)];
  const zeros = Array<number>(V6_GROUPS - before.length - after.length).fill(0);
  return fold([...before, ...zeros, ...after], 16);
}

function fold(parts: readonly number[], bits: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);
}
