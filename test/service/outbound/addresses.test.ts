import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAddress, checkPolicy, reasonAgainstAddress } from '../../../src/service/outbound/policy.js';
import { isPublicAddress } from '../../../src/service/outbound/public-address.js';
import { retryAfterOf } from '../../../src/service/outbound/retry-after.js';

/** First and last address of every refused range of IPv4, and their public neighbours. */
const RANGES_V4: readonly (readonly [string, string, string | null, string | null])[] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
];

/** The hexadecimal groups of an IPv4 address. */
function groups(address: string): string {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** The spellings of an IPv4 address, and the IPv6 addresses that carry it. */
function spellings(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const decimal = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = `0x${decimal.toString(16)}`;
  const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.');
  const short = `${a}.${(b * 256 + c) * 256 + d}`;
  const v6 = [
    `::ffff:${address}`,
    `::ffff:${groups(address)}`,
    `0:0:0:0:0:FFFF:${address}`,
    `64:ff9b::${address}`,
    `2002:${groups(address)}::`,
    `2002:${groups(address)}:1:2:3:4:5`,
  ];
  return [address, String(decimal), hex, octal, short, ...v6, ...v6.map((each) => `[${each}]`)];
}

test.each(RANGES_V4)(
  'IPv4: %s to %s is not public in any spelling, its neighbours are',
  (first, last, before, after) => {
    for (const address of [first, last]) {
      for (const spelling of spellings(address)) expect(isPublicAddress(spelling), spelling).toBe(false);
    }
    for (const address of [before, after].filter((each) => each !== null)) {
      for (const spelling of spellings(address)) expect(isPublicAddress(spelling), spelling).toBe(true);
    }
  },
);

test('IPv4 is refused as the block list of Node refuses it', () => {
  const list = new BlockList();
  for (const [first, last] of RANGES_V4) list.addRange(first, last);
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const spelling of spellings(address)) expect(isPublicAddress(spelling)).toBe(!list.check(address));
    }),
  );
});

test.each([
  ['2000::', true],
  ['2606:4700:4700::1111', true],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
  ['3fff:1000::', true],
  ['2001:200::', true],
  ['2001:db7:ffff::', true],
  ['2001:db9::', true],
  ['::', false],
  ['::1', false],
  ['::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['2001::', false],
  ['2001:1ff:ffff::', false],
  ['2001:db8::', false],
  ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['3fff::', false],
  ['3fff:fff:ffff::', false],
  ['4000::', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['2606:4700:4700::1111%eth0', false],
  ['ff02::1', false],
])('IPv6: %s: public is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('IPv6 is refused as the block list of Node refuses it', () => {
  const refused = new BlockList();
  for (const [net, prefix] of [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
  ] as const) {
    refused.addSubnet(net, prefix, 'ipv6');
  }
  const open = new BlockList();
  open.addSubnet('2000::', 3, 'ipv6');
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const first = fc.constantFrom('2001', '3fff', '2000', '3ffe', '1fff', '4000', '2001:db8', '2001:1ff');
  fc.assert(
    fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (start, rest) => {
      const address = [...start.split(':'), ...rest].slice(0, 8).join(':');
      const isPublic = open.check(address, 'ipv6') && !refused.check(address, 'ipv6');
      expect(isPublicAddress(address)).toBe(isPublic);
    }),
  );
});

test('what is no address is not public', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(isIP(text) === 0 && !/\d/u.test(text));
      expect(isPublicAddress(text)).toBe(false);
    }),
  );
  for (const text of ['', '1.1.1.1:80', '1.1.1.1/x', 'u@1.1.1.1', '[1.1.1.1]', '1.1.1.1.1', 'example.com']) {
    expect(isPublicAddress(text), text).toBe(false);
  }
});

const reason = (url: string, policy = {}) => {
  const checked = checkAddress(url, policy);
  return checked.ok ? checked.url.href : checked.reason;
};

test.each([
  ['https://files.example.com/a?b=c#part', 'https://files.example.com/a?b=c'],
  ['HTTP://EXAMPLE.com:8080', 'http://example.com:8080/'],
  ['https://example.com.', 'https://example.com./'],
  ['https://bücher.example', 'https://xn--bcher-kva.example/'],
  ['http://93.184.216.34/x', 'http://93.184.216.34/x'],
  ['http://[2606:4700:4700::1111]:9000/', 'http://[2606:4700:4700::1111]:9000/'],
  ['https://example.com:1024/', 'https://example.com:1024/'],
])('an address of a caller may be %s', (url, href) => {
  expect(reason(url)).toBe(href);
});

test.each([
  ['ftp://example.com/', 'it must begin with https or http'],
  ['file:///etc/passwd', 'it must begin with https or http'],
  ['data:text/plain,x', 'it must begin with https or http'],
  ['example.com', 'it is not a URL'],
  ['', 'it is not a URL'],
  ['http://', 'it is not a URL'],
  ['https://user@example.com/', 'it must not hold a user or password'],
  ['https://:secret@example.com/', 'it must not hold a user or password'],
  [`https://example.com/${'x'.repeat(2029)}`, 'it has more than 2048 characters'],
  ['http://localhost/', 'its host is a local name; the option policy.allowHosts of the service can allow it'],
  [
    'http://LOCALHOST./',
    'its host is a local name; the option policy.allowHosts of the service can allow it',
  ],
  [
    'http://db.localhost/',
    'its host is a local name; the option policy.allowHosts of the service can allow it',
  ],
  [
    'http://printer.local/',
    'its host is a local name; the option policy.allowHosts of the service can allow it',
  ],
  [
    'http://metadata.google.internal/',
    'its host is a local name; the option policy.allowHosts of the service can allow it',
  ],
  [
    'http://router.home.arpa/',
    'its host is a local name; the option policy.allowHosts of the service can allow it',
  ],
  ['http://intranet/', 'its host is a local name; the option policy.allowHosts of the service can allow it'],
  ['http://a..example.com/', 'its host is not a name'],
  ['http://127.0.0.1/', 'its host is not public; the option policy.allowHosts of the service can allow it'],
  ['http://0x7f.1/', 'its host is not public; the option policy.allowHosts of the service can allow it'],
  ['http://2130706433/', 'its host is not public; the option policy.allowHosts of the service can allow it'],
  ['http://0177.0.0.1./', 'its host is not public; the option policy.allowHosts of the service can allow it'],
  [
    'http://169.254.169.254/latest/meta-data',
    'its host is not public; the option policy.allowHosts of the service can allow it',
  ],
  ['http://[::1]/', 'its host is not public; the option policy.allowHosts of the service can allow it'],
  [
    'http://[::ffff:10.0.0.1]/',
    'its host is not public; the option policy.allowHosts of the service can allow it',
  ],
  [
    'http://[64:ff9b::a00:1]/',
    'its host is not public; the option policy.allowHosts of the service can allow it',
  ],
  ['http://example.com:22/', 'port 22 is refused'],
  ['http://example.com:1023/', 'port 1023 is refused'],
  ...[2375, 2376, 3306, 5432, 6379, 9200, 11211, 27017].map((port) => [
    `http://example.com:${port}/`,
    `port ${port} is refused`,
  ]),
])('an address of a caller may not be %s', (url, why) => {
  expect(reason(url!)).toBe(why);
});

test('an address of a caller of any text never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })), (url) => void checkAddress(url)),
  );
});

test('obeys ranges of the host, for literal addresses and for those of names', () => {
  const allowHosts = ['10.1.0.0/16', 'fd00::/8'];
  for (const url of [
    'http://10.1.2.3/',
    'http://0xa.1.2.3/',
    'http://[fd12::1]/',
    'http://[::ffff:10.1.2.3]/',
  ]) {
    expect(checkAddress(url, { allowHosts }), url).toMatchObject({ ok: true, isAllowedHost: true });
  }
  for (const url of ['http://10.2.0.1/', 'http://[fe80::1]/', 'http://10.1.example.internal/']) {
    expect(checkAddress(url, { allowHosts }).ok, url).toBe(false);
  }
  const denyHosts = ['93.184.0.0/16', '10.1.9.9'];
  expect(reason('http://93.184.216.34/', { denyHosts })).toBe('its host is refused');
  expect(reasonAgainstAddress('93.184.216.34', true, { denyHosts })).toBe('its host is refused');
  expect(reasonAgainstAddress('10.1.9.9', false, { allowHosts, denyHosts })).toBe('its host is refused');
  expect(reasonAgainstAddress('10.1.2.3', false, { allowHosts })).toBeUndefined();
  expect(reasonAgainstAddress('10.2.0.1', false, { allowHosts })).toMatch(/^its host is not public/u);
  expect(reasonAgainstAddress('10.2.0.1', true)).toBeUndefined();
});

test.each(['10.0.0.0/33', '10.0.0/x', 'example.com/8', '/8', 'fd00::/129', '10.0.0.0/8/8'])(
  'an address of a caller cannot be compared with %s, which is no range',
  (range) => {
    expect(() => checkPolicy({ denyHosts: [range] })).toThrow(/is not a range such as 10\.0\.0\.0\/8/u);
    expect(() => checkPolicy({ allowHosts: ['10.0.0.0/8', 'a.example', '*.b.example'] })).not.toThrow();
  },
);

test('obeys the lists of the host, what is denied before what is allowed', () => {
  const allowHosts = ['intranet', '*.corp.internal', '10.0.0.1', '::1', 'Files.Local'];
  for (const url of ['http://intranet/', 'http://a.b.corp.internal/', 'http://10.0.0.1/', 'http://[::1]/']) {
    expect(checkAddress(url, { allowHosts })).toMatchObject({ ok: true, isAllowedHost: true });
  }
  expect(checkAddress('http://files.local/', { allowHosts }).ok).toBe(true);
  expect(checkAddress('https://example.com/', { allowHosts })).toMatchObject({ isAllowedHost: false });
  for (const url of [
    'http://corp.internal/',
    'http://xcorp.internal/',
    'http://10.0.0.2/',
    'http://[::2]/',
  ]) {
    expect(checkAddress(url, { allowHosts }).ok, url).toBe(false);
  }
  const denyHosts = ['intranet', '*.example.com'];
  expect(reason('http://intranet/', { allowHosts, denyHosts })).toBe('its host is refused');
  expect(reason('http://a.example.com./', { denyHosts })).toBe('its host is refused');
  expect(reason('http://example.com/', { denyHosts })).toBe('http://example.com/');
  expect(reason('http://example.com:5432/', { denyPorts: [] })).toBe('http://example.com:5432/');
  expect(reason('http://example.com:22/', { denyPorts: [] })).toBe('port 22 is refused');
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 31 Dec 1999 23:59:59 GMT', 59_000],
  ['Fri, 31 Dec 1999 23:00:00 GMT', 0],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After: %j is %j ms', (header, wait) => {
  expect(retryAfterOf(header, Date.UTC(1999, 11, 31, 23, 59, 0))).toBe(wait);
});
