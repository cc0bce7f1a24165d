/** Fields that ask a language model: any model of the AI SDK, here one that speaks the protocol of OpenAI. */
import { readFile } from 'node:fs/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type Config, extract } from 'anchorline';
import { aiSdk } from 'anchorline/llm';

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: ai-sdk-model.ts FILE');

// A server on this machine, such as Ollama's; its documents leave the machine no more than others do.
const server = createOpenAICompatible({
  name: 'local',
  baseURL: process.env['MODEL_URL'] ?? 'http://127.0.0.1:11434/v1',
  supportsStructuredOutputs: true,
});

const config: Config = {
  fields: [
    {
      id: 'seller',
      method: { id: 'query', description: 'Name of the company that sends the invoice' },
    },
    {
      id: 'total',
      type: 'currency',
      method: { id: 'query', description: 'The amount to pay, tax included' },
    },
  ],
};

const { parsed_document, errors, usage } = await extract(
  new Uint8Array(await readFile(file)),
  config,
  undefined,
  {
    llm: { providers: { local: aiSdk(server(process.env['MODEL'] ?? 'llama3.2')) } },
  },
);
console.log(JSON.stringify({ parsed_document, errors, usage: usage?.llm }, null, 2));
