/** The guide for authors: its commands, run one after the other, print what it says. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../src/index.js';
import { type CliResult, cli, fixture, temporaryFolder } from '../tools/cli/run-cli.js';
import { blocksOf, commandsOf } from './guide-blocks.js';

/** The scan takes seconds; a slow machine may take many. */
vi.setConfig({ testTimeout: 180_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/authoring.md'), 'utf8');
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = blocksOf(guide);
const commands = commandsOf(blocks);

function noted(note: string): string {
  return blocks.find((block) => block.note === note)!.text;
}

/** Names of files in the guide, which are all in one folder. */
const FILES = /^(?:[\w-]+\.(?:pdf|json)|cases|ocr-readings)$/u;

async function run(position: number): Promise<CliResult> {
  const { command } = commands[position]!;
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const args = words.slice(2).map((word) => (FILES.test(word) ? join(folder, word) : word));
  return cli(args[0] === 'test' ? [...args, '--workers', '0'] : args);
}

/** Expects the parts of an output, between the places that are left out, one after the other. */
function expectParts(actual: string, shown: string): void {
  let rest = actual;
  for (const line of shown.split('\n').filter((each) => each !== '…' && each !== '')) {
    const [before = '', after = ''] = line.split('(…)');
    expect(rest).toContain(before);
    rest = rest.slice(rest.indexOf(before) + before.length);
    expect(rest).toContain(after);
  }
}

const config = join(folder, 'invoice.json');

describe('the guide for authors', () => {
  it('the guide for authors has the commands that are run here', () => {
    expect(commands.map(({ command }) => command.split(' ')[2])).toEqual([
      'lines',
      'init',
      'suggest',
      'extract',
      'why',
      'lint',
      'test',
      'test',
      'lines',
    ]);
  });

  it('shows what its commands print', async () => {
    copyFileSync(fixture('invoice.pdf'), join(folder, 'invoice.pdf'));
    const lines = await run(0);
    expect(lines.code).toBe(0);
    expectParts(lines.stdout, commands[0]!.output);
    expect(await run(1)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^3 fields in /u) });
    expect(readFileSync(config, 'utf8')).toBe(noted('config'));
    const suggested = await run(2);
    expect(suggested.code).toBe(0);
    expectParts(suggested.stdout, commands[2]!.output);
    expect(await run(3)).toMatchObject({ code: 0, stdout: commands[3]!.output });
  });

  it('finds out why a field is null, and that the config is clean', async () => {
    const { fields } = parseConfig(readFileSync(config, 'utf8'));
    const more = { fields: [...fields, JSON.parse(noted('field'))] };
    writeFileSync(config, JSON.stringify(more));
    const why = await run(4);
    expect(why.code).toBe(0);
    expect(why.stdout.trim()).toBe(commands[4]!.output.trim());
    expect(await run(5)).toEqual({ code: 0, stdout: '', stderr: noted('messages') });
  });

  it('keeps the config right with a test', async () => {
    const [, place = '', document = '', own = ''] = noted('folder').match(
      /^cases\/\n {2}(\S+)\/\n {4}(\S+)\n {4}(\S+)\n$/u,
    )!;
    const one = join(folder, 'cases', place);
    mkdirSync(one, { recursive: true });
    copyFileSync(join(folder, 'invoice.pdf'), join(one, document));
    copyFileSync(config, join(one, own));
    expect(await run(6)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^updated /u) });
    expect(existsSync(join(one, 'expected.json'))).toBe(true);
    expect((await run(7)).code).toBe(0);
    writeFileSync(join(one, own), readFileSync(config, 'utf8').replace('Total due', 'total amount'));
    const failed = await run(7);
    expect(failed.code).toBe(1);
    expectParts(failed.stdout, commands[7]!.output);
  });

  it('reads a scan but once', async () => {
    copyFileSync(fixture('scanned-lease.pdf'), join(folder, 'scanned-lease.pdf'));
    const first = await run(8);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('read by paddle');
    const readings = readdirSync(join(folder, 'ocr-readings'));
    expect(readings.length).toBeGreaterThan(0);
    expect((await run(8)).stdout).toBe(first.stdout);
    expect(readdirSync(join(folder, 'ocr-readings'))).toEqual(readings);
  });

  it('links to what is there', () => {
    for (const [, target = ''] of guide.matchAll(/\]\(([^)#:]+)/gu)) {
      expect(existsSync(join(root, 'docs/guides', target)), target).toBe(true);
    }
  });
});
