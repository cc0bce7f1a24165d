/** What is reported while test cases run. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../../src/index.js';
import { findCases } from '../../../src/tools/cli/cases.js';
import type { ProgressLine } from '../../../src/tools/cli/progress.js';
import { runCases } from '../../../src/tools/cli/run-cases.js';
import { temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

write(folder, 'config.json', '{"fields": [{"id": "total", "anchor": "total", "method": {"id": "row"}}]}');
for (const name of ['one', 'two']) {
  mkdirSync(join(folder, name));
  write(folder, `${name}/document.txt`, 'Total');
  write(folder, `${name}/expected.json`, '{"total": null}');
}

type Told = readonly [...Parameters<ProgressLine['update']>] | 'cleared' | 'reported';

/** All that is reported while cases run, in its order. */
async function told(filter: string, concurrency: number): Promise<readonly Told[]> {
  const all: Told[] = [];
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const extractor = createExtractor();
  const run = {
    extractor,
    kept: undefined,
    ocrEngine: undefined,
    update: false,
    partial: false,
    record: false,
    surroundings: {
      stdin: Readable.from([]),
      stdout: silent,
      stderr: Object.assign(silent, { isTTY: false }),
      env: {},
      cwd: () => folder,
    },
    progress: {
      update: (...stands: Parameters<ProgressLine['update']>) => all.push(stands),
      clear: () => all.push('cleared'),
    },
  };
  const cases = (await findCases(folder, {})).filter(({ name }) => name.includes(filter));
  await runCases(cases, concurrency, run, () => all.push('reported'));
  await extractor.close();
  return all;
}

describe('progress of test cases', () => {
  it('progress of test cases is that of the document where there is one case', async () => {
    const all = await told('one', 0);
    expect(all).toContainEqual([{ stage: 'extract', done: 0, total: 1 }]);
    expect(all.slice(-2)).toEqual(['cleared', 'reported']);
  });

  it('names the case where one runs after the other', async () => {
    const all = await told('', 0);
    const stand = { stage: 'extract', done: 0, total: 1 };
    expect(all).toContainEqual([stand, { stage: 'case', done: 0, total: 2 }]);
    expect(all).toContainEqual([stand, { stage: 'case', done: 1, total: 2 }]);
  });

  it('counts the cases where several run at a time', async () => {
    const all = await told('', 2);
    expect(all).toContainEqual([{ stage: 'case', done: 0, total: 2 }]);
    expect(all.filter((each) => each === 'reported')).toHaveLength(2);
  });
});
