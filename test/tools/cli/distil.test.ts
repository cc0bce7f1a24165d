import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answersByField, distil, replay, scripted } from '../../../src/tools/models/index.js';
import { cli, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCHEMA = {
  type: 'object',
  properties: { total: { type: 'number', description: 'amount due' }, number: { type: 'string' } },
  required: ['total'],
};
const KNOWN = [
  { number: 'A-31', total: '45.50' },
  { number: 'B-77', total: '19.20' },
  { number: 'C-52', total: '230.00' },
];

/** Records what a model answers about the samples, as a run with `--model` does. */
async function record(samples: string, recordings: string): Promise<void> {
  const model = scripted((request) => {
    const shown = JSON.stringify(request.messages);
    return answersByField(KNOWN.find(({ number }) => shown.includes(number))!)(request);
  });
  const documents = ['1.txt', '2.txt', '3.txt'].map((name) => ({
    name,
    document: new Uint8Array(readFileSync(join(samples, name))),
  }));
  await distil(documents, SCHEMA, { llm: { providers: { model: replay(recordings, { record: model }) } } });
}

describe('anchorline distil', () => {
  it('writes a config without the model, and the cases that prove it', async () => {
    const samples = join(folder, 'samples');
    const recordings = join(folder, 'recordings');
    mkdirSync(samples);
    for (const [i, { number, total }] of KNOWN.entries())
      write(
        samples,
        `${i + 1}.txt`,
        `Sorrel Mill\nInvoice number: ${number}\nAmount due: ${total}\nThank you\n`,
      );
    await record(samples, recordings);
    write(samples, 'config.json', '{"fields": []}');
    const schema = write(folder, 'schema.json', JSON.stringify(SCHEMA));
    const output = join(folder, 'invoice');
    const args = ['distil', samples, '--schema', schema, '--recordings', recordings, '--output', output];
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'skipped 1 file of JSON, which is for configs: config.json\n',
    });
    expect(stdout).toContain('2 of 2 fields proven');
    const tested = await cli(['test', output, '--workers', '0']);
    expect({ code: tested.code, stdout: tested.stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('pass    cases/3'),
    });
    const again = await cli(args);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
  });

  it('says why a field is not proven, and where layout and model differ', async () => {
    const samples = join(folder, 'differing');
    mkdirSync(samples);
    for (const [i, { number, total }] of KNOWN.entries()) {
      write(samples, `${i + 1}.txt`, `Sorrel Mill\nInvoice number: ${number}\nAmount due: ${total}\n`);
      const found = i === 1 ? 7 : Number(total);
      write(samples, `${i + 1}.txt.values.json`, JSON.stringify({ number: null, total: found }));
    }
    const schema = write(folder, 'differing.json', JSON.stringify(SCHEMA));
    const answers = join(folder, 'no-answers');
    mkdirSync(answers);
    const output = join(folder, 'differs');
    const args = ['distil', samples, '--schema', schema, '--recordings', answers, '--output', output];
    const { stdout } = await cli(args);
    expect(stdout).toContain('number is not proven: the model found nothing that is printed\n');
    expect(stdout).toContain('total is not proven: layout and model differ\n');
    expect(stdout).toContain('total, 2.txt: the layout gives "19.20", the model 7\n');
  });

  it('takes what a person has found right from the file beside a sample', async () => {
    const samples = join(folder, 'reviewed');
    mkdirSync(samples);
    for (const [i, { number, total }] of KNOWN.entries()) {
      const name = `${i + 1}.txt`;
      write(samples, name, `Sorrel Mill\nInvoice number: ${number}\nAmount due: ${total}\n`);
      const values = { number: { type: 'string', value: number }, total: Number(total) };
      write(
        samples,
        `${name}.values.json`,
        JSON.stringify({ reviewStatus: 'APPROVED', parsed_document: values }),
      );
    }
    const schema = write(folder, 'reviewed.json', JSON.stringify(SCHEMA));
    const answers = join(folder, 'none');
    mkdirSync(answers);
    const output = join(folder, 'again');
    const args = ['distil', samples, '--schema', schema, '--recordings', answers, '--output', output];
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('2 of 2 fields proven');
    write(samples, '1.txt.values.json', '[]');
    expect(await cli([...args.slice(0, -1), join(folder, 'third')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must be an object'),
    });
  });

  it('needs a model, and a schema that can be asked for', async () => {
    const schema = write(folder, 'open.json', '{"type":"string"}');
    const args = ['distil', folder, '--schema', schema, '--output', join(folder, 'new')];
    expect(await cli(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a model') });
  });
});
