/** A provider that answers from recordings, so that configs are tested without a network. */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddingKey } from './key.js';
import { PROMPT_VERSION } from './prompts/version.js';
import {
  type EmbedRequest,
  type EmbedResponse,
  LlmError,
  type LlmMessage,
  type LlmProvider,
  type LlmRequest,
  type LlmResponse,
} from './provider.js';

/** How requests without a recording are treated. */
export interface ReplayOptions {
  /** Asked for what has no recording yet; its answers are recorded. Without it nobody is asked. */
  readonly record?: LlmProvider | undefined;
  /** Distinguishes the recordings of one model from those of another in the same folder; default `replay`. */
  readonly id?: string | undefined;
}

/** A request and its answer, as they are in a file. Keys and headers of calls are never part of it. */
interface Recording {
  readonly key: string;
  readonly promptVersion: number;
  readonly provider: string;
  readonly purpose: string;
  readonly fieldIds: readonly string[];
  /** Lines of text, by message, so that people can read and compare them. */
  readonly prompt: readonly { readonly role: string; readonly content: readonly string[] }[];
  readonly response: LlmResponse;
}

interface EmbeddingRecording {
  readonly key: string;
  readonly provider: string;
  readonly kind: string;
  readonly texts: readonly string[];
  readonly response: EmbedResponse;
}

/** Digits of a key in the name of a file: enough for all requests of a test suite to differ. */
const KEY_DIGITS = 16;
/** The part of the names of recorded vectors that means their purpose. */
const EMBEDDING = 'embedding';
/** Decimals of recorded vectors. */
const VECTOR_DECIMALS = 6;

/**
 * A provider that answers from the files of a folder: one JSON file for each request, named after its purpose and
 * the beginning of its key. A request without a recording fails and says what was asked, unless `record` names a
 * provider that may be asked instead. Texts are embedded only where the folder holds vectors, or `record` makes them.
 *
 * @example
 * // Records once, with a key in the environment; replays from then on.
 * const provider = replay('test/recordings', process.env.RECORD ? { record: aiSdk(openai('gpt-5')) } : {});
 */
export function replay(folder: string, options: ReplayOptions = {}): LlmProvider {
  return new Replay(folder, options);
}

class Replay implements LlmProvider {
  readonly id: string;
  readonly capabilities?: NonNullable<LlmProvider['capabilities']>;
  readonly embed?: (request: EmbedRequest) => Promise<EmbedResponse>;
  readonly #folder: string;
  readonly #record: LlmProvider | undefined;

  constructor(folder: string, { record, id }: ReplayOptions) {
    this.#folder = folder;
    this.#record = record;
    this.id = id ?? 'replay';
    if (record?.capabilities) this.capabilities = record.capabilities;
    if (record ? record.embed : holdsVectors(folder)) this.embed = (request) => this.#embed(request);
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    const { key } = request.meta;
    const name = fileName(request.purpose, key);
    const recording = await this.#read<Recording>(name);
    if (recording?.key === key) return recording.response;
    if (!this.#record) throw await this.#missing(request);
    const response = await this.#record.complete(request);
    const kept: Recording = {
      key,
      promptVersion: PROMPT_VERSION,
      provider: this.#record.id,
      purpose: request.purpose,
      fieldIds: request.meta.fieldIds,
      prompt: request.messages.map(readable),
      response,
    };
    await this.#write(name, kept);
    return response;
  }

  async #embed(request: EmbedRequest): Promise<EmbedResponse> {
    const { texts, kind } = request;
    const key = embeddingKey(this.id, kind, texts);
    const name = fileName(EMBEDDING, key);
    const recording = await this.#read<EmbeddingRecording>(name);
    if (recording?.key === key) return recording.response;
    if (!this.#record?.embed) {
      const message = `there is no recording of the vectors of ${texts.length} texts in ${this.#folder}`;
      throw new LlmError('replay_miss', message, { retryable: false });
    }
    const { vectors, usage, model } = await this.#record.embed(request);
    const response: EmbedResponse = {
      vectors: vectors.map((vector) => vector.map((each) => Number(each.toFixed(VECTOR_DECIMALS)))),
      usage,
      ...(model !== undefined && { model }),
    };
    await this.#write(name, { key, provider: this.#record.id, kind, texts, response });
    return response;
  }

  async #read<T>(name: string): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(join(this.#folder, name), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      const message = `the recording ${join(this.#folder, name)} is not JSON: delete it and record it again`;
      throw new LlmError('bad_request', message, { retryable: false, cause });
    }
  }

  /** Written under another name first, so that a file is whole or not there. */
  async #write(name: string, recording: Recording | EmbeddingRecording): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, name);
    const draft = `${path}.${process.pid}.part`;
    await writeFile(draft, `${JSON.stringify(recording, null, 2)}\n`);
    await rename(draft, path);
  }

  async #missing({ purpose, messages, meta }: LlmRequest): Promise<LlmError> {
    const asked = readable(messages.at(-1) ?? { role: 'user', content: '' }).content.join('\n');
    const others = await this.#recordingsOf(purpose);
    const near = others.find(({ fieldIds }) => String(fieldIds) === String(meta.fieldIds));
    const hint = near
      ? `${fileName(purpose, near.key)} is of the same fields, but ${whatChanged(near, messages)}`
      : `the folder has ${others.length} recordings of this purpose, none for these fields`;
    return new LlmError(
      'replay_miss',
      [
        `there is no recording of this request in ${this.#folder} (${fileName(purpose, meta.key)}, purpose ${purpose}, fields ${meta.fieldIds.join(', ')}).`,
        `${hint}.`,
        'Record it with replay(folder, { record: provider }), or with --llm-record on the command line. What was asked:',
        asked,
      ].join('\n'),
      { retryable: false },
    );
  }

  async #recordingsOf(purpose: string): Promise<readonly Recording[]> {
    const found: Recording[] = [];
    for (const name of await namesIn(this.#folder)) {
      if (!name.startsWith(`${purpose}-`) || !name.endsWith('.json')) continue;
      const recording = await this.#read<Recording>(name).catch(() => undefined);
      if (recording) found.push(recording);
    }
    return found;
  }
}

/** Whether anything was embedded when a folder was recorded; where not, words alone chose what models were shown. */
function holdsVectors(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.startsWith(`${EMBEDDING}-`));
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch {
    return [];
  }
}

function fileName(purpose: string, key: string): string {
  return `${purpose}-${key.slice(0, KEY_DIGITS)}.json`;
}

function readable({ role, content }: LlmMessage): { role: string; content: readonly string[] } {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return {
    role,
    content: parts.flatMap((part) =>
      part.type === 'text' ? part.text.split('\n') : [`[picture ${part.ref}, ${part.mediaType}]`],
    ),
  };
}

/** In which way a request differs from a recording. */
function whatChanged({ promptVersion, prompt }: Recording, messages: readonly LlmMessage[]): string {
  if (promptVersion !== PROMPT_VERSION) return 'it is of an older version of the prompts';
  const before = prompt.flatMap(({ content }) => content);
  const now = messages.flatMap((message) => readable(message).content);
  const line = now.findIndex((text, i) => text !== before[i]);
  if (line < 0) return 'its schema, its model settings or its provider differ';
  return `the prompt differs from line ${line + 1} on: ${JSON.stringify(now[line])} was ${JSON.stringify(before[line] ?? '')}`;
}
