/** What the service writes to the log of its host, and what never gets there. */
// See docs/language/09-service.md#916-api-keys

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

/** What may be told of anything that was thrown: its code where it has one, else its name. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Routes whose last part is a token that opens something. */
const TOKEN_ROUTES = /\/(uploads|files)\/[^/]+/gu;

/** The path of a request as it may be logged: without query, and with tokens left out. */
export function loggablePath(url: string): string {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname.replace(TOKEN_ROUTES, '/$1/{token}');
}
