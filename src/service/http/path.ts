/** From method and path to an operation. */
// See docs/language/09-service.md#971-routing
import { serviceError } from '../errors.js';
import type { AnyOperation, Method } from '../operation.js';

/** The version that all paths begin with. */
export const API_PREFIX = '/v0';

interface Pattern {
  readonly operation: AnyOperation;
  readonly segments: readonly string[];
}

export interface Match {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, string>>;
}

interface Router {
  /** @throws ServiceError `not_found`, `method_not_allowed` with the methods that the path has */
  match(method: string, pathname: string): Match;
}

/** A router for a list of operations. @param basePath where the host mounts the handler; `""` for the root */
export function createRouter(operations: readonly AnyOperation[], basePath: string): Router {
  const patterns = operations.map(
    (operation): Pattern => ({ operation, segments: segmentsOf(operation.path) }),
  );
  const prefix = `${basePath}${API_PREFIX}/`;
  return {
    match(method, pathname) {
      const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : undefined;
      const segments = path === undefined ? undefined : decoded(segmentsOf(path));
      const fitting = segments ? patterns.filter((pattern) => fits(pattern, segments)) : [];
      if (!segments || fitting.length === 0) throw serviceError('not_found');
      const wanted = method === 'HEAD' ? 'GET' : method;
      const candidates = fitting.filter(({ operation }) => operation.method === wanted);
      const best = candidates.reduce<Pattern | undefined>(
        (chosen, each) => (chosen && exactness(chosen) >= exactness(each) ? chosen : each),
        undefined,
      );
      if (!best) {
        const allow = allowedMethods(fitting.map(({ operation }) => operation.method));
        throw serviceError('method_not_allowed', { method, allowed: allow.join(', ') }, { allow });
      }
      return { operation: best.operation, params: paramsOf(best, segments) };
    },
  };
}

/** The parts of a path; slashes at its ends count for nothing. */
function segmentsOf(path: string): readonly string[] {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.endsWith('/') && path.length > start ? -1 : undefined;
  return path.slice(start, end).split('/');
}

/** Every segment percent-decoded, once; undefined where that is not possible. */
function decoded(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

function fits({ segments }: Pattern, path: readonly string[]): boolean {
  return (
    segments.length === path.length &&
    segments.every((segment, i) => (isParameter(segment) ? path[i] !== '' : segment === path[i]))
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Words of a path count before parameters, the first ones most. */
function exactness({ segments }: Pattern): string {
  return segments.map((segment) => (isParameter(segment) ? '0' : '1')).join('');
}

function paramsOf({ segments }: Pattern, path: readonly string[]): Record<string, string> {
  const entries = segments.flatMap((segment, i) =>
    isParameter(segment) ? [[segment.slice(1, -1), path[i]!] as const] : [],
  );
  return Object.fromEntries(entries);
}

function allowedMethods(methods: readonly Method[]): readonly string[] {
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(all)].sort();
}
