/** A server on this machine that speaks the chat completions protocol, as models behind a network do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export interface Loopback {
  /** Where clients find it, with the path of the protocol. */
  readonly url: string;
  /** Given in order; the last one serves all later requests. */
  replies: Reply[];
  /** What was asked, in order. */
  readonly bodies: Record<string, unknown>[];
  readonly requests: Pick<IncomingMessage, 'url' | 'headers'>[];
  close(): Promise<void>;
}

/** Starts a server without replies. */
export async function loopback(): Promise<Loopback> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      started.bodies.push(JSON.parse(body) as Record<string, unknown>);
      started.requests.push(request);
      const reply = started.replies.length > 1 ? started.replies.shift() : started.replies[0];
      reply?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: Loopback = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    replies: [],
    bodies: [],
    requests: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}

/** A reply of any kind. */
export function sends(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A reply in which the model says something. */
export function says(content: string | null, finishReason = 'stop'): Reply {
  return sends(200, {
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

/** A reply that is an error. */
export function fails(status: number, message: string, headers?: Record<string, string>): Reply {
  return sends(status, { error: { message, type: 'error', param: null, code: null } }, headers);
}
