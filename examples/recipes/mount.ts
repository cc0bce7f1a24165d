/** A service in the servers that you have: Hono, Express, Next, `node:http`. */
import {
  createService,
  memoryKeys,
  type NodeListener,
  type Service,
  toNodeListener,
} from 'anchorline/service';
import type { Hono } from 'hono';

/** Hono, and all servers that have `Request` and `Response` of the web: Bun, Deno, Cloudflare's router, … */
export function inHono(app: Hono, service: Service): Hono {
  return app.all('/v0/*', (context) => service.handle(context.req.raw));
}

/** What is needed of an application of Express 4 or 5. */
interface ExpressApp {
  use(path: string, listener: NodeListener): unknown;
}

/** Express. Call it before `express.json()` and its like: the service reads bodies itself. */
export function inExpress(app: ExpressApp, service: Service): void {
  app.use('/v0', toNodeListener(service, { origin: 'https://api.example.com' }));
}

/** Next, as the file `app/v0/[...path]/route.ts`: `export const { GET, POST, PUT, PATCH, DELETE } = inNext(service)`. */
export function inNext(service: Service) {
  const handle = (request: Request) => service.handle(request);
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle };
}

const kept = globalThis as { anchorline?: Service };

/** One service for the process: Next loads modules again in development, and a second service would know nothing. */
export function theService(): Service {
  kept.anchorline ??= createService({ keys: memoryKeys(), baseUrl: 'https://api.example.com' });
  return kept.anchorline;
}
