/** Mails, and HTML in them, that cost far more than their bytes. */
import type { Attack } from './attack.js';
import { probed } from './probe.js';

const HEAD = 'From: a@example.com\r\nSubject: Offer\r\nMIME-Version: 1.0\r\n';

function mail(text: string) {
  return probed(Buffer.from(text, 'latin1'), { filename: 'mail.eml' });
}

function html(content: string) {
  return mail(`${HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n${content}`);
}

/** A message whose parts are nested, with some text in the innermost. */
function nested(depth: number, type: string, content: string): string {
  let head = HEAD;
  let foot = '';
  for (let i = 0; i < depth; i++) {
    head += `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`;
    foot = `\r\n--b${i}--\r\n${foot}`;
  }
  return `${head}Content-Type: ${type}\r\n\r\n${content}${foot}`;
}

const MILLION = 1_000_000;

function htmlAttack(name: string, content: () => string): Attack {
  return { name: `HTML: ${name}`, make: () => html(content()) };
}

function mailAttack(name: string, text: () => string): Attack {
  return { name: `mail: ${name}`, make: () => mail(text()) };
}

const all: readonly Attack[] = [
  htmlAttack('closing tags without openings', () => '<div>'.repeat(90_000) + '</b>'.repeat(5 * MILLION)),
  htmlAttack('closing tags of unknown names', () => '<div>'.repeat(90_000) + '</x-y>'.repeat(MILLION)),
  htmlAttack('90,000 nested divs', () => `${'<div>'.repeat(90_000)}text`),
  htmlAttack('nested block quotes', () => '<blockquote>a'.repeat(50_000)),
  htmlAttack(
    'block quotes nested as deep as is read',
    () => '<blockquote>a'.repeat(190) + 'line<br>'.repeat(90_000),
  ),
  htmlAttack('nested lists', () => '<ul><li>a'.repeat(45_000)),
  htmlAttack('lists nested as deep as is read', () => '<ul><li>a'.repeat(95) + 'line<br>'.repeat(90_000)),
  htmlAttack('a list that begins at a huge number', () => '<ol start="1e308"><li>a<li>b</ol>'.repeat(400)),
  htmlAttack('an ordered list without an item', () =>
    '<ol type="?" start="-9e99"></ol><ol start="x"><li></ol>'.repeat(400),
  ),
  htmlAttack('block quotes and lists without content', () =>
    '<blockquote><ol><ul></ul></ol></blockquote>'.repeat(1_000),
  ),
  htmlAttack('nested tables', () => '<table><tr><td>a'.repeat(33_000)),
  htmlAttack(
    'tables nested as deep as is read',
    () => '<table><tr><td>a'.repeat(65) + 'line<br>'.repeat(90_000),
  ),
  htmlAttack('a table of long cells', () => `<table>${'<tr><td colspan=10>x<td>y'.repeat(400)}</table>`),
  {
    name: 'HTML: 30,000 lines that are anchors without a value',
    make: () => {
      const input = html('<ol><li>a</ol>'.repeat(30_000));
      return { ...input, options: { ...input.options, limits: { milliseconds: 1_000 } } };
    },
  },
  htmlAttack('attributes without end', () => `<p ${'a=b '.repeat(10 * MILLION)}>text</p>`),
  htmlAttack(
    'millions of attributes',
    () => `<p ${Array.from({ length: 3 * MILLION }, (_, i) => `a${i}`).join(' ')}>text</p>`,
  ),
  htmlAttack('a comment without end', () => `text<!--${'-'.repeat(40 * MILLION)}`),
  htmlAttack('entities', () => '&amp;&#x41;&nosuch;'.repeat(2 * MILLION)),
  htmlAttack('white space', () => `a${' \n\t'.repeat(10 * MILLION)}b`),
  htmlAttack('one long word', () => 'x'.repeat(40 * MILLION)),
  htmlAttack('a quadratic opening', () => '<'.repeat(20 * MILLION)),
  mailAttack('90 MB of lines in deep parts', () =>
    nested(45, 'text/plain', 'a line of text\r\n'.repeat(5_600_000)),
  ),
  mailAttack('as many rows as are read', () =>
    nested(30, 'text/plain', `${'a line of text '.repeat(3)}of text\r\n`.repeat(699_000)),
  ),
  mailAttack('as many parts as are read', () => nested(1, 'text/plain', '--b0\r\n\r\na\r\n'.repeat(9000))),
  mailAttack('90 MB of empty lines in deep parts', () => nested(45, 'text/plain', '\n'.repeat(90 * MILLION))),
  mailAttack('90 MB of base64 in deep parts', () =>
    nested(
      90,
      'text/plain\r\nContent-Transfer-Encoding: base64',
      `${'QUJD'.repeat(19)}\r\n`.repeat(1_150_000),
    ),
  ),
  mailAttack('90 MB of flowed lines', () =>
    nested(1, 'text/plain; format=flowed; delsp=yes', '> a line of text \r\n'.repeat(4_700_000)),
  ),
  mailAttack('90 MB of quoted-printable', () =>
    nested(1, 'text/plain\r\nContent-Transfer-Encoding: quoted-printable', '=41=42=\r\n'.repeat(9 * MILLION)),
  ),
  mailAttack(
    'two million parts',
    () =>
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\na\r\n'.repeat(2 * MILLION)}--b--`,
  ),
  mailAttack(
    'two million text parts of HTML',
    () =>
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/html\r\n\r\n<p>a\r\n'.repeat(300_000)}--b--`,
  ),
  mailAttack('a header of encoded words', () => `To: ${'=?utf-8?q?a?= '.repeat(70_000)}\r\n${HEAD}\r\ntext`),
  mailAttack('a header of addresses', () => `To: ${'a:(b<'.repeat(180_000)}\r\n${HEAD}\r\ntext`),
  mailAttack(
    'parameters of a header',
    () =>
      `${HEAD}Content-Type: text/plain;${Array.from({ length: 40_000 }, (_, i) => `a*${i}*=b;`).join('')}\r\n\r\ntext`,
  ),
];

/** End by their limit of time, or take seconds. */
const SLOW: ReadonlySet<string> = new Set([
  'HTML: block quotes nested as deep as is read',
  'HTML: lists nested as deep as is read',
  'mail: as many rows as are read',
  'mail: as many parts as are read',
]);

export const attacks: readonly Attack[] = all.map((attack) => ({ ...attack, slow: SLOW.has(attack.name) }));
