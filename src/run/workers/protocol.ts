/** What an extractor and its workers say to each other. A worker serves one call at a time. */

import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { Validation } from '../../language/validate/schema.js';
import { LlmError, type LlmErrorCode, type LlmUsage } from '../../llm/provider.js';
import type { Progress } from '../extraction/run.js';
import { type CarriedError, ErrorCarrier } from '../wall/carried-error.js';
import type { Envelope } from '../wall/envelope.js';

/** Calls of an extractor that workers serve. */
export type CallName =
  | 'extract'
  | 'extractBestFit'
  | 'extractPortfolio'
  | 'classify'
  | 'check'
  | 'recheck'
  | 'drawPage'
  | 'findTables';

/**
 * How far a call is, which says what is to blame when it breaks a limit: configs are read before documents.
 */
export type Stage = 'config' | 'document';

/** A config on its way: the number of one that the worker knows, or what the caller gave, which may change. */
export type SentConfig = { readonly number: number } | { readonly object: object };

/** A config that the worker is to know by a number: a text, or one that is checked already. */
export type AddedConfig =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly checked: object };

/** The arguments of a call besides the document, in the order of the extractor's function. */
export interface CallArguments {
  /** A config, types or configs, with `SentConfig` in place of each config; or what is to be drawn or found. */
  readonly subject: unknown;
  /** Configs that the worker does not know yet. */
  readonly added: readonly AddedConfig[];
  readonly extraData: ExtraData | undefined;
  /** Options as `passing.ts` makes them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A finished document, which is checked again. */
  readonly finished?: unknown;
  /** What the numbers of rules are made of, where the host gives their chance. */
  readonly seed?: number | undefined;
}

/** A page to be drawn. */
export interface DrawnPage {
  readonly page: number;
  /** Of its longer side. */
  readonly pixels: number;
}

/** What is done again for a finished document. */
export interface SentWork {
  readonly config?: SentConfig;
  readonly validations: readonly Validation[] | undefined;
}

export interface StartMessage {
  readonly options: Readonly<Record<string, unknown>>;
  readonly setup: string | undefined;
  /** Options that the setup module must have, with the ids of concepts. */
  readonly needed: Readonly<Record<string, readonly string[]>>;
  readonly resultBytes: number;
}

/** A part of the document of the next call. */
export interface DocumentPart {
  /** Of the whole document, in bytes. */
  readonly length: number;
  readonly at: number;
  readonly part: Uint8Array;
}

export type ToWorker =
  | { readonly type: 'start'; readonly start: Envelope }
  | ({ readonly type: 'bytes' } & DocumentPart)
  | {
      readonly type: 'call';
      readonly name: CallName;
      readonly args: Envelope;
      /** Numbers of configs that the worker need not keep. */
      readonly forgotten: readonly number[];
      /** Where it begins: without configs to be read, with the document. */
      readonly stage: Stage;
      /** The last part of its document, which is all of a small one. */
      readonly last: DocumentPart | undefined;
      readonly wantsProgress: boolean;
    }
  | { readonly type: 'abort' }
  | { readonly type: 'answer'; readonly id: number; readonly value: Envelope }
  | { readonly type: 'refusal'; readonly id: number; readonly error: CarriedError };

export type FromWorker =
  | { readonly type: 'started' }
  /** Its options are wrong. */
  | { readonly type: 'unfit'; readonly error: CarriedError }
  | { readonly type: 'stage'; readonly stage: Stage }
  | { readonly type: 'progress'; readonly progress: Progress }
  /** Asks a function of the host. */
  | { readonly type: 'ask'; readonly id: number; readonly host: number; readonly args: Envelope }
  /** Gives up what it asked for. */
  | { readonly type: 'drop'; readonly id: number }
  /** Notifies a function of the host. */
  | { readonly type: 'tell'; readonly host: number; readonly args: Envelope }
  /** The end of a call; a worn worker is replaced. */
  | { readonly type: 'done'; readonly value: Uint8Array; readonly isWorn: boolean }
  | { readonly type: 'failed'; readonly error: CarriedError; readonly isWorn: boolean };

/** The stub of a function of the host in options and arguments. */
export interface HostStub {
  readonly hostFunction: number;
  /** Whether it answers, with a promise; else it is only notified. */
  readonly answers: boolean;
}

export function isHostStub(value: object): value is HostStub {
  return 'hostFunction' in value;
}

/** The stub of an `AbortSignal` in arguments for a function of the host. */
export const SIGNAL_STUB = { abortSignal: true } as const;

export function isSignalStub(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'abortSignal' in value;
}

/** Carries the errors of the public API, and those that providers of language models throw. */
export const ERRORS = new ErrorCarrier([
  {
    id: 'llm',
    fits: (error) => error instanceof LlmError,
    members: ['code', 'status', 'retryAfterMs', 'retryable', 'usage'],
    revive: (message, members, cause) =>
      new LlmError(members['code'] as LlmErrorCode, message, {
        status: members['status'] as number | undefined,
        retryAfterMs: members['retryAfterMs'] as number | undefined,
        retryable: members['retryable'] as boolean | undefined,
        usage: members['usage'] as LlmUsage | undefined,
        cause,
      }),
  },
]);
