/** The language model of the command: recorded, played back, named by the environment. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fails, type Loopback, loopback, says } from '../../llm/loopback.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LEASE = fixture('preprocess-nlp.pdf');
const KEY = 'loopback-key';

const configOf = (name: string, description: string) =>
  write(
    folder,
    name,
    JSON.stringify({
      fields: [
        { id: 'title', anchor: 'lease of', method: { id: 'passthrough' } },
        {
          method: {
            id: 'queryGroup',
            queries: [
              { id: 'landlord', description },
              { id: 'rent', description: 'monthly rent', type: 'currency' },
              { id: 'pets', description: 'are pets allowed?' },
            ],
          },
        },
      ],
    }),
  );
const CONFIG = configOf('config.json', "the landlord's name");
const ANSWERS = JSON.stringify({
  q1: { answer: 'Greta Lindholm', signal: 'confident_answer' },
  q2: { answer: '$210.00', signal: 'confident_answer' },
  q3: { answer: 'two dogs', signal: 'inferred_answer' },
});
const VALUES = {
  title: { value: 'Lease of a boathouse' },
  landlord: { value: 'Greta Lindholm', confidenceSignal: 'confident_answer' },
  rent: { value: 210, unit: '$' },
  pets: { value: 'two dogs' },
};

let server: Loopback;
let env: Record<string, string>;
beforeEach(async () => {
  server = await loopback();
  server.replies = [says(ANSWERS)];
  env = {
    ANCHORLINE_LLM_MODEL: `openai-compatible:${server.url}#small/model:8b`,
    ANCHORLINE_LLM_API_KEY: KEY,
  };
});
afterEach(() => server.close());

const extract = (...flags: string[]) => ['extract', LEASE, '--config', CONFIG, ...flags];

describe('anchorline extract with a language model', () => {
  it('records what the model answers, and plays it back when the server is gone', async () => {
    const recordings = join(folder, 'recordings');
    const recorded = await cli(extract('--llm-replay', recordings, '--llm-record'), { env });
    expect({ code: recorded.code, stderr: recorded.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(recorded.stdout).parsed_document).toMatchObject(VALUES);
    expect(server.bodies).toMatchObject([{ model: 'small/model:8b', response_format: {} }]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);

    // What is recorded is not asked again.
    await cli(extract('--llm-replay', recordings, '--llm-record'), { env });
    expect(server.bodies).toHaveLength(1);

    await server.close();
    const replayed = await cli(extract('--llm-replay', recordings));
    expect(replayed).toEqual(recorded);

    const files = readdirSync(recordings);
    expect(files).toHaveLength(1);
    const text = readFileSync(join(recordings, files[0]!), 'utf8');
    expect(text).toContain('Greta Lindholm');
    expect(text).not.toContain(KEY);
    expect(text.toLowerCase()).not.toContain('authorization');
  });

  it('prints what has no recording and how to record it, and ends with 1; other fields are not lost', async () => {
    const recordings = join(folder, 'some');
    await cli(extract('--llm-replay', recordings, '--llm-record'), { env });
    const changed = configOf('changed.json', "the owner's name");
    const args = ['extract', LEASE, '--config', changed, '--llm-replay', recordings];
    const { code, stdout, stderr } = await cli(args, { env });
    expect(code).toBe(1);
    const { parsed_document, errors } = JSON.parse(stdout);
    expect(parsed_document).toMatchObject({ title: VALUES.title, landlord: null, rent: null, pets: null });
    expect(errors).toMatchObject([{ code: 'LLM_REPLAY_MISS', field_ids: ['landlord', 'rent', 'pets'] }]);
    expect(stderr).toContain(`${recordings}: error: 1 request has no recording:\n`);
    expect(stderr).toContain("q1: the owner's name\n");
    expect(stderr).toContain('--llm-record');
    expect(stderr).toMatch(/differs from line \d+ on: "q1: the owner's name" was "q1: the landlord's name"/u);
    // The line of the summary is short: the prompt is shown once.
    expect(stderr.match(/QUESTIONS/gu)).toHaveLength(1);
    expect(server.bodies).toHaveLength(1);
  });

  it('asks the model directly without recordings', async () => {
    const { code, stdout } = await cli(extract(), { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).parsed_document).toMatchObject(VALUES);
    expect(JSON.parse(stdout).usage.llm).toMatchObject({ calls: 1, inputTokens: 11, outputTokens: 7 });
  });

  it('asks nobody without a model', async () => {
    const { code, stdout } = await cli(extract());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      parsed_document: { landlord: null },
      errors: [{ code: 'LLM_NOT_CONFIGURED' }],
    });
  });

  it('reports a model that fails, and does not print its key', async () => {
    server.replies = [fails(401, 'no such key')];
    const { code, stdout, stderr } = await cli(extract(), { env });
    expect(code).toBe(0);
    expect(stderr).toContain('HTTP 401');
    expect(stdout + stderr).not.toContain(KEY);
  });

  it('says on a terminal what was asked, what it cost and where the answers are', async () => {
    const { stderr, stdout } = await cli(extract('--trace'), { env, isTTY: true });
    const characters = JSON.parse(stdout).trace.rent[0].model.calls[0].characters;
    const sent = server.bodies[0]?.['messages'] as { content: string }[];
    expect(characters).toBe(sent.reduce((sum, { content }) => sum + content.length, 0));
    expect(stderr.slice(stderr.indexOf('landlord, '))).toBe(
      [
        'landlord, rent, pets asked a language model (fields[1]):',
        '  shown: pages 0.00 to 1.00 (score 1)',
        `  query: ${characters} characters, 11 tokens in, 7 out`,
        '  landlord: "Greta Lindholm", found on page 0 (equal, 1.00): "Greta Lindholm"',
        '  rent: "$210.00", found on page 0 (inside, 0.99): "$210.00 a month"',
        '  pets: "two dogs", not found on the document',
        '',
      ].join('\n'),
    );
    expect((await cli(extract('--trace'), { env })).stderr).toBe('');
  });
});

describe('a package of the user', () => {
  const project = join(folder, 'project');
  const install = (name: string, source: string) => {
    const home = join(project, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    write(home, 'package.json', JSON.stringify({ name, type: 'module', exports: './index.js' }));
    write(home, 'index.js', source);
  };
  const model = `{
    specificationVersion: 'v3', provider: 'local', modelId: id, supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'text', text: ${JSON.stringify(ANSWERS)} }], warnings: [],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
    }),
  }`;
  install(
    '@local/one',
    `export const createOne = () => undefined;
     export const one = Object.assign(() => undefined, { languageModel: (id) => (${model}) });
     export { one as default };`,
  );
  install('none', 'export const answer = 42;');
  install('two', 'export const a = { languageModel() {} }; export const b = { languageModel() {} };');
  install('broken', 'throw new Error("not today");');

  const named = (name: string, flags: readonly string[] = []) =>
    cli(extract(...flags), { env: { ANCHORLINE_LLM_MODEL: name }, folder: project });

  it('answers, loaded from the folder in which the command is started', async () => {
    const { code, stdout } = await named('@local/one:big');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).parsed_document).toMatchObject(VALUES);
    expect(JSON.parse(stdout).usage.llm.byProvider).toMatchObject({ '@local/one/big': { calls: 1 } });
  });

  it.each([
    ['@ai-sdk/nowhere:m', 'needs the package "@ai-sdk/nowhere": npm install ai @ai-sdk/nowhere'],
    ['node:fs', 'needs the package "node": npm install ai node'],
    ['none:m', 'the package "none" exports no provider of the AI SDK'],
    ['two:m', 'the package "two" exports several providers (a, b) of the AI SDK'],
    ['broken:m', 'the package "broken" cannot be loaded: not today'],
  ])('a package of the user: %s ends with 1 and says why', async (name, message) => {
    const { code, stdout, stderr } = await named(name);
    expect(code).toBe(1);
    expect(stderr).toContain(`ANCHORLINE_LLM_MODEL: error: ${message}`);
    expect(JSON.parse(stdout).parsed_document).toMatchObject({ title: VALUES.title, landlord: null });
  });

  it('a package of the user is not loaded by a config that asks no model', async () => {
    const config = write(
      folder,
      'plain.json',
      '{"fields": [{"id": "a", "anchor": "lease", "method": {"id": "passthrough"}}]}',
    );
    const args = ['extract', LEASE, '--config', config];
    const result = await cli(args, { env: { ANCHORLINE_LLM_MODEL: 'broken:m' }, folder: project });
    expect(result).toMatchObject({ code: 0, stderr: '' });
  });

  it('a package of the user needs the package "ai" beside it', async () => {
    vi.doMock('ai', () => {
      throw new Error('Cannot find package');
    });
    try {
      const { code, stderr } = await named('@local/one:big');
      expect(code).toBe(1);
      expect(stderr).toContain('ANCHORLINE_LLM_MODEL: error: aiSdk() needs the package "ai"');
      expect(stderr).toContain('npm install ai');
    } finally {
      vi.doUnmock('ai');
    }
  });
});

describe('wrong use', () => {
  const recordings = join(folder, 'none-yet');

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['--llm-record alone', ['--llm-record'], {}, /--llm-record needs --llm-replay/u],
    [
      '--llm-record without a model',
      ['--llm-replay', recordings, '--llm-record'],
      {},
      /--llm-record needs a model to ask: set ANCHORLINE_LLM_MODEL/u,
    ],
    ['no colon', [], { ANCHORLINE_LLM_MODEL: 'gpt' }, /must be <package>:<model>, e\.g\./u],
    ['no model', [], { ANCHORLINE_LLM_MODEL: 'openai-compatible:http://127.0.0.1/v1' }, /<url>#<model>/u],
    ['no address', [], { ANCHORLINE_LLM_MODEL: 'openai-compatible:file:///etc/hosts#m' }, /<url>#<model>/u],
    ['a file', [], { ANCHORLINE_LLM_MODEL: './model.js:m' }, /must be <package>:<model>/u],
  ])('wrong use is refused: %s', async (_, flags, variables, message) => {
    const { code, stderr } = await cli(extract(...flags), { env: variables });
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('a folder of recordings that is not there, or is a file', async () => {
    const missing = await cli(extract('--llm-replay', recordings));
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toBe(
      `${recordings}: error: there is no such folder; --llm-record makes it and records\n`,
    );
    const file = await cli(extract('--llm-replay', CONFIG, '--llm-record'), { env });
    expect(file.stderr).toContain('is a file, not a folder of recordings');
  });

  it('the help names both forms of the variable', async () => {
    const { stdout } = await cli(['extract', '--help']);
    expect(stdout).toContain('<package>:<model>');
    expect(stdout).toContain('openai-compatible:<url>#<model>');
  });
});
