/** Messages that do not say in which encoding they are, and text that they do not display. */
import { describe, expect, it } from 'vitest';
import { withJoinedWords } from '../../../src/reading/plain/email-encoding.js';
import { loadBytes } from '../../support/readers.js';
import { texts } from '../office-files.js';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const rows = (...all: string[]) => all.join('\r\n');
const last = async (bytes: Uint8Array) => texts(await loadBytes(bytes, { filename: 'a.eml' }))[0]!.at(-1);
const HEAD = ['From: a@example.com', 'Subject: Hi', 'MIME-Version: 1.0'];

describe('encodings of messages', () => {
  it.each([
    ['no charset, Windows-1252', latin(rows(...HEAD, '', 'Betr\xe4ge: 5 \x80')), 'Beträge: 5 €'],
    ['no charset, UTF-8', new TextEncoder().encode(rows(...HEAD, '', 'Beträge: 5 €')), 'Beträge: 5 €'],
    [
      'ASCII that is not',
      latin(rows(...HEAD, 'Content-Type: text/plain; charset=us-ascii', '', 'Betr\xe4ge')),
      'Beträge',
    ],
    [
      'no charset in a part that is coded',
      latin(rows(...HEAD, 'Content-Transfer-Encoding: quoted-printable', '', 'Betr=E4ge')),
      'Beträge',
    ],
    [
      'the page says it',
      latin(rows(...HEAD, 'Content-Type: text/html', '', '<meta charset="iso-8859-2"><p>\xb3\xf3d\xbc')),
      'łódź',
    ],
    [
      'the header wins over the page',
      latin(
        rows(...HEAD, 'Content-Type: text/html; charset=iso-8859-1', '', '<meta charset="koi8-r"><p>\xe4'),
      ),
      'ä',
    ],
    [
      'UTF-16, little end first',
      Buffer.from(`\ufeff${rows(...HEAD, '', 'Beträge: 5 €')}`, 'utf16le'),
      'Beträge: 5 €',
    ],
    [
      'UTF-16, big end first',
      Buffer.from(
        `\ufeff${rows(...HEAD, 'Content-Type: text/plain; charset=iso-8859-1', '', 'Beträge')}`,
        'utf16le',
      ).swap16(),
      'Beträge',
    ],
    ['UTF-16 without a mark', Buffer.from(rows(...HEAD, '', 'Beträge'), 'utf16le'), 'Beträge'],
  ])('the encoding of a message is found: %s', async (_, bytes, text) => {
    expect(await last(bytes)).toBe(text);
  });

  it('the encoding of headers of raw bytes is found', async () => {
    const subject = async (bytes: Uint8Array) =>
      texts(await loadBytes(bytes, { filename: 'a.eml' }))[0]!.find((text) => text.startsWith('Subject'));
    expect(await subject(latin(rows('From: a@b.c', 'Subject: F\xfcr M\xe4rz', '', 'x')))).toBe(
      'Subject: Für März',
    );
    const polish = rows(
      'From: a@b.c',
      'Subject: \xb3\xf3d\xbc',
      'Content-Type: text/plain; charset=iso-8859-2',
      '',
      'x',
    );
    expect(await subject(latin(polish))).toBe('Subject: łódź');
    expect(await subject(new TextEncoder().encode(rows('From: a@b.c', 'Subject: Für', '', 'x')))).toBe(
      'Subject: Für',
    );
  });

  it.each([
    ['=?utf-8?B?w4TDlsM=?= =?utf-8?B?nCBjZW50?=', 'ÄÖÜ cent'],
    ['=?UTF-8?Q?=C3?=\r\n =?utf-8?Q?=84_b?=', 'Ä b'],
    ['=?utf-8?B?w4TDlsM=?= =?utf-8?Q?=9C?=', 'ÄÖÜ'],
    ['=?utf-8?Q?a?= =?iso-8859-1?Q?=E4?=', 'aä'],
    ['=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
    ['no words', 'no words'],
  ])('a letter that is cut in two words is one: %j', async (header, text) => {
    const { decodeWords } = await import('postal-mime');
    expect(decodeWords(withJoinedWords(header))).toBe(text);
  });
});

describe('text that a message does not display', () => {
  const html = (content: string) =>
    loadBytes(new TextEncoder().encode(rows(...HEAD, 'Content-Type: text/html; charset=utf-8', '', content)));
  const body = async (content: string) => {
    const document = await html(content);
    return { rows: texts(document)[0]!.slice(2), warnings: document.warnings.map(({ code }) => code) };
  };

  it.each([
    '<div style="display:none">Total 1</div><p>Total 2</p>',
    '<div style="color:red; DISPLAY : none !important"><b>Total</b> 1</div><p>Total 2</p>',
    '<span hidden>Total 1</span><p>Total 2</p>',
    '<table><tr style="display:none"><td>Total 1</td></tr><tr><td>Total 2</td></tr></table>',
    '<table><tr><td style="visibility: hidden">Total 1<td>Total 2</table>',
    '<style>.pre{display:none}</style><p class="a pre">Total 1</p><p>Total 2</p>',
    '<style>a{b:c} div.pre, #x { display: none }</style><div class=pre>Total 1</div><p>Total 2</p>',
  ])('what a message does not display is left out, and said: %s', async (content) => {
    expect(await body(content)).toEqual({ rows: ['Total 2'], warnings: ['HIDDEN_TEXT'] });
  });

  it.each([
    '<p>Total 2</p>',
    '<style>@media print{.pre{display:none}}</style><p class="pre">Total 2</p>',
    '<p>display:none</p><p>Total 2</p>',
    '<div style="display:block">Total 2</div>',
    '<img style="display:none"><input type="hidden">Total 2',
    '<div style="display:none"> <img src="x"></div><p>Total 2</p>',
  ])('nothing is left out of %s', async (content) => {
    const { rows: shown, warnings } = await body(content);
    expect(shown.at(-1)).toBe('Total 2');
    expect(warnings).toEqual([]);
  });

  it('what long pages do not display is left out', async () => {
    const hidden = `<div style="display:none">${'<b>hidden</b> '.repeat(20_000)}</div>`;
    expect((await body(`${hidden}<p>Total 2</p>`)).rows).toEqual(['Total 2']);
  });
});
