import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InputFailure } from '../../../src/tools/cli/failure.js';
import { Changes } from '../../../src/tools/cli/watch.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anchorline-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('count from the moment on that they are watched, and not only once somebody waits for them', async () => {
  const file = join(folder, 'config.json');
  const controller = new AbortController();
  const changes = new Changes({ folders: [folder], files: [file] }, controller.signal);
  try {
    writeFileSync(file, '{}');
    let count = 0;
    for await (const _ of changes) {
      count++;
      controller.abort();
    }
    expect(count).toBe(1);
  } finally {
    changes.close();
  }
});

it('changes in a folder that is not there are an error', () => {
  expect(() => new Changes({ folders: [folder, join(folder, 'none')] }, undefined)).toThrow(InputFailure);
});
