/** Runs configs that ask language models: against a script, and against the recordings of that. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import JSON5 from 'json5';
import { createExtractor, type Document, type ExtractionResult, type Extractor } from '../../src/index.js';
import type { OcrEngine } from '../../src/reading/ocr/engine.js';
import { type LlmProvider, replay, scripted } from '../../src/tools/models/index.js';
import type { ModelCase } from './corpus.js';
import { answering, publishedAnswers, standInAnswers } from './model-answers.js';
import type { Outcome } from './runner.js';

/** Reads one line of no meaning on every page: what scans say is another suite's business. */
const standInEngine: OcrEngine = {
  id: 'stand-in',
  recognise: async ({ width }) => ({
    lines: [
      {
        text: 'stand-in',
        polygon: [
          { x: 0, y: 0 },
          { x: width / 2, y: 0 },
          { x: width / 2, y: 20 },
          { x: 0, y: 20 },
        ],
      },
    ],
  }),
  close: async () => undefined,
};

/**
 * Runs a case three times: a script answers; a script answers and is recorded; the recordings answer. What all
 * give must be the same.
 */
export async function runModelCase({ document, config, expected }: ModelCase): Promise<Outcome> {
  const text = await readFile(config, 'utf8');
  const parsed: unknown = JSON5.parse(text);
  const script = answering(expected ? publishedAnswers(parsed, expected) : standInAnswers(parsed));
  const extractor = createExtractor(expected ? {} : { ocrEngines: { tesseract: standInEngine } });
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-models-'));
  try {
    const loaded = await extractor.load(await readFile(document));
    try {
      const run = (provider: LlmProvider) => extractWith(extractor, loaded, text, provider);
      const direct = await run(scripted(script));
      const recorded = await run(replay(folder, { record: scripted(script) }));
      const replayed = await run(replay(folder));
      if (!isDeepStrictEqual(replayed, recorded)) return { failure: 'the recordings give another result' };
      if (!isDeepStrictEqual(outputOf(direct), outputOf(recorded))) {
        return { failure: 'a recording provider gives another result than the one that it records' };
      }
      return outcomeOf(direct);
    } finally {
      await loaded.close();
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await extractor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function extractWith(extractor: Extractor, document: Document, config: string, provider: LlmProvider) {
  return extractor.extract(document, config, undefined, { llm: { providers: { model: provider } } });
}

function outputOf({ parsed_document, postprocessorOutput, errors, warnings }: ExtractionResult) {
  // Warnings name providers, which a recording has another name than what it records.
  return { parsed_document, postprocessorOutput, errors, warnings: warnings.map(({ code }) => code) };
}

function outcomeOf({ parsed_document, postprocessorOutput, errors }: ExtractionResult): Outcome {
  const failed = errors.find(({ type }) => type === 'llm' || type === 'unexpected');
  if (failed) return { failure: `${failed.path}: ${failed.code ?? failed.type}: ${failed.message}` };
  const misshapen = misshapenAt(parsed_document, 'parsed_document');
  if (misshapen !== undefined) return { failure: `${misshapen} has not the shape of a value` };
  return { values: (postprocessorOutput ?? parsed_document) as Readonly<Record<string, unknown>> };
}

type Members = Readonly<Record<string, unknown>>;

/** Where a value is none of null, a typed value, a table, an array or a section; undefined where all is in shape. */
function misshapenAt(value: unknown, path: string): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return path;
  if (Array.isArray(value))
    return firstOf(value.entries(), (element, i) => misshapenAt(element, `${path}[${i}]`));
  const { type, columns } = value as Members;
  if (typeof type === 'string' && Object.hasOwn(value, 'value')) return undefined;
  if (Array.isArray(columns)) {
    return firstOf(columns.entries(), ({ id, values }: Members, i) =>
      typeof id === 'string' && Array.isArray(values)
        ? misshapenAt(values, `${path}.columns[${i}].values`)
        : `${path}.columns[${i}]`,
    );
  }
  // Rows of a summarizer and the winners of tfidf hold plain texts.
  const isPlain = Object.values(value).every((member) => member === null || typeof member === 'string');
  if (isPlain) return undefined;
  return firstOf(Object.entries(value as Members), (member, id) => misshapenAt(member, `${path}.${id}`));
}

function firstOf<Key, Element>(
  entries: Iterable<[Key, Element]>,
  find: (element: Element, key: Key) => string | undefined,
): string | undefined {
  for (const [key, element] of entries) {
    const found = find(element, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
