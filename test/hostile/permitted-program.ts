/**
 * Reads the documents that it is sent, in a process with few permissions; says what each gave, and what was refused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Config, createExtractor, pdfjs } from '../../src/index.js';
import { pdfium } from '../../src/reading/pdf/pdfium/index.js';

/** Documents by name. */
export type Sent = Readonly<Record<string, Uint8Array>>;

/** What the program reports. */
export interface Permitted {
  /** `text`, `nothing` or an error, by engine and document. */
  readonly read: Readonly<Record<string, string>>;
  /** What the program itself tried in vain. */
  readonly refused: readonly string[];
}

const config: Config = {
  fields: [
    {
      id: 'whole',
      anchor: { match: { type: 'first' } },
      method: { id: 'documentRange', includeAnchor: true },
    },
  ],
};

process.once('message', (documents: Sent) => {
  void told(documents).then((permitted) => process.send?.(permitted, () => process.exit()));
});

async function told(documents: Sent): Promise<Permitted> {
  const read: Record<string, string> = {};
  for (const [engine, pdf] of [['pdf.js', pdfjs()] as const, ['PDFium', pdfium()] as const]) {
    const extractor = createExtractor({ pdf });
    for (const [name, bytes] of Object.entries(documents)) {
      read[`${engine}: ${name}`] = await extractor.extract(bytes, config, undefined, { filename: name }).then(
        ({ parsed_document: { whole } }) => (whole === null ? 'nothing' : 'text'),
        (error: unknown) => (error instanceof Error ? String(error.stack) : String(error)),
      );
    }
    await extractor.close();
  }
  return { read, refused: [...refused(), ...(await refusedInThread())] };
}

function refused(): string[] {
  const tried: Readonly<Record<string, () => void>> = {
    'file: read': () => readFileSync('/etc/hostname'),
    'file: written': () => writeFileSync('/tmp/anchorline-test', ''),
  };
  return Object.keys(tried).filter((name) => {
    try {
      tried[name]!();
      return false;
    } catch {
      return true;
    }
  });
}

function refusedInThread(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./permitted-thread.js', import.meta.url))
      .once('message', resolve)
      .once('error', reject);
  });
}
