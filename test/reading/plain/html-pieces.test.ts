import { convert } from 'html-to-text';
import { describe, expect, it } from 'vitest';
import { convertInPieces } from '../../../src/reading/plain/html-pieces.js';
import { HTML_OPTIONS, MAX_DEPTH } from '../../../src/reading/plain/html-text.js';

const text = 'some words of a text &amp; more, ';
/** More than a piece. */
const long = text.repeat(1_000);

const PAGES: Readonly<Record<string, string>> = {
  'a long text in paragraphs': `<p>${long}</p><p>${long}<b>bold</b> ${long}</p>`,
  'many paragraphs': `<html><head><title>no</title></head><body><div>${`<p>${text}</p>`.repeat(3_000)}</div></body></html>`,
  'a table of many rows': `<table>${'<tr><td>one</td><th colspan=2>two words</th></tr>'.repeat(3_000)}</table>`,
  'a table around tables': `<table><tr><td>${'<table><tr><td>a</td><td>b</td></tr></table>'.repeat(2_000)}</td></tr></table>`,
  lists: `<ol type="i" start="3">${'<li>item<ul><li>inner</li></ul></li>'.repeat(2_000)}</ol>`,
  quotes: `<blockquote>${`<p>${text}</p>`.repeat(2_000)}<blockquote>${long}</blockquote></blockquote>`,
  'text as it is': `<pre>${'two  spaces\n and\tmore\n'.repeat(3_000)}</pre>`,
  'links, headings and rules': `<h1>${long}</h1><hr>${'<a href="x">link</a> <h2>Head</h2><br>'.repeat(2_000)}`,
  'several bodies': `<body>${long}</body><body><p>${long}</p></body>${long}`,
  'what is not shown': `<style>${long}</style><script>${long}</script><img alt="${long}">seen<!-- ${long} -->`,
  'tags that nobody closes': `<div><p>${'<span>a<p>b<i>c'.repeat(150)}${long}`.repeat(3),
  'elements too deep': `${'<div>'.repeat(300)}${long}${'</div>'.repeat(300)}${'<p>after</p>'.repeat(2_000)}`,
  'a long text at the last depth': `${'<div>'.repeat(198)}<p>${long}</p>${'<div>x'.repeat(5)}${long}`,
  'pieces that end in words': `<p>${'x'.repeat(40_000)}&lt;${'y'.repeat(40_000)}</p>`,
};

describe('HTML in pieces', () => {
  it.each(Object.entries(PAGES))('gives the same as in one go: %s', async (_, html) => {
    const whole = convert(html, HTML_OPTIONS);
    expect(await convertInPieces(html, HTML_OPTIONS, MAX_DEPTH, {})).toBe(whole);
  });

  it('hears an abort between pieces', async () => {
    const aborter = new AbortController();
    setImmediate(() => aborter.abort());
    const { signal } = aborter;
    const html = '<p>text</p>'.repeat(90_000);
    await expect(convertInPieces(html, HTML_OPTIONS, MAX_DEPTH, { signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
