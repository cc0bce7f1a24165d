/** Settings of a service by environment: one definition of each, which the guide's table derives from. */
import { nearest } from '../foundation/schema/grammar.js';
import { parsedUrl } from '../foundation/text/url.js';
import { LOG_LEVELS, type LogLevel } from './logging.js';
import type { ServiceOptions } from './service.js';

/** What a service is made with, beside its store. */
export interface Settings {
  /** Default: rows, jobs and keys in memory, gone with the process. */
  readonly databaseUrl?: string;
  readonly schema?: string;
  readonly sessions?: number;
  /** A directory for documents; default the database. */
  readonly blobs?: string;
  /** Calls at once, and a second in the long run. */
  readonly rate?: { readonly burst: number; readonly perSecond: number };
  readonly isTraced?: boolean;
  readonly logLevel?: LogLevel;
  readonly concurrency?: number;
  readonly port?: number;
  readonly metricsPort?: number;
  readonly options: Partial<Omit<ServiceOptions, 'keys' | 'store' | 'queue'>>;
}

/** A variable of the environment. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  /** What counts without it, for people. */
  readonly otherwise: string;
  /** What its text sets. @throws RangeError for a text that is wrong, which says what is right */
  readonly read: (text: string) => Omit<Settings, 'options'> | Pick<Settings, 'options'>;
}

function positive(text: string, isWhole = true): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value) && (Number.isInteger(value) || !isWhole)) return value;
  throw new RangeError(`must be a ${isWhole ? 'whole ' : ''}number above 0`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new RangeError('must be a port, 0 to 65535');
}

const list = (text: string) => text.split(',').map((part) => part.trim());

function retention(member: 'documentsDays' | 'resultsDays' | 'rowsDays', what: string): Setting {
  return {
    name: `ANCHORLINE_${what.toUpperCase()}_DAYS`,
    description: `How long ${what} are kept, in days`,
    otherwise: 'for ever',
    read: (text) => ({ options: { retention: { [member]: positive(text, false) } } }),
  };
}

/** All settings, in the order in which people need them. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'DATABASE_URL',
    description: 'PostgreSQL with rows, jobs and keys',
    otherwise: 'memory, gone with the process',
    read: (databaseUrl) => ({ databaseUrl }),
  },
  {
    name: 'URL_SECRET',
    description:
      'What links are signed with, at least 32 bytes, the same in all processes; old ones after commas',
    otherwise: 'drawn at start; required with `DATABASE_URL`',
    read: (text) => ({ options: { secrets: { urls: list(text) } } }),
  },
  {
    name: 'WEBHOOK_SECRET',
    description: 'What pushes are signed with, as `makeWebhookSecret()` gives it; old ones after commas',
    otherwise: 'pushes are not signed',
    read: (text) => ({ options: { secrets: { urls: [], webhooks: () => list(text) } } }),
  },
  {
    name: 'ORIGIN',
    description: 'Where clients reach the service, such as `https://api.example.com`: links begin with it',
    otherwise: 'what the `Host` of a request says',
    read: (baseUrl) => {
      if (parsedUrl(baseUrl)) return { options: { baseUrl } };
      throw new RangeError('must be an address such as https://api.example.com');
    },
  },
  {
    name: 'PORT',
    description: 'Where a server listens',
    otherwise: '3000',
    read: (text) => ({ port: portOf(text) }),
  },
  {
    name: 'ANCHORLINE_METRICS_PORT',
    description: 'Where `GET /metrics` is answered, and nothing else: only your monitoring should reach it',
    otherwise: 'nowhere',
    read: (text) => ({ metricsPort: portOf(text) }),
  },
  {
    name: 'ANCHORLINE_SCHEMA',
    description: 'Schema of the tables',
    otherwise: 'the first of the search path',
    read: (schema) => ({ schema }),
  },
  {
    name: 'ANCHORLINE_SESSIONS',
    description: 'Sessions of the database at most, for this process',
    otherwise: '10',
    read: (text) => ({ sessions: positive(text) }),
  },
  {
    name: 'ANCHORLINE_BLOBS',
    description: 'Directory of documents, on a file system that all processes share',
    otherwise: 'the database, else memory',
    read: (blobs) => ({ blobs }),
  },
  {
    name: 'ANCHORLINE_CONCURRENCY',
    description: 'Documents that a worker takes at once',
    otherwise: '2',
    read: (text) => ({ concurrency: positive(text) }),
  },
  {
    name: 'ANCHORLINE_WORKERS',
    description: 'Processes in which documents are read; 0 reads them in this one',
    otherwise: 'one for each processor',
    read: (text) => ({ options: { workers: text.trim() === '0' ? 0 : positive(text) } }),
  },
  {
    name: 'ANCHORLINE_LIMITS',
    description: 'Limits as JSON, such as `{"maxPages": 500}`',
    otherwise: '`DEFAULT_SERVICE_LIMITS`',
    read: (text) => {
      const limits = parsed(text);
      if (typeof limits === 'object' && limits !== null && !Array.isArray(limits))
        return { options: { limits } };
      throw new RangeError('must be a JSON object, such as {"maxPages": 500}');
    },
  },
  {
    name: 'ANCHORLINE_RATE',
    description:
      'Requests of a key at once, and a second in the long run, such as `50/10`; shared in the database',
    otherwise: 'no bound',
    read: (text) => {
      const [burst = '', perSecond = '', ...more] = text.split('/');
      if (perSecond !== '' && more.length === 0) {
        return { rate: { burst: positive(burst, false), perSecond: positive(perSecond, false) } };
      }
      throw new RangeError('must be two numbers such as 50/10');
    },
  },
  {
    name: 'ANCHORLINE_ALLOW_HOSTS',
    description: 'Hosts and ranges that may be asked although they are private, after commas',
    otherwise: 'public addresses only',
    read: (text) => ({ options: { policy: { allowHosts: list(text) } } }),
  },
  retention('documentsDays', 'documents'),
  retention('resultsDays', 'results'),
  retention('rowsDays', 'rows'),
  {
    name: 'ANCHORLINE_LOG',
    description: `What is logged, as lines of JSON: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')} and what matters more`,
    otherwise: '`warn`',
    read: (text) => {
      const logLevel = LOG_LEVELS.find((level) => level === text);
      if (logLevel) return { logLevel };
      throw new RangeError(`must be one of ${LOG_LEVELS.join(', ')}`);
    },
  },
  {
    name: 'ANCHORLINE_OPENTELEMETRY',
    description: '`on`: traces and metrics go to what the process has registered with `@opentelemetry/api`',
    otherwise: '`off`',
    read: (text) => {
      if (text === 'on' || text === 'off') return { isTraced: text === 'on' };
      throw new RangeError('must be on or off');
    },
  },
];

/** Variables of an environment, such as `process.env`. */
export type Environ = Readonly<Record<string, string | undefined>>;

/** Begins the names of settings, and of variables of other programs. */
const OWN = 'ANCHORLINE_';

/**
 * The settings of an environment; empty variables count as absent.
 * @throws RangeError that names the variable, for a text that is wrong and for a slip in the name of a setting
 */
export function settingsFromEnv(environ: Environ): Settings {
  for (const name of Object.keys(environ)) refuseSlip(name);
  const given = SETTINGS.flatMap((setting): Partial<Settings>[] => {
    const text = environ[setting.name];
    return text === undefined || text === '' ? [] : [readSetting(setting, text)];
  });
  const options = given.map((each) => each.options ?? {}).reduce(merged, {});
  return { ...Object.assign({}, ...given), options };
}

/** @throws RangeError that names the variable */
function readSetting({ name, read }: Setting, text: string): Partial<Settings> {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`The setting ${name} ${error.message}.`);
    throw error;
  }
}

/** Options of which some hold members that several settings set. */
function merged(one: Settings['options'], other: Settings['options']): Settings['options'] {
  const { secrets = one.secrets, retention: days = one.retention } = other;
  const urls = [...(one.secrets?.urls ?? []), ...(other.secrets?.urls ?? [])];
  return {
    ...one,
    ...other,
    ...(secrets && { secrets: { ...one.secrets, ...secrets, urls } }),
    ...(days && { retention: { ...one.retention, ...days } }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A setting whose name is written wrong would be left out in silence. @throws RangeError for a name that is near that of a setting */
function refuseSlip(name: string): void {
  if (!name.startsWith(OWN)) return;
  const known = SETTINGS.flatMap((setting) =>
    setting.name.startsWith(OWN) ? [setting.name.slice(OWN.length)] : [],
  );
  const own = name.slice(OWN.length);
  const near = known.includes(own) ? undefined : nearest(own, known);
  if (near !== undefined) throw new RangeError(`There is no setting ${name}; did you mean ${OWN}${near}?`);
}
