/**
 * Engines whose networks are asked once: what tesseract's thread and the networks of PP-OCR answer is kept in a folder,
 * so that rules which come before and after them can be tried in seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Extractor } from '../src/index.js';
import type { Document } from '../src/page/document/model.js';
import type { OcrEngine } from '../src/reading/ocr/engine.js';
import type { Network, Tensor } from '../src/reading/ocr/paddle/models.js';
import { scanned, scanWay } from './ocr-scanned.js';

/** Bytes of a model from which on it is the one that reads; the one that finds text has 4.7 MB. */
const READS = 8_000_000;
/** Probabilities below this are kept as none. */
const LEAST = { reads: 1e-4, finds: 0.01 };
/** Steps in which the probabilities of text are kept. */
const LEVELS = 65_535;

/** A document scanned in a way, or as it was scanned before. @param folder for what is kept */
export async function keptScan(
  bytes: Uint8Array,
  document: Document,
  way: string,
  folder: string,
): Promise<Uint8Array> {
  const { pdf } = await kept(join(folder, keyOf('scanned', way, bytes)), async () => {
    const made = await scanned(document, scanWay(way));
    return { pdf: Buffer.from(made).toString('base64') };
  });
  return new Uint8Array(Buffer.from(pdf, 'base64'));
}

/** tesseract, whose thread is started where a picture is met for the first time. */
async function replayedTesseract(folder: string): Promise<OcrEngine> {
  const { tesseract } = await import('../src/reading/ocr/tesseract/tesseract.js');
  const { TesseractThread } = await import('../src/reading/ocr/tesseract/thread.js');
  const start = TesseractThread.start.bind(TesseractThread);
  let real: ReturnType<typeof start> | undefined;
  TesseractThread.start = async (language, data, onThread) => {
    const thread = {
      pages: 0,
      keepAlive: () => undefined,
      stop: async () => (await real)?.stop(),
      async recognise(image: Uint8Array, parameters: Readonly<Record<string, string>>) {
        const key = keyOf('tesseract', JSON.stringify(parameters), image);
        return kept(join(folder, key), async () => {
          real ??= start(language, data, () => undefined);
          return plainBlocks(await (await real).recognise(image, parameters));
        });
      },
    } as unknown as Awaited<ReturnType<typeof start>>;
    onThread(thread);
    return thread;
  };
  return tesseract({ threads: 1, pagesPerThread: 1_000_000 });
}

type Blocks = Awaited<
  ReturnType<
    typeof import('../src/reading/ocr/tesseract/thread.js')['TesseractThread']['prototype']['recognise']
  >
>;

/** What is read of an answer, which has alternatives for each sign, too. */
function plainBlocks(blocks: Blocks): Blocks {
  return blocks.map(({ paragraphs }) => ({
    paragraphs: paragraphs.map(({ lines }) => ({
      lines: lines.map(({ bbox, baseline, rowAttributes, words }) => ({
        bbox,
        baseline,
        rowAttributes,
        words: words.map(({ text, confidence, bbox: box, symbols }) => ({
          text,
          confidence,
          bbox: box,
          ...(symbols && { symbols: symbols.map((each) => ({ text: each.text, bbox: each.bbox })) }),
        })),
      })),
    })),
  }));
}

/** PP-OCR in this process, whose networks are made where a picture is met for the first time. */
async function replayedPaddle(folder: string): Promise<OcrEngine> {
  const { paddle } = await import('../src/reading/ocr/paddle/paddle.js');
  const { onnxNetwork } = await import('../src/reading/ocr/paddle/onnx.js');
  const createNetwork = async (model: Uint8Array): Promise<Network> => {
    let real: Promise<Network> | undefined;
    const run = async (input: Tensor) => {
      real ??= onnxNetwork(model);
      return (await real).run(input);
    };
    const reads = model.length >= READS;
    return {
      async run(input) {
        const { data } = input;
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        const file = join(folder, keyOf(reads ? 'reads' : 'finds', input.dims.join(), bytes));
        if (reads) return dense(await kept(file, async () => sparse(await run(input))));
        return levels(await kept(file, async () => inLevels(await run(input))));
      },
      release: async () => (await real)?.release(),
    };
  };
  return paddle({ createNetwork, pagesPerProcess: 1_000_000 });
}

/** An extractor that reads with an engine of the library, replayed, and has all the time it needs. */
export async function replayingExtractor(engine: string, folder: string): Promise<Extractor> {
  const make = { tesseract: replayedTesseract, paddle: replayedPaddle }[engine];
  if (!make) throw new RangeError(`no engine ${engine}; there are tesseract and paddle`);
  const { createExtractor } = await import('../src/index.js');
  const bench = await make(folder);
  const extractor = createExtractor({
    ocrEngine: 'bench',
    ocrEngines: { bench },
    limits: { milliseconds: 3_600_000, ocrMilliseconds: 600_000 },
  });
  const close = async () => {
    await extractor.close();
    await bench.close();
  };
  return { ...extractor, close };
}

interface Sparse {
  readonly dims: readonly number[];
  readonly at: readonly number[];
  readonly values: readonly number[];
}

function sparse({ dims, data }: Tensor): Sparse {
  const at: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i]! >= LEAST.reads) at.push(i);
  return { dims, at, values: at.map((i) => data[i]!) };
}

function dense({ dims, at, values }: Sparse): Tensor {
  const data = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
  for (const [index, place] of at.entries()) data[place] = values[index]!;
  return { dims, data };
}

function inLevels({ dims, data }: Tensor): { readonly dims: readonly number[]; readonly bytes: string } {
  const steps = Uint16Array.from(data, (value) => (value < LEAST.finds ? 0 : Math.round(value * LEVELS)));
  return { dims, bytes: Buffer.from(steps.buffer).toString('base64') };
}

function levels({ dims, bytes }: { readonly dims: readonly number[]; readonly bytes: string }): Tensor {
  const buffer = Buffer.from(bytes, 'base64');
  const steps = new Uint16Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.length));
  return { dims, data: Float32Array.from(steps, (step) => step / LEVELS) };
}

/** Where what is made of some bytes is kept. */
export function keyOf(kind: string, parameters: string, bytes: Uint8Array): string {
  const key = createHash('sha256').update(`${kind} ${parameters} `).update(bytes).digest('hex');
  return join(kind, key.slice(0, 2), `${key}.json.gz`);
}

/** What a file holds, else what `make` gives, which is put there. */
export async function kept<Value>(file: string, make: () => Promise<Value>): Promise<Value> {
  if (existsSync(file)) return JSON.parse(gunzipSync(readFileSync(file)).toString());
  const value = await make();
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, gzipSync(JSON.stringify(value), { level: 1 }));
  renameSync(draft, file);
  return value;
}
