/** Pages written by hand show what their examples really give; `npx tsx docs/run-examples.ts` writes it. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { drawnDocument, executed } from '../../docs/generator/executed.js';
import { executedPages } from '../../docs/generator/executed-pages.js';

/** Some examples read scans. */
vi.setConfig({ testTimeout: 180_000 });

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

it.each(executedPages().map((path) => relative(docs, path)))('pages with examples: %s', async (path) => {
  const page = readFileSync(`${docs}${path}`, 'utf8');
  const { text, outputs } = await executed(page);
  expect(text).toBe(page);
  expect(outputs).toBeGreaterThan(0);
});

const document = '```text document\nTotal     $5.00\n```\n';
const config =
  '```jsonc config\n{ "id": "total", "anchor": "total", "type": "currency", "method": { "id": "row" } }\n```\n';

it('get what they really give', async () => {
  const { text, outputs } = await executed(
    `${document}${config}\`\`\`json parsed_document.total.value\n7\n\`\`\`\n`,
  );
  expect(text).toContain('parsed_document.total.value\n5\n```');
  expect(outputs).toBe(1);
});

it('leave out what is between, and nothing else', async () => {
  const command = '```sh\nnpx anchorline lint fixtures/configs/none.json\n```\n';
  const block = (output: string) => `${command}\`\`\`text output\n${output}\n\`\`\`\n`;
  const { text } = await executed(block(''));
  const output = text.split('```text output\n')[1]!.split('\n```')[0]!;
  const cut = block(`${output.split('\n')[0]}\n…`);
  expect((await executed(cut)).text).toBe(cut);
  expect((await executed(block(`none\n…`))).text).toBe(text);
  expect((await executed(block(`…\nnone`))).text).toBe(text);
});

it('examples of pages of an unknown kind are refused', async () => {
  await expect(executed('```json\n{}\n```\n')).rejects.toThrow('unknown kind of block');
  await expect(executed('```json errors\n[]\n```\n')).rejects.toThrow('is missing');
  await expect(executed(`${document}${config}\`\`\`json trace.sum\n\`\`\`\n`)).rejects.toThrow(
    'no trace.sum',
  );
});

it('examples of pages are drawn in letters', () => {
  const { pages } = drawnDocument('Total due  5\n\n  x\n===\nnext');
  const places = pages.flatMap(({ lines }) =>
    lines.map(({ text, page, left, top }) => [text, page, left, top]),
  );
  expect(places).toEqual([
    ['Total due', 0, 1, 1],
    ['5', 0, 2.1, 1],
    ['x', 0, 1.2, 1.4],
    ['next', 1, 1, 1],
  ]);
});
