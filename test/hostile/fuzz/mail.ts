/** Mails: parts in parts, whose headers, boundaries and encodings may be wrong, and HTML of random tags. */
import type { Chance } from './chance.js';
import { damagedBytes } from './damage.js';

const TYPES = [
  'text/plain',
  'text/html',
  'multipart/mixed',
  'multipart/alternative',
  'message/rfc822',
  'image/png',
];
const ENCODINGS = ['7bit', '8bit', 'base64', 'quoted-printable', 'x-uuencode', ''];
const CHARSETS = ['utf-8', 'iso-8859-1', 'windows-1252', 'utf-16le', 'shift_jis', 'nosuch', 'utf-7'];
const ELEMENTS =
  'p div span table tr td th tbody ul ol li blockquote a br hr h1 pre b svg math script style title template select option dl dt dd'.split(
    ' ',
  );

function element(chance: Chance, depth: number): string {
  const name = chance.of(ELEMENTS);
  const attribute = chance.percent(30)
    ? ` ${chance.of(['colspan', 'rowspan', 'start', 'type', 'href', 'style'])}="${chance.percent(60) ? chance.number() : chance.text()}"`
    : '';
  const inner = depth > 0 ? chance.list(4, () => element(chance, depth - 1)).join('') : chance.text();
  const times = chance.percent(5) ? 1 + chance.int(200) : 1;
  return `<${name}${attribute}>`.repeat(times) + inner + (chance.percent(80) ? `</${name}>` : '');
}

function html(chance: Chance): string {
  return chance.list(20, () => element(chance, 3)).join(chance.of(['', '\n', ' text ', '&nbsp;', '<!--']));
}

function lines(chance: Chance): string {
  return chance
    .list(30, () => `${chance.text()} ${chance.number()} ${chance.text()}`)
    .join(chance.of(['\r\n', '\n', '\r']));
}

function part(chance: Chance, depth: number): string {
  const type = chance.of(depth > 0 ? TYPES : TYPES.slice(0, 2));
  const encoding = chance.of(ENCODINGS);
  const boundary = chance.of(['b', 'bb', '', 'x'.repeat(80), '=_?']);
  const parameters = [
    ...(type.startsWith('multipart') ? [`boundary="${boundary}"`] : []),
    ...(chance.percent(60) ? [`charset=${chance.of(CHARSETS)}`] : []),
    ...(chance.percent(20) ? [`name*${chance.int(4)}*=${chance.text()}`] : []),
    ...(chance.percent(20) ? ['format=flowed; delsp=yes'] : []),
  ];
  const head = `Content-Type: ${[type, ...parameters].join('; ')}\r\nContent-Transfer-Encoding: ${encoding}\r\n${chance.percent(20) ? 'Content-Disposition: attachment; filename="a/../b"\r\n' : ''}\r\n`;
  if (type.startsWith('multipart')) {
    const inner = chance.list(4, () => `--${boundary}\r\n${part(chance, depth - 1)}\r\n`).join('');
    return `${head}${inner}${chance.percent(70) ? `--${boundary}--\r\n` : ''}`;
  }
  const body = type === 'text/html' ? html(chance) : lines(chance);
  return head + (encoding === 'base64' ? Buffer.from(body).toString('base64') : body);
}

export function fuzzedMail(chance: Chance): Uint8Array {
  const headers = chance.list(
    6,
    () =>
      `${chance.of(['To', 'Cc', 'Subject', 'Date', 'X-A', 'From'])}: ${chance.percent(40) ? '=?utf-8?q?=C3=A9?= <a@example.com>, ' : ''}${chance.text()}\r\n`,
  );
  const bytes = Buffer.from(`From: a@example.com\r\n${headers.join('')}${part(chance, 3)}`);
  return chance.percent(20) ? damagedBytes(bytes, chance) : Uint8Array.from(bytes);
}

/** Rows of text with separators and quotes that may not fit. */
export function fuzzedRows(chance: Chance): Uint8Array {
  const separator = chance.of([',', ';', '\t', '|', ' ']);
  const cell = () => (chance.percent(20) ? `"${chance.text()}` : `${chance.text()}${chance.number()}`);
  const rows = chance.list(60, () => chance.list(8, cell).join(separator));
  const bytes = Buffer.from(rows.join(chance.of(['\n', '\r\n', '\f', '\u2028'])));
  return chance.percent(20) ? damagedBytes(bytes, chance) : Uint8Array.from(bytes);
}
