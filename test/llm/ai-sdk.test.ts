import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiSdkOptions, aiSdk } from '../../src/llm/ai-sdk.js';
import { ask } from '../../src/llm/ask.js';
import { createLlmClient } from '../../src/llm/client.js';
import { type LlmOptions, resolveLlmOptions } from '../../src/llm/options.js';
import { promptOf, TOWN, withoutWaits } from './prompt-of.js';

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const KEY = 'loopback-key';
const TO = { fieldIds: ['town'] };

let server: Server;
let replies: Reply[];
let bodies: Record<string, unknown>[];
let paths: (string | undefined)[];

/** Replies in order; the last one serves all later requests. */
beforeEach(async () => {
  replies = [];
  bodies = [];
  paths = [];
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(JSON.parse(body) as Record<string, unknown>);
      paths.push(request.url);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      reply?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function send(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function says(content: string | null, finishReason = 'stop'): Reply {
  return send(200, {
    id: 'c1',
    object: 'chat.completion',
    created: 0,
    model: 'model-as-it-names-itself',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: {
      prompt_tokens: 11,
      completion_tokens: 7,
      total_tokens: 18,
      prompt_tokens_details: { cached_tokens: 4 },
    },
  });
}

const failing = (status: number, message: string, headers?: Record<string, string>) =>
  send(status, { error: { message, type: 'error', param: null, code: null } }, headers);

function setUp(options: Partial<LlmOptions> = {}, settings: AiSdkOptions = {}, signal?: AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const vendor = createOpenAICompatible({
    baseURL: `http://127.0.0.1:${port}/v1`,
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
    replies = [says('{"town":"Ghent"}')];
    const { client } = setUp({ seed: 7 });
    const { response } = await client.call(promptOf('Which town?'), TO);
    expect(response).toMatchObject({
      object: { town: 'Ghent' },
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7, cachedInputTokens: 4 },
      model: 'model-as-it-names-itself',
    });
    expect(paths).toEqual(['/v1/chat/completions']);
    expect(bodies[0]).toMatchObject({
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
    replies = [says('Ghent')];
    const { response } = await setUp().client.call({ ...promptOf('Which town?'), schema: undefined }, TO);
    expect(response).toMatchObject({
      text: 'Ghent',
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7 },
      model: 'model-as-it-names-itself',
    });
    expect(bodies[0]).not.toHaveProperty('response_format');
  });

  it.each([null, '', 'I cannot help with that.'])('tells a content filter, content %j', async (content) => {
    replies = [says(content, 'content_filter')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_CONTENT_FILTERED' } });
    expect(bodies).toHaveLength(1);
  });

  it('asks once more after a refusal in words, and shows the words', async () => {
    replies = [says('I would rather not.'), says('{"town":null}')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ value: { town: null }, repaired: true });
    expect(bodies[1]!['messages']).toContainEqual({ role: 'assistant', content: 'I would rather not.' });
  });

  it('waits the seconds that a 429 asks for', async () => {
    replies = [failing(429, 'slow down', { 'retry-after': '7' }), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([7_000]);
    expect(client.usage()).toMatchObject({ calls: 2, retries: 1, inputTokens: 11, outputTokens: 7 });
  });

  it('waits until the date that a 429 names, a minute at most', async () => {
    const late = new Date(Date.now() + 3_600_000).toUTCString();
    const past = new Date(Date.now() - 3_600_000).toUTCString();
    replies = [
      failing(429, 'slow down', { 'retry-after': late }),
      failing(429, 'slow down', { 'retry-after': past }),
      says('{"town":"Ghent"}'),
    ];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([60_000, 0]);
  });

  it('tells an answer that was cut off from others', async () => {
    replies = [says('{"town":"Ghe', 'length')];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_RESPONSE_TOO_LONG' } });
    expect(bodies).toHaveLength(1);
  });

  it('ends a try that gets no answer, and closes its connection', async () => {
    let isClosed: () => void;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    replies = [(response) => response.on('close', () => isClosed())];
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
    replies = [
      (response) => {
        response.on('close', () => isClosed());
        aborter.abort();
      },
    ];
    const { client, waits } = setUp({}, {}, aborter.signal);
    await expect(client.call(promptOf('Which town?'), TO)).rejects.toMatchObject({ code: 'aborted' });
    await closed;
    expect(waits).toEqual([]);
    expect(bodies).toHaveLength(1);
  });

  it('sends pictures as data', async () => {
    replies = [says('{"town":"Ghent"}')];
    const data = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const content = [
      { type: 'text' as const, text: 'Which town?' },
      { type: 'image' as const, mediaType: 'image/png' as const, data, ref: 'p1' },
    ];
    const { client } = setUp();
    await client.call(promptOf('', { messages: [{ role: 'user', content }] }), TO);
    expect(bodies[0]!['messages']).toEqual([
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
    replies = [failing(status, 'oh no'), failing(status, 'oh no'), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    await client.call(promptOf('Which town?'), TO);
    expect(waits).toEqual([250, 500]);
    expect(bodies).toHaveLength(3);
  });

  it('gives up after the retries that are allowed', async () => {
    replies = [failing(500, 'oh no')];
    const { client } = setUp({ maxRetries: 2 });
    const failure = client.call(promptOf('Which town?'), TO);
    await expect(failure).rejects.toMatchObject({ code: 'LLM_CALL_FAILED' });
    await expect(failure).rejects.toThrow(/HTTP 500.*oh no/u);
    expect(bodies).toHaveLength(3);
  });

  it('does not try again after a 401, and tells no key', async () => {
    replies = [failing(401, 'bad key')];
    const { client } = setUp();
    const error: unknown = await client.call(promptOf('Which town?'), TO).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'LLM_CALL_FAILED', cause: { code: 'auth', status: 401 } });
    expect(String(error)).not.toContain(KEY);
    expect(bodies).toHaveLength(1);
  });

  it('tells that a request was too long', async () => {
    replies = [failing(400, "This model's maximum context length is 8192 tokens.")];
    const asked = await ask(setUp().client, promptOf('Which town?'), TO);
    expect(asked).toMatchObject({ failure: { code: 'LLM_CONTEXT_OVERFLOW' } });
    expect(bodies).toHaveLength(1);
  });

  it('tries again when the connection breaks', async () => {
    replies = [(response) => response.destroy(), says('{"town":"Ghent"}')];
    const { client, waits } = setUp();
    const { response } = await client.call(promptOf('Which town?'), TO);
    expect(response.object).toEqual({ town: 'Ghent' });
    expect(waits).toEqual([250]);
  });

  it('embeds texts, each once', async () => {
    replies = [
      send(200, {
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
    expect(paths).toEqual(['/v1/embeddings']);
    expect(bodies[0]).toMatchObject({ model: 'vectors', input: ['a', 'b'] });
    expect(client.usage().embedTokens).toBe(5);
  });
});
