/** A document type to begin with, so that the examples have something to extract with. */
import { readFile } from 'node:fs/promises';
import type { Service } from 'anchorline/service';

const NAME = 'invoice';
const CONFIG = new URL('../fixtures/configs/invoice.json', import.meta.url);

/** Makes the document type `invoice` with one published configuration, unless it is there. */
export async function addInvoices({ documentTypes, configurations }: Service): Promise<void> {
  const known = await documentTypes.list();
  if (known.some(({ name }) => name === NAME)) return;
  const { id } = await documentTypes.create({ name: NAME, schema: {} });
  const configuration = await readFile(CONFIG, 'utf8');
  await configurations.create(id, { name: 'joinery', configuration, publish_as: 'production' });
}
