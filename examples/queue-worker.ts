/**
 * Takes documents from a queue and writes what they say beside them: the library alone, without the service. Whoever
 * has documents sends jobs: `await boss.send('documents', { file: '/data/in/invoice.pdf' })`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createExtractor, DocumentError } from 'anchorline';
import PgBoss from 'pg-boss';

interface Job {
  readonly file: string;
}

const QUEUE = 'documents';
const CONFIG = new URL('../fixtures/configs/invoice.json', import.meta.url);

const boss = new PgBoss({
  connectionString: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  schema: process.env['BOSS_SCHEMA'] ?? 'pgboss',
});
boss.on('error', (error) => console.error(`queue: ${error.message}`));

// One extractor for all documents: engines are started once. A config is checked before any document is taken.
const extractor = createExtractor({ limits: { milliseconds: 60_000 } });
const config = extractor.parseConfig(await readFile(CONFIG, 'utf8'));

/** Extracts from one document. What is wrong with a document is its result; everything else is tried again. */
async function extractTo(file: string): Promise<void> {
  const result = await extractor.extract(await readFile(file), config).catch((error: unknown) => {
    if (error instanceof DocumentError) return { error: { code: error.code, message: error.message } };
    throw error;
  });
  await writeFile(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`done: ${file}`);
}

await boss.start();
await boss.createQueue(QUEUE);
await boss.work<Job>(QUEUE, async (jobs) => {
  for (const { data } of jobs) await extractTo(data.file);
});
console.log('waiting for documents');

process.once('SIGTERM', async () => {
  await boss.stop();
  await extractor.close();
});
