/** The README is short, its first program runs, and its line for the quick tests is the one that the gate runs. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { fixture, temporaryFolder, write } from './tools/cli/run-cli.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Who reads more than that has decided already. */
const MOST_WORDS = 1_000;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the README has no more words than somebody new reads', () => {
  expect(readme.split(/\s+/u).filter((word) => word !== '').length).toBeLessThanOrEqual(MOST_WORDS);
});

test('the first program of the README prints what it says', async () => {
  const [, program = ''] = /^```ts\n(.*?)^```$/msu.exec(readme) ?? [];
  const [, said = ''] = /console\.log\(.*\); \/\/ (.*)$/mu.exec(program) ?? [];
  const printed: unknown[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((value: unknown) => void printed.push(value));
  try {
    await import(write(folder, 'program.ts', program.replace('invoice.pdf', fixture('invoice.pdf'))));
  } finally {
    log.mockRestore();
  }
  const { source, value, unit, type } = printed[0] as Readonly<Record<string, unknown>>;
  expect(said).toBe(`{ source: '${source}', value: ${value}, unit: '${unit}', type: '${type}' }`);
});

test('the README has the two lines for a clone', () => {
  const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, text = '']) => text.trim());
  expect(commands).toContain('npm ci && npm test');
  expect(
    commands.some((command) => /^npm ci && npm run build && node dist\/\S+ extract /u.test(command)),
  ).toBe(true);
});
