import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AiSdkOptions, aiSdk } from '../../src/llm/ai-sdk.js';
import { ask } from '../../src/llm/ask.js';
import { createLlmClient } from '../../src/llm/client.js';
import { type LlmOptions, resolveLlmOptions } from '../../src/llm/options.js';
import { fails, type Loopback, loopback, says, sends } from './loopback.js';
import { promptOf, TOWN, withoutWaits } from './prompt-of.js';

const KEY = 'loopback-key';
const TO = { fieldIds: ['town'] };

let server: Loopback;

beforeEach(async () => {
  server = await loopback();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function setUp(options: Partial<LlmOptions> = {}, settings: AiSdkOptions = {}, signal?: AbortSignal) {
  const vendor = createOpenAICompatible({
    baseURL: server.url,
    name: 'loopback',
    apiKey: KEY,
    supportsStructuredOutputs: true,
  });
  const provider = aiSdk(vendor.chatModel('small'), {
    id: 'loopback',
    embeddingModel: vendor.textEmbeddingModel('vectors'),
    ...settings,
  });
  const { waits, ...clock } = withoutWaits();
  const resolved = resolveLlmOptions({ providers: { loopback: provider }, ...clock, ...options });
  return { client: createLlmClient(resolved, { signal }), waits, provider };
}

describe('aiSdk over the chat completions protocol', () => {
  it('asks for JSON by a schema and gives the object, its tokens and the model', async () => {
    server.replies = [says('{"town":"Ghent"}')];
    const { client } = setUp({ seed: 7 });
    const { response } = await client.call(promptOf('Which town?'), TO);
    expect(response).toMatchObject({
      object: { town: 'Ghent' },
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7, cachedInputTokens: 4 },
      model: 'model-as-it-names-itself',
    });
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/chat/completions']);
    expect(server.bodies[0]).toMatchObject({
      model: 'small',
      temperature: 0,
      seed: 7,
      max_tokens: 100,
      messages: [
        { role: 'system', content: 'Answer from the document.' },
        { role: 'user', content: 'Which town?' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'town', schema: TOWN } },
    });
  });

  it('gives plain text where no schema is asked for', async () => {
    server.replies = [says('Ghent')];
    const { response } = await setUp().client.call({ ...promptOf('Which town?'), schema: undefined }, TO);
    expect(response).toMatchObject({
      text: 'Ghent',
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7 },
      model: 'model-as-it-names-itself',
    });
    expect(server.bodies[0]).not.toHaveProperty('response_format');
  });

  it.each([null, '', 'I cannot help with that.'])('reports a content filter, content %j', async (content) => {
    server.replies = [says(content, 'content_filter')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_CONTENT_FILTERED' } });
    expect(server.bodies).toHaveLength(1);
  });

  it('asks once more after a refusal in words, and shows the words', async () => {
    server.replies = [says('I would rather not.'), says('{"town":null}')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ value: { town: null }, repaired: true });
    expect(server.bodies[1]!['messages']).toContainEqual({
      role: 'assistant',
      content: 'I would rather not.',
    });
  });

  it('waits the seconds that a 429 asks for', async () => {
    server.replies = [fails(429, 'slow down', { 'retry-after': '7' }), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([7_000]);
    expect(client.usage()).toMatchObject({ calls: 2, retries: 1, inputTokens: 11, outputTokens: 7 });
  });

  it('waits until the date that a 429 names, a minute at most', async () => {
    const late = new Date(Date.now() + 3_600_000).toUTCString();
    const past = new Date(Date.now() - 3_600_000).toUTCString();
    server.replies = [
      fails(429, 'slow down', { 'retry-after': late }),
      fails(429, 'slow down', { 'retry-after': past }),
      says('{"town":"Ghent"}'),
    ];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([60_000, 0]);
  });

  it('distinguishes an answer that was cut off from others', async () => {
    server.replies = [says('{"town":"Ghe', 'length')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_RESPONSE_TOO_LONG' } });
    expect(server.bodies).toHaveLength(1);
  });

  it('ends a try that gets no answer, and closes its connection', async () => {
    let isClosed: () => void;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    // The time is over when the request has come, however long its way took.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.replies = [
      (response) => {
        response.on('close', () => isClosed());
        vi.advanceTimersByTime(250);
      },
    ];
    const { client } = setUp({ timeoutMs: 250, maxRetries: 0 });
    await expect(client.call(promptOf('Which town?'), TO)).rejects.toMatchObject({ code: 'LLM_TIMEOUT' });
    await closed;
  });

  it('ends with the caller, and closes its connection', async () => {
    const aborter = new AbortController();
    let isClosed: () => void;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    server.replies = [
      (response) => {
        response.on('close', () => isClosed());
        aborter.abort();
      },
    ];
    const { client, waits } = setUp({}, {}, aborter.signal);
    await expect(client.call(promptOf('Which town?'), TO)).rejects.toMatchObject({ code: 'aborted' });
    await closed;
    expect(waits).toEqual([]);
    expect(server.bodies).toHaveLength(1);
  });

  it('sends pictures as data', async () => {
    server.replies = [says('{"town":"Ghent"}')];
    const data = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const content = [
      { type: 'text' as const, text: 'Which town?' },
      { type: 'image' as const, mediaType: 'image/png' as const, data, ref: 'p1' },
    ];
    const { client } = setUp();
    await client.call(promptOf('', { messages: [{ role: 'user', content }] }), TO);
    expect(server.bodies[0]!['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Which town?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
        ],
      },
    ]);
    expect(client.usage().images).toBe(1);
  });

  it.each([500, 503])('tries again after a %i, itself and not the SDK', async (status) => {
    server.replies = [fails(status, 'oh no'), fails(status, 'oh no'), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([250, 500]);
    expect(server.bodies).toHaveLength(3);
  });

  it('gives up after the retries that are allowed', async () => {
    server.replies = [fails(500, 'oh no')];
    const { client } = setUp({ maxRetries: 2 });
    const failure = client.call(promptOf('Which town?'), TO);
    await expect(failure).rejects.toMatchObject({ code: 'LLM_CALL_FAILED' });
    await expect(failure).rejects.toThrow(/HTTP 500.*oh no/u);
    expect(server.bodies).toHaveLength(3);
  });

  it('aiSdk over the chat completions protocol does not try again after a 401, and shows no key', async () => {
    server.replies = [fails(401, 'bad key')];
    const { client } = setUp();
    const error: unknown = await client.call(promptOf('Which town?'), TO).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'LLM_CALL_FAILED', cause: { code: 'auth', status: 401 } });
    expect(String(error)).not.toContain(KEY);
    expect(server.bodies).toHaveLength(1);
  });

  it('says that a request was too long', async () => {
    server.replies = [fails(400, "This model's maximum context length is 8192 tokens.")];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_CONTEXT_OVERFLOW' } });
    expect(server.bodies).toHaveLength(1);
  });

  it('tries again when the connection breaks', async () => {
    server.replies = [(response) => response.destroy(), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    const { response } = await client.call(promptOf('Which town?'), TO);
    expect(response.object).toEqual({ town: 'Ghent' });
    expect(waits).toEqual([250]);
  });

  it('embeds texts, each once', async () => {
    server.replies = [
      sends(200, {
        object: 'list',
        model: 'vectors',
        data: [
          { object: 'embedding', index: 0, embedding: [1, 0] },
          { object: 'embedding', index: 1, embedding: [0, 1] },
        ],
        usage: { prompt_tokens: 5, total_tokens: 5 },
      }),
    ];
    const { client } = setUp();
    const wanted = [
      [1, 0],
      [0, 1],
      [1, 0],
    ];
    expect(await client.embed(['a', 'b', 'a'], 'chunk')).toEqual(wanted);
    expect(await client.embed(['b'], 'chunk')).toEqual([[0, 1]]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/embeddings']);
    expect(server.bodies[0]).toMatchObject({ model: 'vectors', input: ['a', 'b'] });
    expect(client.usage().embedTokens).toBe(5);
  });
});
