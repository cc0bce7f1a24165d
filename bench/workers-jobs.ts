/** What `workers.ts` and its processes have in common. */
import { readdirSync, readFileSync } from 'node:fs';

/** A document with its config. */
export interface Job {
  readonly bytes: Uint8Array;
  readonly config: string;
}

/** What a round took. */
export interface Round {
  readonly documents: number;
  readonly seconds: number;
  /** Time of the processor, of all processes, in seconds. */
  readonly processor: number;
}

/** Reading scans takes a hundred times as long as all else, and would hide it. */
const SCANS = new Set(['preprocess-deskew', 'preprocess-ocr']);

/** The fixtures that have configs, but scans. */
export function fixtureJobs(): Job[] {
  const fixtures = new URL('../fixtures/', import.meta.url);
  return readdirSync(new URL('configs/', fixtures))
    .map((file) => file.replace(/\.json$/u, ''))
    .filter((name) => !SCANS.has(name))
    .map((name) => ({
      bytes: new Uint8Array(readFileSync(new URL(`documents/${name}.pdf`, fixtures))),
      config: readFileSync(new URL(`configs/${name}.json`, fixtures), 'utf8'),
    }));
}
