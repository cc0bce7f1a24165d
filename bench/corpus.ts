/** The documents to measure: those of a corpus with their configs, or else the project's own fixtures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCorpus } from '../test/conformance/corpus.js';

/** A PDF and the text of the config that belongs to it. */
export interface Subject {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly config: string;
}

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** All PDFs to measure whose name contains `filter`. */
export function subjects(filter: string): Subject[] {
  const corpus = findCorpus();
  const jobs = 'missing' in corpus ? fixtureJobs() : [...corpus.library, ...corpus.worked];
  return jobs
    .filter(({ name, document }) => document.endsWith('.pdf') && name.includes(filter))
    .map(({ name, document, config }) => ({
      name,
      bytes: new Uint8Array(readFileSync(document)),
      config: readFileSync(config, 'utf8'),
    }));
}

function fixtureJobs(): { name: string; document: string; config: string }[] {
  const folder = join(FIXTURES, 'documents');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => {
      const name = file.replace(/\.pdf$/u, '');
      return { name, document: join(folder, file), config: join(FIXTURES, 'configs', `${name}.json`) };
    })
    .filter(({ config }) => existsSync(config));
}
