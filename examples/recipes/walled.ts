/** Documents of strangers, several at a time, none of which can harm this process. */
import { readFile } from 'node:fs/promises';
import { type Config, createExtractor, DocumentError, parseConfig } from 'anchorline';

/** Reads files with two workers; one that fails says so, and the others are not affected. */
export async function readAll(files: readonly string[], config: Config) {
  const extractor = createExtractor({ workers: 2, limits: { milliseconds: 60_000 } });
  try {
    return await Promise.all(
      files.map(async (file) => {
        try {
          const { coverage } = await extractor.extract(new Uint8Array(await readFile(file)), config);
          return { file, coverage };
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
          return { file, error: error.code };
        }
      }),
    );
  } finally {
    await extractor.close();
  }
}

const config = parseConfig(await readFile('fixtures/configs/invoice.json', 'utf8'));
const files = ['invoice.pdf', 'damaged-xref.pdf', 'encrypted.pdf', 'not-a-pdf.bin', 'no-pages.pdf'];
const read = await readAll(
  files.map((name) => `fixtures/documents/${name}`),
  config,
);
for (const each of read) console.log(JSON.stringify(each));
