/** A config in TypeScript: the compiler checks it, and knows what comes of it. */
import { readFile } from 'node:fs/promises';
import { defineConfig, extract } from 'anchorline';

const invoice = defineConfig({
  fields: [
    { id: 'number', anchor: 'invoice no.', method: { id: 'row' } },
    { id: 'due', anchor: 'due date', type: 'date', method: { id: 'row' } },
    { id: 'total', anchor: 'total due', type: 'currency', method: { id: 'row' } },
    {
      id: 'codes',
      anchor: { match: { type: 'regex', pattern: '^[A-Z]-\\d{3}$' } },
      match: 'all',
      method: { id: 'passthrough' },
    },
  ],
});

const { parsed_document } = await extract(await readFile('fixtures/documents/invoice.pdf'), invoice);
const { number, due, total, codes } = parsed_document;

const text: string | undefined = number?.value;
const amount: number | undefined = total?.value;
const day: string | undefined = due?.value;
console.log(text, amount, day?.slice(0, 10), codes.map(({ value }) => value).join(' '));

// @ts-expect-error The config has no such field.
if (parsed_document.discount) console.log('never printed');
