/** What examples/docker starts is what examples/postgres is: Docker is not on every machine, so both files are read. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../src/service/settings.js';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: string;
        readonly init?: boolean;
        readonly environment: Readonly<Record<string, string>>;
        readonly command?: readonly string[];
        readonly deploy?: { readonly replicas: number };
      }
    >
  >;
}

/** Programs of the package that a text starts. */
const programs = (text: string) =>
  [...text.matchAll(/node_modules\/anchorline\/(\S+?\.ts)/gu)].map(([, path]) => path!);

describe('examples/docker', () => {
  const dockerfile = read('examples/docker/Dockerfile');
  const compose = parse(read('examples/docker/compose.yaml'), { merge: true }) as Compose;

  it('the image runs without rights', () => {
    const steps = dockerfile.split('\n').filter((line) => /^[A-Z]+ /u.test(line));
    const names = steps.map((line) => line.split(' ')[0]);
    expect(names[0]).toBe('FROM');
    expect(steps).toContain('USER node');
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
  });

  it('containers start programs that the package holds', () => {
    const started = [...programs(dockerfile), ...programs(read('examples/docker/compose.yaml'))];
    expect(started).toEqual(['examples/postgres/server.ts', 'examples/postgres/worker.ts']);
    for (const path of started) expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
    expect(JSON.parse(read('package.json')).files).toContain('examples');
  });

  it('a database, a server and two workers have all that the service asks of its environment', () => {
    const { database, server, worker } = compose.services;
    expect(database).toBeDefined();
    expect(worker?.deploy?.replicas).toBe(2);
    const asked = SETTINGS.map(({ name }) => name);
    for (const one of [server, worker]) {
      expect(one).toMatchObject({ build: '.', init: true });
      for (const name of ['DATABASE_URL', 'ANCHORLINE_SCHEMA', 'URL_SECRET', 'ORIGIN']) {
        expect(one?.environment).toHaveProperty(name);
      }
      expect(Object.keys(one?.environment ?? {}).filter((name) => !asked.includes(name))).toEqual([]);
    }
  });
});
