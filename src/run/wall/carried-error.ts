/** Errors on their way between processes, which know data and no classes. */
import {
  ClassificationError,
  type ClassificationErrorCode,
  ConfigError,
  type ConfigErrorCode,
  type ConfigIssue,
  DocumentError,
  type DocumentErrorCode,
  ExtraDataError,
  LlmCallFailure,
  type LlmFailureCode,
  ProviderError,
} from '../../errors.js';

/** An error as data. */
export interface CarriedError {
  /** Id of its kind; none for errors of no kind that is known. */
  readonly kind?: string;
  readonly message: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly cause?: CarriedCause;
}

/** What an error was caused by: an error, or anything else that can be carried. */
type CarriedCause = { readonly error: CarriedError } | { readonly value: unknown };

/** A class of errors that keep their class, and all their members, on the way. */
interface ErrorKind {
  readonly id: string;
  fits(error: unknown): boolean;
  /** Members to be carried, besides message and cause. */
  readonly members: readonly string[];
  revive(message: string, members: Readonly<Record<string, unknown>>, cause: unknown): Error;
}

function built(id: string, type: new (message: string) => Error): ErrorKind {
  return {
    id,
    // Not those that inherit from it, which are kinds of their own.
    fits: (error) => Object.getPrototypeOf(error) === type.prototype,
    members: ['code'],
    revive: (message) => new type(message),
  };
}

const KINDS: readonly ErrorKind[] = [
  {
    id: 'document',
    fits: (error) => error instanceof DocumentError,
    members: ['code', 'page'],
    revive: (message, { code, page }, cause) =>
      new DocumentError(code as DocumentErrorCode, message, { cause, page: page as number | undefined }),
  },
  {
    id: 'config',
    fits: (error) => error instanceof ConfigError,
    members: ['code', 'issues'],
    // Its message is made of the issues.
    revive: (_message, { code, issues }) =>
      new ConfigError(issues as readonly ConfigIssue[], code as ConfigErrorCode),
  },
  {
    id: 'extra-data',
    fits: (error) => error instanceof ExtraDataError,
    members: ['code'],
    revive: (message, { code }) => new ExtraDataError(code as ExtraDataError['code'], message),
  },
  {
    id: 'classification',
    fits: (error) => error instanceof ClassificationError,
    members: ['code'],
    revive: (message, { code }) => new ClassificationError(code as ClassificationErrorCode, message),
  },
  {
    id: 'provider',
    fits: (error) => error instanceof ProviderError,
    members: ['provider', 'code', 'page'],
    revive: (message, { provider, code }, cause) =>
      new ProviderError(String(provider), String(code), message, { cause }),
  },
  {
    id: 'llm-call',
    fits: (error) => error instanceof LlmCallFailure,
    members: ['code'],
    revive: (message, { code }, cause) => new LlmCallFailure(code as LlmFailureCode, message, cause),
  },
  built('type', TypeError),
  built('range', RangeError),
];

/** Causes of causes that are carried. */
const DEPTH = 4;

/** What is carried in the place of errors that throw when they are looked at. */
const UNREADABLE: CarriedError = { message: 'an error that cannot be read', members: {} };

/** What anything that was thrown says. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return UNREADABLE.message;
  }
}

/** Makes plain data of errors, and errors of that again. */
export class ErrorCarrier {
  readonly #kinds: readonly ErrorKind[];

  /** @param more kinds than those of the library's public errors */
  constructor(more: readonly ErrorKind[] = []) {
    this.#kinds = [...more, ...KINDS];
  }

  /** The kind that an error keeps on the way; undefined for those that nobody foresaw. */
  kindOf(error: unknown): ErrorKind | undefined {
    return error instanceof Error ? this.#kinds.find((kind) => kind.fits(error)) : undefined;
  }

  /** An error as data. It does not throw, whatever was thrown: a caller would wait for the error for ever. */
  pack(thrown: unknown, depth = DEPTH): CarriedError {
    try {
      return this.#packed(thrown, depth);
    } catch {
      return UNREADABLE;
    }
  }

  #packed(thrown: unknown, depth: number): CarriedError {
    if (!(thrown instanceof Error)) return { message: messageOf(thrown), members: {} };
    const kind = this.kindOf(thrown);
    const names = kind ? kind.members : ['name', 'code', 'stack'];
    const members = Object.fromEntries(
      names
        .map((name) => [name, carriedValue(Reflect.get(thrown, name))])
        .filter(([, value]) => value !== undefined),
    );
    const cause = 'cause' in thrown && depth > 0 ? { cause: this.packCause(thrown.cause, depth - 1) } : {};
    return { message: thrown.message, members, ...(kind && { kind: kind.id }), ...cause };
  }

  packCause(cause: unknown, depth = DEPTH): CarriedCause {
    return cause instanceof Error ? { error: this.pack(cause, depth) } : { value: carriedValue(cause) };
  }

  revive({ kind: id, message, members, cause: carried }: CarriedError): Error {
    const cause = carried && this.reviveCause(carried);
    const kind = this.#kinds.find((each) => each.id === id);
    if (kind) return kind.revive(message, members, cause);
    const error = new Error(message, carried && { cause });
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(error, name, { value, configurable: true, writable: true });
    return error;
  }

  reviveCause(carried: CarriedCause): unknown {
    return 'error' in carried ? this.revive(carried.error) : carried.value;
  }
}

/** A value that can be sent; what cannot is put into words. */
function carriedValue(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
}
