/**
 * The language model that a command asks: named by the environment, so that neither configs nor scripts hold a model
 * or a key, or played back from recordings.
 */
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ProviderError } from '../../errors.js';
import { parsedUrl } from '../../foundation/text/url.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import type { AiSdkModel, LlmOptions, LlmProvider, LlmRequest, LlmResponse } from '../models/index.js';
import { failureLine, InputFailure, isMissingPackage, UsageFailure } from './failure.js';
import { counted, printable, type Surroundings } from './streams.js';

/** Names the model. */
const MODEL_VARIABLE = 'ANCHORLINE_LLM_MODEL';
/** The key of an OpenAI-compatible server; packages read variables of their own. */
const KEY_VARIABLE = 'ANCHORLINE_LLM_API_KEY';

/** For help texts. */
export const MODEL_HELP = `
Fields that ask a language model are answered by the model that ${MODEL_VARIABLE} names, in one of two forms:
  <package>:<model>                a provider of the AI SDK, installed in this folder's project together with
                                   the package "ai", e.g. @ai-sdk/openai:gpt-5; its key is read from the
                                   variable that the package names, e.g. OPENAI_API_KEY
  openai-compatible:<url>#<model>  a server that speaks the chat completions protocol, e.g.
                                   openai-compatible:http://127.0.0.1:1234/v1#qwen3; needs the packages "ai" and
                                   "@ai-sdk/openai-compatible"; ${KEY_VARIABLE} is its key, if it needs one
With --llm-replay the answers come from recordings and nobody is asked: a request without a recording is printed, its
fields are null, and the exit code is 1. With --llm-record too, the model is asked for what has no recording yet, and
its answers are recorded. Recordings hold what was asked and answered, and no keys.`;

export interface ModelFlags {
  readonly llmReplay?: string;
  readonly llmRecord?: boolean;
}

/** The model of one run of a command. */
export interface CommandModel {
  readonly llm: LlmOptions;
  /** What of the run was in vain because the model could not be loaded, or had no recordings. @throws InputFailure */
  check(result: Pick<ExtractionResult, 'errors'>): void;
}

/**
 * The model that flags and environment ask for; undefined when there is none, so that fields that ask one are null.
 * @throws UsageFailure flags or variables do not fit together
 * @throws InputFailure there is no folder with recordings
 */
export async function commandModel(
  { llmReplay: folder, llmRecord: isRecording = false }: ModelFlags,
  surroundings: Pick<Surroundings, 'env' | 'cwd'>,
): Promise<CommandModel | undefined> {
  if (isRecording && folder === undefined) {
    throw new UsageFailure('--llm-record needs --llm-replay, which names the folder of the recordings');
  }
  const { env } = surroundings;
  const text = env[MODEL_VARIABLE]?.trim() ?? '';
  if (folder !== undefined && !isRecording) {
    await checkFolder(folder, true);
    const { replay } = await import('../models/index.js');
    return answeredBy(replay(folder), (result) => checkRecordings(folder, result));
  }
  if (text === '') {
    if (!isRecording) return undefined;
    throw new UsageFailure(`--llm-record needs a model to ask: set ${MODEL_VARIABLE}; see --help`);
  }
  const model = new NamedModel(modelName(text), env[KEY_VARIABLE], surroundings.cwd());
  const check = () => {
    if (model.failure) throw model.failure;
  };
  if (folder === undefined) return answeredBy(model, check);
  await checkFolder(folder, false);
  const { replay } = await import('../models/index.js');
  return answeredBy(replay(folder, { record: model }), check);
}

function answeredBy(provider: LlmProvider, check: CommandModel['check']): CommandModel {
  return { llm: { providers: { model: provider } }, check };
}

/** @param isNeeded whether the folder must be there already @throws InputFailure */
async function checkFolder(folder: string, isNeeded: boolean): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() || (found === undefined && !isNeeded)) return;
  const message = found
    ? 'is a file, not a folder of recordings'
    : 'there is no such folder; --llm-record makes it and records';
  throw new InputFailure([failureLine(folder, message)]);
}

/** Reports the requests without a recording, the first of them in full. @throws InputFailure when there is one */
function checkRecordings(folder: string, { errors }: Pick<ExtractionResult, 'errors'>): void {
  const missing = errors.filter(({ code }) => code === 'LLM_REPLAY_MISS');
  const [first] = missing;
  if (!first) return;
  const count = missing.length === 1 ? '1 request has' : `${counted(missing.length, 'request')} have`;
  const title = `${count} no recording${missing.length === 1 ? '' : '; the first'}:`;
  throw new InputFailure([
    failureLine(folder, title),
    ...first.message.split('\n').map((line) => `  ${printable(line)}`),
  ]);
}

/** A model as its variable names it. */
type ModelName =
  | { readonly kind: 'package'; readonly package: string; readonly model: string }
  | { readonly kind: 'server'; readonly url: URL; readonly model: string };

/** Names of npm packages, so that neither files nor modules of Node are loaded. */
const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u;
const COMPATIBLE = 'openai-compatible';
const COMPATIBLE_PACKAGE = '@ai-sdk/openai-compatible';

/** @throws UsageFailure when the text has neither form */
function modelName(text: string): ModelName {
  const [, name = '', rest = ''] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  if (name === COMPATIBLE) {
    const [, address = '', model = ''] = /^([^#]*)#(.+)$/su.exec(rest) ?? [];
    const url = parsedUrl(address);
    if (url && /^https?:$/u.test(url.protocol) && model !== '') return { kind: 'server', url, model };
    throw new UsageFailure(
      `${MODEL_VARIABLE} must be ${COMPATIBLE}:<url>#<model>, e.g. ${COMPATIBLE}:http://127.0.0.1:1234/v1#qwen3`,
    );
  }
  if (PACKAGE.test(name) && rest !== '') return { kind: 'package', package: name, model: rest };
  throw new UsageFailure(
    `${MODEL_VARIABLE} must be <package>:<model>, e.g. @ai-sdk/openai:gpt-5, or ${COMPATIBLE}:<url>#<model>`,
  );
}

/** A model that is loaded when it is first asked, so that configs that ask none need none of its packages. */
class NamedModel implements LlmProvider {
  readonly id: string;
  /** Why it could not be loaded. */
  failure: InputFailure | undefined;
  readonly #name: ModelName;
  readonly #key: string | undefined;
  readonly #folder: string;
  #provider: Promise<LlmProvider> | undefined;

  /** @param folder of the project whose packages are loaded */
  constructor(name: ModelName, key: string | undefined, folder: string) {
    // Of a server only the host: the rest of an address may hold a password.
    this.id = `${name.kind === 'server' ? name.url.host : name.package}/${name.model}`;
    this.#name = name;
    this.#key = key;
    this.#folder = folder;
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    this.#provider ??= this.#load();
    try {
      return await (await this.#provider).complete(request);
    } catch (error) {
      const isMissing = error instanceof ProviderError && error.code === 'package_missing';
      if (isMissing) this.failure = new InputFailure([failureLine(MODEL_VARIABLE, error.message)]);
      else if (error instanceof InputFailure) this.failure = error;
      throw error;
    }
  }

  async #load(): Promise<LlmProvider> {
    const { aiSdk } = await import('../models/index.js');
    return aiSdk(await this.#model(), { id: this.id });
  }

  async #model(): Promise<AiSdkModel> {
    const name = this.#name;
    if (name.kind === 'package') {
      const exported = await loadPackage(name.package, this.#folder);
      return vendorOf(exported, name.package).languageModel(name.model);
    }
    const { createOpenAICompatible } = (await loadPackage(
      COMPATIBLE_PACKAGE,
      this.#folder,
    )) as typeof import('@ai-sdk/openai-compatible');
    const vendor = createOpenAICompatible({
      name: name.url.host,
      baseURL: name.url.href,
      supportsStructuredOutputs: true,
      ...(this.#key !== undefined && this.#key !== '' && { apiKey: this.#key }),
    });
    return vendor.chatModel(name.model);
  }
}

/** A provider of the AI SDK, recognised by the member that all of them have. */
interface Vendor {
  languageModel(id: string): AiSdkModel;
}

/** The one provider that a package exports ready for use. @throws InputFailure where there is not exactly one */
function vendorOf(exported: Readonly<Record<string, unknown>>, name: string): Vendor {
  const vendors = new Map<Vendor, string>();
  for (const [id, value] of Object.entries(exported)) if (isVendor(value)) vendors.set(value, id);
  const [vendor] = vendors.keys();
  if (vendor && vendors.size === 1) return vendor;
  const found =
    vendors.size === 0 ? 'no provider' : `several providers (${[...vendors.values()].join(', ')})`;
  throw new InputFailure([
    failureLine(MODEL_VARIABLE, `the package "${name}" exports ${found} of the AI SDK, where one is needed`),
  ]);
}

function isVendor(value: unknown): value is Vendor {
  const isHolder = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return isHolder && typeof Reflect.get(value, 'languageModel') === 'function';
}

/** What a package of a project exports; where the project has none of it, that beside this one. @throws InputFailure */
async function loadPackage(name: string, folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(resolvedIn(folder, name) ?? name)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const message = isMissingPackage(error)
      ? `needs the package "${name}": npm install ai ${name}`
      : `the package "${name}" cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    throw new InputFailure([failureLine(MODEL_VARIABLE, message)]);
  }
}

/** The file that a package of a project is imported from; undefined where the project has none for `require`. */
function resolvedIn(folder: string, name: string): string | undefined {
  try {
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href;
  } catch {
    return undefined;
  }
}
