/** The guide to language models: its files are those that it shows, its commands print what it says. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { validateConfig } from '../../src/index.js';
import { type AiSdkModel, aiSdk } from '../../src/tools/models/index.js';
import { type Loopback, loopback, says } from '../llm/loopback.js';
import { cli, fixture, temporaryFolder, write } from '../tools/cli/run-cli.js';
import { blocksOf, commandsOf } from './guide-blocks.js';
// The test that the guide shows runs with those of this file.
import '../../fixtures/guides/language-models/lease.test.js';

/** Reading scans takes seconds; a slow machine may take many. */
vi.setConfig({ testTimeout: 180_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'fixtures/guides/language-models');
const recordings = join(folder, 'recordings');
const guide = readFileSync(join(root, 'docs/guides/language-models.md'), 'utf8');
const temporary = temporaryFolder();
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** What OCR read: the commands read the same scan. */
const readings = join(temporary, 'readings');

const blocks = blocksOf(guide);
const commands = commandsOf(blocks);

/** Runs a command of the guide with its files. */
function run(command: string, files: Readonly<Record<string, string>> = {}, more: object = {}) {
  const known: Readonly<Record<string, string>> = {
    'scanned-lease.pdf': fixture('scanned-lease.pdf'),
    'lease.json': join(folder, 'lease.json'),
    recordings,
    ...files,
  };
  const [, , ...args] = command.split(' ');
  return cli([...args.map((arg) => known[arg] ?? arg), '--ocr-cache', readings], { isTTY: true, ...more });
}

/** Expects the parts of an output, between the places that are left out, one after the other. */
function expectParts(actual: string, shown: string): void {
  let rest = actual;
  for (const part of shown.split(/^…\n/mu).map((text) => text.replace(/\n$/u, ''))) {
    for (const line of part.split('\n')) {
      expect(rest).toContain(line);
      rest = rest.slice(rest.indexOf(line) + line.length);
    }
  }
}

it.each(blocks.filter(({ note }) => note.startsWith('fixtures/')))(
  'files: $note is as shown',
  ({ note, text }) => {
    const [file = '', path] = note.split('#');
    const content = readFileSync(join(root, file), 'utf8');
    if (path === undefined) {
      expect(text).toBe(content);
      return;
    }
    const [member = '', id = ''] = path.split('.');
    expect(JSON.parse(text)).toEqual({ [id]: JSON.parse(content)[member][id] });
  },
);

it('files of the guide are all shown', () => {
  const shown = blocks.flatMap(({ note }) => note.match(/[^/#]+(?=#|$)/u)?.[0] ?? []);
  const there = readdirSync(folder).filter((name) => name !== 'recordings');
  expect(shown).toEqual(expect.arrayContaining(there));
  for (const [, target = ''] of guide.matchAll(/\]\((\.\.[^)#]*)/gu)) {
    expect(() => readdirSync(join(root, 'docs/guides', target, '..')), target).not.toThrow();
    const name = target.split('/').at(-1)!;
    expect(readdirSync(join(root, 'docs/guides', target, '..')), target).toContain(name);
  }
});

it('the config is without fault', () => {
  expect(validateConfig(readFileSync(join(folder, 'lease.json'), 'utf8'))).toEqual([]);
});

describe('commands', () => {
  it('commands are those that are tested here', () => {
    expect(commands.map(({ command }) => command.split(' ').slice(2, 3).join())).toEqual([
      'lines',
      'extract',
      'extract',
    ]);
  });

  it('the lines are read', async () => {
    const { command, output } = commands[0]!;
    const { code, stdout } = await run(command);
    expect(code).toBe(0);
    expectParts(stdout, output);
  });

  it('a model is asked and recorded, with the requests that are recorded already', async () => {
    const { command } = commands[1]!;
    const server = await loopback();
    try {
      answerFromRecordings(server);
      const fresh = join(temporary, 'fresh');
      const env = { ANCHORLINE_LLM_MODEL: `openai-compatible:${server.url}#qwen3` };
      const { code, stdout } = await run(command, { recordings: fresh }, { env });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject(
        JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')),
      );
      expect(readdirSync(fresh).sort()).toEqual(readdirSync(recordings).sort());
    } finally {
      await server.close();
    }
  });

  it('the places of answers are shown', async () => {
    const { command, output } = commands[2]!;
    const { code, stderr } = await run(command);
    expect(code).toBe(0);
    expectParts(stderr, output);
  });

  it('a missing recording is reported', async () => {
    const { text } = blocks.find(({ note }) => note === 'missing')!;
    const config = readFileSync(join(folder, 'lease.json'), 'utf8');
    const changed = config.replace("the landlord's name", 'the owner of the house');
    const files = { 'lease.json': write(temporary, 'changed.json', changed) };
    const { code, stderr } = await run(commands[2]!.command, files);
    expect(code).toBe(1);
    expectParts(stderr, text);
    expect(stderr).toContain('--llm-record');
  });
});

it('the program reads the lease', async () => {
  const { text } = blocks.find(({ language, note }) => language === 'ts' && note === 'src')!;
  const server = await loopback();
  try {
    answerFromRecordings(server);
    const file = write(temporary, 'read-lease.ts', text);
    const { readLease } = (await import(file)) as {
      readLease(scan: Uint8Array, config: string, model: AiSdkModel): Promise<Record<string, unknown>>;
    };
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const vendor = createOpenAICompatible({
      name: 'x',
      baseURL: server.url,
      supportsStructuredOutputs: true,
    });
    const scan = new Uint8Array(readFileSync(fixture('scanned-lease.pdf')));
    const config = readFileSync(join(folder, 'lease.json'), 'utf8');
    const { values, problems, spent } = await readLease(scan, config, vendor.chatModel('qwen3'));
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ rent: { value: 1450 }, landlord: { value: 'Nora Whitfield' } });
    expect(spent).toMatchObject({ calls: 3 });
    expect(aiSdk(vendor.chatModel('qwen3')).id).toBe('x.chat/qwen3');
  } finally {
    await server.close();
  }
});

/** A model that answers what is recorded, found by the text of its prompt. */
function answerFromRecordings(server: Loopback): void {
  const recorded = readdirSync(recordings).map(
    (name) =>
      JSON.parse(readFileSync(join(recordings, name), 'utf8')) as {
        readonly prompt: readonly { readonly content: readonly string[] }[];
        readonly response: { readonly object: unknown };
      },
  );
  server.replies = [
    (response, request) => {
      const messages = server.bodies.at(-1)?.['messages'] as readonly { readonly content: string }[];
      const asked = messages.at(-1)?.content;
      const found = recorded.find(({ prompt }) => prompt.at(-1)?.content.join('\n') === asked);
      says(JSON.stringify(found?.response.object ?? null))(response, request);
    },
  ];
}
