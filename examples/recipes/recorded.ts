/** A field that asks a model, and a test of it that needs no network and no key. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentFromLines, extract } from 'anchorline';
import { answersByField, type LlmProvider, replay, scripted } from 'anchorline/llm';

const lease = documentFromLines([
  { text: 'The tenant pays $1,450.00 a month, on the first day of each month.', left: 1, top: 1 },
]);

const config = {
  fields: [{ id: 'rent', type: 'currency', method: { id: 'query', description: 'rent for a month' } }],
} as const;

/** What the model says to the lease, and what went wrong. */
export async function read(provider: LlmProvider) {
  const { parsed_document, errors } = await extract(lease, config, undefined, {
    llm: { providers: { model: provider } },
  });
  return { rent: parsed_document.rent?.value, errors: errors.map(({ code }) => code) };
}

// In place of a model of a vendor, such as `aiSdk(openai('gpt-5'))`.
const model = scripted(answersByField({ rent: '$1,450.00' }));
const recordings = await mkdtemp(join(tmpdir(), 'recordings-'));

console.log('not recorded', JSON.stringify(await read(replay(recordings))));
console.log('recording   ', JSON.stringify(await read(replay(recordings, { record: model }))));
console.log('replayed    ', JSON.stringify(await read(replay(recordings))));
console.log(`the model was asked ${model.requests.length === 1 ? 'once' : `${model.requests.length} times`}`);
