/** Every fixture with a config must give its expected output, which was read off the documents by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { type ExtractionResult, extract, parseConfig } from 'anchorline';
import { describe, expect, test } from 'vitest';
import { preprocessors } from '../src/language/preprocessors/index.js';

const folder = new URL('../fixtures/', import.meta.url);
const names = readdirSync(new URL('configs/', folder)).map((file) => file.replace(/\.json$/u, ''));

function read(path: string): Buffer {
  return readFileSync(new URL(path, folder));
}

test('there are fixtures', () => {
  expect(names.length).toBeGreaterThan(5);
});

describe.each(names)('%s', (name) => {
  const document = new Uint8Array(read(`documents/${name}.pdf`));
  const config = read(`configs/${name}.json`).toString('utf8');
  const expected: { parsed_document: Record<string, unknown> } = JSON.parse(
    read(`expected/${name}.json`).toString('utf8'),
  );

  let first: ExtractionResult | undefined;

  test('gives the expected values, in the order of the config', async () => {
    const result = await extract(document, config);
    first = result;
    expect(result.errors).toEqual([]);
    expect(result.parsed_document).toEqual(expected.parsed_document);
    expect(Object.keys(result.parsed_document)).toEqual(Object.keys(expected.parsed_document));
  });

  test('says why for every field that is null, and where the others come from', async () => {
    const { parsed_document, trace } = await extract(document, config, undefined, { trace: true });
    for (const [id, value] of Object.entries(parsed_document)) {
      const last = trace?.[id]?.at(-1);
      if (value === null) expect(last?.reason, id).toBeTruthy();
      // Check boxes come from no line but from a place.
      else if (!Array.isArray(value))
        expect([...last!.lines, ...last!.regions].length, id).toBeGreaterThan(0);
    }
  });

  test('gives byte-equal results each time', async () => {
    first ??= await extract(document, config);
    expect(JSON.stringify(await extract(document, config))).toBe(JSON.stringify(first));
  });
});

/** Fixtures by the type of each preprocessor that their configs have. */
const preprocessed = names.flatMap((name) => {
  const config = parseConfig(read(`configs/${name}.json`).toString('utf8'));
  const types = new Set(config.preprocessors?.map(({ type }) => type));
  return [...types].map((type) => ({ type, name, config }));
});

test('each has a fixture', () => {
  const covered = new Set(preprocessed.map(({ type }) => type));
  expect([...covered].sort()).toEqual(preprocessors.map(({ id }) => id).sort());
});

test.each(preprocessed)(
  'preprocessors: $name fails without $type, unless that changes no line',
  async ({ type, name, config }) => {
    const document = new Uint8Array(read(`documents/${name}.pdf`));
    const others = config.preprocessors?.filter((entry) => entry.type !== type);
    const { parsed_document } = await extract(document, { ...config, preprocessors: others });
    const { parsed_document: expected } = JSON.parse(read(`expected/${name}.json`).toString('utf8'));
    if (type === 'nlp') expect(parsed_document).toEqual(expected);
    else expect(parsed_document).not.toEqual(expected);
  },
);
