import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLlmClient } from '../../src/llm/client.js';
import { resolveLlmOptions } from '../../src/llm/options.js';
import type { LlmProvider } from '../../src/llm/provider.js';
import { replay } from '../../src/llm/replay.js';
import { scripted } from '../../src/llm/scripted.js';
import { promptOf } from './prompt-of.js';

const TO = { fieldIds: ['town'] };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterEach(async () => rm(folder, { recursive: true }));

function clientOf(provider: LlmProvider) {
  return createLlmClient(resolveLlmOptions({ providers: { p: provider } }), {});
}

function model() {
  return scripted(() => ({ object: { town: 'Ghent' } }), {
    embed: async ({ texts }) => ({ vectors: texts.map(() => [1 / 3, 0]), usage: { tokens: 2 } }),
  });
}

it('records once and replays from then on', async () => {
  const record = model();
  const first = await clientOf(replay(folder, { record })).call(promptOf('Which?\nReally?'), TO);
  const second = await clientOf(replay(folder, { record })).call(promptOf('Which?\nReally?'), TO);
  const third = await clientOf(replay(folder)).call(promptOf('Which?\nReally?'), TO);
  expect(record.requests).toHaveLength(1);
  const same = { ...first, ms: expect.any(Number) };
  expect([second, third]).toEqual([same, same]);
  const names = await readdir(folder);
  expect(names).toEqual([`query-${first.key.slice(0, 16)}.json`]);
  const file: unknown = JSON.parse(await readFile(join(folder, names[0]!), 'utf8'));
  expect(Object.keys(file as object)).toEqual([
    'key',
    'promptVersion',
    'provider',
    'purpose',
    'fieldIds',
    'prompt',
    'response',
  ]);
  expect(file).toMatchObject({ prompt: [{}, { role: 'user', content: ['Which?', 'Really?'] }] });
});

it('says what is not recorded, what is nearest to it, and asks nobody', async () => {
  await clientOf(replay(folder, { record: model() })).call(promptOf('Which town?'), TO);
  const client = clientOf(replay(folder));
  const missed = client.call(promptOf('Which city?'), TO);
  await expect(missed).rejects.toMatchObject({ code: 'LLM_REPLAY_MISS' });
  await expect(missed).rejects.toThrow(/"Which city\?" was "Which town\?"/u);
  await expect(missed).rejects.toThrow(/--llm-record/u);
  expect(client.usage()).toMatchObject({ calls: 0, retries: 0 });
});

it('records vectors, and reports missing ones', async () => {
  const vectors = await clientOf(replay(folder, { record: model() })).embed(['a'], 'chunk');
  const client = clientOf(replay(folder));
  expect(await client.embed(['a'], 'chunk')).toEqual([[0.333333, 0]]);
  expect(vectors).toEqual([[0.333333, 0]]);
  await expect(client.embed(['b'], 'chunk')).rejects.toMatchObject({ code: 'LLM_REPLAY_MISS' });
});

it('embeds nothing where nothing was embedded when the folder was recorded', async () => {
  expect(replay(folder).embed).toBeUndefined();
  const wordless = scripted(() => ({ object: { town: 'Ghent' } }));
  await clientOf(replay(folder, { record: wordless })).call(promptOf('Which town?'), TO);
  expect(await clientOf(replay(folder)).embed(['a'], 'chunk')).toBeUndefined();
  expect(replay(join(folder, 'missing')).embed).toBeUndefined();
});

it('reports a recording that is no JSON', async () => {
  const { key } = await clientOf(replay(folder, { record: model() })).call(promptOf('Which town?'), TO);
  await writeFile(join(folder, `query-${key.slice(0, 16)}.json`), '{');
  const broken = clientOf(replay(folder)).call(promptOf('Which town?'), TO);
  await expect(broken).rejects.toThrow(/is not JSON: delete it and record it again/u);
});
