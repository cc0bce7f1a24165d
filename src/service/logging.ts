/** What the service writes to the log of its host, and what never gets there. */
// See docs/language/09-service.md#916-api-keys

/** How much a message matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Plain values beside a message: ids, counts, names. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the service writes what its host should know. Fields hold ids and counts, never documents or secrets. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: LogFields): void;
}

/** Says nothing. */
export const silentLogger: Logger = { log: () => undefined };

/**
 * Writes each message as one line of JSON.
 * @param write default: standard output for `debug` and `info`, standard error for the others
 * @param now milliseconds since 1970
 *
 * @example
 * createService({ keys, log: jsonLogger((line) => stream.write(`${line}\n`)) });
 */
export function jsonLogger(
  write: (line: string, level: LogLevel) => void = writeToConsole,
  now: () => number = Date.now,
): Logger {
  return {
    log(level, message, fields) {
      const time = new Date(now()).toISOString();
      write(JSON.stringify({ time, level, message, ...loggable(fields) }), level);
    },
  };
}

/** All levels, the most talkative first. */
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes messages of a level and of what matters more, as `jsonLogger` does. */
export function loggerFrom(least: LogLevel, lines: Logger = jsonLogger()): Logger {
  return {
    log(level, message, fields) {
      if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)) lines.log(level, message, fields);
    },
  };
}

function writeToConsole(line: string, level: LogLevel): void {
  if (level === 'debug' || level === 'info') console.log(line);
  else console.error(line);
}

/** Errors have no members that JSON would show; their messages may hold text of documents, and stay here. */
function loggable(fields: LogFields = {}): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorName(value) : value]),
  );
}

/** What may be logged of anything that was thrown: its code where it has one, else its name. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Words of paths that are followed by tokens that open something. */
const TOKEN_WORDS: ReadonlySet<string> = new Set(['uploads', 'files']);
/** Ids have 36 characters and names at most 128 of which none is a point; signed tokens and keys look otherwise. */
const LIKE_TOKEN = /^(?=.*[.])[\w.-]{60,}$|^al_[a-z2-7]{12}_|[\w-]{129,}|:[0-9a-f]{8}-/u;
const MASKED = '{token}';

/**
 * The path of a request as it may be logged: without query, percent-decoded once, as it is routed, and with tokens
 * left out, also in paths that lead nowhere.
 */
export function loggablePath(url: string): string {
  const { pathname } = new URL(url, 'http://localhost');
  const segments = pathname.split('/').map(decodedOnce);
  let isBehindWord = false;
  const shown = segments.map((segment) => {
    const isToken = segment !== '' && (isBehindWord || LIKE_TOKEN.test(segment));
    isBehindWord ||= segment.split('/').some((word) => TOKEN_WORDS.has(word));
    // A slash that was encoded may precede a token.
    return isToken || segment === MASKED || segment.includes('/') ? MASKED : encodeURIComponent(segment);
  });
  return shown.join('/');
}

function decodedOnce(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Nothing is routed by what cannot be decoded.
    return MASKED;
  }
}
