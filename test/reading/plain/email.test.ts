import { describe, expect, it } from 'vitest';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

const HEADERS = [
  'Date: Mon, 3 Nov 2025 10:00:00 +0100',
  'Received: from a by b',
  'From: =?utf-8?q?J=C3=B6rg?= <joerg@example.com>',
  'To: Ann <ann@example.com>,',
  '\tBob <bob@example.com>',
  'Subject: Your  invoice',
  'MIME-Version: 1.0',
];
const SHOWN = [
  'From: Jörg <joerg@example.com>',
  'To: Ann <ann@example.com>, Bob <bob@example.com>',
  'Subject: Your invoice',
  'Date: Mon, 3 Nov 2025 10:00:00 +0100',
];

const message = (...rows: string[]) => new TextEncoder().encode([...HEADERS, ...rows].join('\r\n'));
const load = (...rows: string[]) => loadBytes(message(...rows));
const html = (content: string) => load('Content-Type: text/html; charset=utf-8', '', content);

describe('e-mail messages', () => {
  it('shows the headers, a blank row and the text', async () => {
    const document = await load('Content-Type: text/plain', '', 'Dear Ann,', '', '  Total   5', '');
    expect(document).toMatchObject({ contentType: 'message/rfc822', pageCount: 1, warnings: [] });
    expect(texts(document)).toEqual([[...SHOWN, 'Dear Ann,', 'Total 5']]);
    const lines = document.pages[0]!.lines;
    expect(lines.map(({ top }) => Math.round((top - 1) * 6))).toEqual([0, 1, 2, 3, 5, 7]);
    expect(document.pages[0]).toMatchObject({ width: 8.5, height: 11, synthetic: true });
    expect(document.metadata).toEqual({ metadata: { attachments: [] } });
  });

  it.each(['windows-1252', 'iso-8859-1'])('reads quotation marks and the euro in %s', async (charset) => {
    const plain = message(`Content-Type: text/plain; charset=${charset}`, '', '');
    const document = await loadBytes(Uint8Array.of(...plain, 0x93, 0x80, 0x20, 0x35, 0x94));
    expect(texts(document)[0]?.slice(-1)).toEqual(['“€ 5”']);
    const html = message(`Content-Type: text/html; charset=${charset}`, '', '<p>');
    expect(texts(await loadBytes(Uint8Array.of(...html, 0x80, 0x96)))[0]?.slice(-1)).toEqual(['€–']);
  });

  it('reads the first header after a byte order mark', async () => {
    const mail = ['From: Ann <ann@example.com>', 'Subject: Hi', '', 'text'].join('\r\n');
    expect(texts(await loadBytes(new TextEncoder().encode(`\ufeff${mail}`)))).toEqual([
      ['From: Ann <ann@example.com>', 'Subject: Hi', 'text'],
    ]);
  });

  it('prefers plain text to HTML', async () => {
    const document = await load(
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'sch=F6n',
      '--x',
      'Content-Type: text/html',
      '',
      '<p>not this</p>',
      '--x--',
    );
    expect(texts(document)[0]!.slice(4)).toEqual(['schön']);
  });

  it('reduces HTML to text where there is nothing else', async () => {
    const document = await load(
      'Content-Type: multipart/related; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<html><head><title>t</title><style>p{}</style></head><body><h1>Order &amp; more</h1><p>See <a href="https://example.com">this</a></p><img src="https://example.com/t.gif" alt="x"><script>alert(1)</script></body></html>',
      '--x--',
    );
    expect(texts(document)[0]!.slice(4)).toEqual(['Order & more', 'See this']);
  });

  it('keeps the columns of tables, and reads through the tables around them', async () => {
    const inner =
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Green tea</td><td>1.50</td></tr><tr><td>Cup</td><td>12.00</td></tr></table>';
    const document = await html(`<table><tr><td><p>Hello</p></td></tr><tr><td>${inner}</td></tr></table>`);
    const lines = document.pages[0]!.lines.slice(4);
    expect(lines.map(({ text }) => text)).toEqual(['Hello', 'Item Price', 'Green tea 1.50', 'Cup 12.00']);
    const starts = lines.slice(1).map(({ words }) => words.at(-1)!.boundingPolygon[0].x);
    expect(new Set(starts).size).toBe(1);
  });

  it('gives absurd tables no more room than their text needs', async () => {
    const row = '<tr><td colspan="1000000" rowspan="1000000">x</td><td>y</td></tr>';
    const document = await html(`<table>${row.repeat(20)}</table>`);
    expect(texts(document)[0]!.slice(4)).toEqual(Array.from({ length: 20 }, () => 'x y'));
    const wide = `<table><tr><td>${'w'.repeat(5000)}</td><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>`;
    const lines = (await html(wide)).pages[0]!.lines.slice(4);
    expect(lines[1]!.right).toBeLessThan(6);
  });

  it('lists attachments and does not read them', async () => {
    const document = await load(
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'see attached',
      '--x',
      'Content-Type: application/pdf; name="a.pdf"',
      'Content-Disposition: attachment; filename="../a.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0=',
      '--x',
      'Content-Type: message/rfc822',
      '',
      'Subject: inner',
      '',
      'inner text',
      '--x--',
    );
    expect(texts(document)[0]!.slice(4)).toEqual(['see attached']);
    expect(document.metadata?.metadata?.['attachments']).toMatchObject([
      { filename: '../a.pdf', contentType: 'application/pdf', size: 5 },
      { contentType: 'message/rfc822' },
    ]);
    expect(document.warnings).toMatchObject([{ code: 'ATTACHMENTS_NOT_READ' }]);
  });

  it('survives deep HTML', async () => {
    const nested = (tag: string, depth: number) => `${`<${tag}>`.repeat(depth)}x${`</${tag}>`.repeat(depth)}`;
    for (const content of [
      nested('div', 20_000),
      nested('table', 3000),
      `<table>${nested('center', 30_000)}`,
      `<table><tr><td>${nested('div', 30_000)}`,
      nested('<', 1000),
      '<p>'.repeat(50_000),
    ]) {
      const document = await html(content);
      expect(texts(document)[0]!.slice(0, 4)).toEqual(SHOWN);
    }
  });

  it('refuses HTML of countless tags', async () => {
    const bytes = message('Content-Type: text/html', '', '<b>'.repeat(100_001));
    expect((await failure(bytes)).code).toBe('too_large');
  });

  it('refuses parts nested without end', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [
      `--b${i}`,
      `Content-Type: multipart/mixed; boundary=b${i + 1}`,
      '',
    ]).flat();
    const bytes = message('Content-Type: multipart/mixed; boundary=b0', '', ...rows);
    expect((await failure(bytes)).code).toBe('invalid_document');
  });
});
