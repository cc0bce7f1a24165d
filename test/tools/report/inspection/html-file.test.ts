import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { browserAssets } from '../../../../docs/build-report-page.js';
import { SCRIPT, STYLE } from '../../../../src/tools/report/inspection/browser-assets.js';
import { inspected } from './support.js';

test('the program and the style are those of their sources', async () => {
  const made = await browserAssets();
  expect(made).toContain(JSON.stringify(SCRIPT));
  expect(made).toContain(JSON.stringify(STYLE));
});

test('a policy lets in nothing but the own program, the own style and pictures in the file', async () => {
  const inspection = await inspected();
  const html = await inspection.toHtml();
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const script = /<script>(.*)<\/script>/su.exec(html)?.[1] ?? '';
  const style = /<style>(.*)<\/style>/su.exec(html)?.[1] ?? '';
  expect(html).toContain(
    `content="default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'"`,
  );
  expect(html.replace(/http:\/\/www\.w3\.org\/2000\/svg/gu, '')).not.toMatch(/https?:\/\//u);
});

test('a watched report may show the picture beside it', async () => {
  const inspection = await inspected();
  const watched = { versions: 'report.html.version.svg', version: 7, pictures: new WeakMap() };
  const html = await inspection.toHtml({}, watched);
  expect(html).toContain('data-versions="report.html.version.svg"');
  expect(html).toContain('img-src data: file:;');
  expect(html).toContain('"version":7');
});
