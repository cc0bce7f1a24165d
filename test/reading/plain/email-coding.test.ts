import PostalMime from 'postal-mime';
import { afterEach, expect, it, vi } from 'vitest';
import { CODED_FROM, codedBody } from '../../../src/reading/plain/email-coding.js';
import { loadBytes } from '../../support/readers.js';

afterEach(() => vi.unstubAllGlobals());

const ROWS = [
  'a = b',
  '=3D stays',
  'ends in =',
  '',
  '  \tindented ',
  '--not a boundary',
  'Größe = 5 €',
  '\r\rodd',
];
const body = Array.from({ length: 16 }, (_, i) => ROWS[i % ROWS.length]!).join('\r\n');
const message = (...head: string[]) => new TextEncoder().encode([...head, '', body].join('\r\n'));
const textOf = async (bytes: Uint8Array) => (await PostalMime.parse(bytes)).text;

it.each([
  [['From: a@example.com']],
  [['Content-Type: text/plain; charset=utf-8']],
  [['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', 'From: a@example.com']],
  [['content-transfer-encoding:  7BIT  ', 'Content-Type: text/plain;', '\tcharset=utf-8; format=flowed']],
  [['Content-Transfer-Encoding: binary']],
])('a long text of a message: %j is read coded as it is uncoded', async (head) => {
  const bytes = message(...head);
  const coded = codedBody(bytes, CODED_FROM);
  expect(Buffer.from(coded).toString('latin1')).toContain('quoted-printable');
  expect(await textOf(coded)).toBe(await textOf(bytes));
});

it.each([
  [['Content-Type: multipart/mixed; boundary=x']],
  [['Content-Type: message/rfc822']],
  [['Content-Transfer-Encoding: base64']],
  [['Content-Transfer-Encoding: quoted-printable']],
  [['Content-Transfer-Encoding: 7bit', ' (folded)']],
  [['Content-Transfer-Encoding: 7bit', 'Content-Transfer-Encoding: base64']],
  [['Content-Type: text/plain', 'Content-Type: text/html']],
  [['Content-Type:', ' multipart/mixed; boundary=x']],
  [['\u00a0Content-Type: multipart/mixed; boundary=x']],
  [['\u00a0Content-Transfer-Encoding: base64']],
  [[' folded', 'From: a@example.com']],
])('a long text of a message: %j stays as it is', (head) => {
  const bytes = message(...head);
  expect(codedBody(bytes, CODED_FROM)).toBe(bytes);
});

it('a long text of a message of few rows, or without a body, stays as it is', () => {
  const bytes = message('From: a@example.com');
  expect(codedBody(bytes, CODED_FROM - 1)).toBe(bytes);
  const head = new TextEncoder().encode('From: a@example.com');
  expect(codedBody(head, CODED_FROM)).toBe(head);
});

it('a long text of a message is not kept row by row', async () => {
  let most = 0;
  class CountingBlob extends Blob {
    constructor(...[parts = [], options]: ConstructorParameters<typeof Blob>) {
      super(parts, options);
      most = Math.max(most, [...parts].length);
    }
  }
  vi.stubGlobal('Blob', CountingBlob);
  const text = `From: a@example.com\r\n\r\n${'a row = of text\r\n'.repeat(CODED_FROM)}`;
  const { pages } = await loadBytes(new TextEncoder().encode(text), { filename: 'a.eml' });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(100);
  expect(pages.flatMap(({ lines }) => lines)).toHaveLength(1 + CODED_FROM);
  expect(pages.at(-1)!.lines.at(-1)!.text).toBe('a row = of text');
});
