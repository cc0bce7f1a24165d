import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS } from '../fixtures/build/index.js';

const folder = new URL('../fixtures/documents/', import.meta.url);

describe('fixture documents', () => {
  it('are exactly those that are built', async () => {
    expect((await readdir(folder)).sort()).toEqual(Object.keys(DOCUMENTS).sort());
  });

  it.each(Object.entries(DOCUMENTS))('%s is what its builder makes', async (name, build) => {
    const committed = await readFile(new URL(name, folder));
    expect(committed.equals(await build())).toBe(true);
  });

  it.each(Object.entries(DOCUMENTS))('%s comes out the same twice', async (_name, build) => {
    expect(Buffer.from(await build()).equals(await build())).toBe(true);
  });
});
