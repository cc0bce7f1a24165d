/** Observes a service from outside: its requests, and the events of its extractions. */
import { errorName, type Logger, loggablePath, silentLogger } from './logging.js';
import { noTelemetry, type Span, type Telemetry } from './telemetry.js';
import { TRACEPARENT, traceContextOf } from './trace-context.js';

interface Observers {
  readonly telemetry?: Telemetry;
  readonly log?: Logger;
  /** Milliseconds on any clock; default the machine's, which nobody sets back. */
  readonly now?: () => number;
}

/** What is known of a request while it is answered. */
export interface Observed {
  /** The header `traceparent` for what it causes. */
  readonly traceparent: string | undefined;
  /** Called with the path of the operation that it is for. */
  routed(route: string): void;
}

/** Whatever answers requests. */
interface Handler<Context> {
  handle(request: Request, context: Context | undefined, observed: Observed): Promise<Response>;
}

/** The route of requests that are for no operation. */
const NO_ROUTE = 'none';

/**
 * A handler that answers as the service does. Each request is a span, is counted and timed, and gets a line in the
 * log; tokens and queries are left out.
 */
export function observeRequests<Context>(
  service: Handler<Context>,
  { telemetry = noTelemetry, log = silentLogger, now = () => performance.now() }: Observers,
): { handle(request: Request, context?: Context): Promise<Response> } {
  return {
    handle(request, context) {
      const { method, url } = request;
      const path = loggablePath(url);
      const attributes = { 'http.request.method': method, 'url.path': path };
      const given = request.headers.get(TRACEPARENT);
      const cause = given !== null && traceContextOf(given) ? given : undefined;
      const answer = async (span: Span) => {
        const start = now();
        let route = NO_ROUTE;
        const routed = (path: string) => {
          route = path;
        };
        const answered = (status: number, error?: unknown) => {
          const measured = {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          };
          const duration = now() - start;
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          telemetry.measure('requests', 1, measured);
          telemetry.measure('requestDuration', duration / 1000, measured);
          log.log(status >= 500 ? 'error' : 'info', 'request', {
            method,
            path,
            status,
            ms: Math.round(duration),
            ...(error !== undefined && { error: errorName(error) }),
          });
        };
        try {
          const response = await service.handle(request, context, { traceparent: span.traceparent, routed });
          answered(response.status);
          return response;
        } catch (error) {
          answered(500, error);
          throw error;
        }
      };
      return telemetry.span('request', attributes, answer, cause);
    },
  };
}

/** What is read of an event of an extraction. */
interface ObservedEvent {
  readonly name: string;
  readonly extraction: {
    readonly status: string;
    readonly type?: string | undefined;
    readonly uploaded?: string | undefined;
    readonly processing_started?: string | undefined;
    readonly completed?: string | undefined;
  };
}

/** Events that end an extraction; later ones report its review. */
const ENDS: readonly string[] = ['extraction.complete', 'extraction.failed'];

/** An `onEvent` hook that counts and times extractions as they end. */
export function observeEvents(telemetry: Telemetry): (event: ObservedEvent) => void {
  return ({ name, extraction }) => {
    if (!ENDS.includes(name)) return;
    const { status, type = 'portfolio', uploaded, processing_started: started, completed } = extraction;
    telemetry.measure('extractions', 1, { status, type });
    measureTime('extractionWait', uploaded, started);
    measureTime('extractionDuration', started, completed);

    function measureTime(
      metric: 'extractionWait' | 'extractionDuration',
      from: string | undefined,
      to: string | undefined,
    ): void {
      if (from === undefined || to === undefined) return;
      const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
      telemetry.measure(metric, Math.max(0, seconds), { status });
    }
  };
}
