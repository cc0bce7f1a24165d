import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DOCUMENTS } from '../fixtures/build/index.js';

const folder = new URL('../fixtures/documents/', import.meta.url);

/** What builders made first. */
const made = new Map<string, Uint8Array>();

async function firstOf(name: string): Promise<Uint8Array> {
  const known = made.get(name) ?? (await DOCUMENTS[name]!());
  made.set(name, known);
  return known;
}

it('fixture documents are exactly those that are built', async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(DOCUMENTS).sort());
});

it.each(Object.entries(DOCUMENTS))('fixture documents: %s is what its builder makes', async (name) => {
  const committed = await readFile(new URL(name, folder));
  expect(committed.equals(await firstOf(name))).toBe(true);
});

it.each(Object.entries(DOCUMENTS))('fixture documents: %s comes out the same twice', async (name, build) => {
  const first = await firstOf(name);
  expect(Buffer.from(await build()).equals(first)).toBe(true);
});
