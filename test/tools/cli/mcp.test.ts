import { copyFileSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, describe, expect, test } from 'vitest';
import { type CommandRunner, mcpServer } from '../../../src/tools/cli/mcp-server.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** What a tool answers, called by a client of the SDK. */
async function agentIn(folder: string, run: CommandRunner = cli) {
  const server = mcpServer(folder, run);
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  open.push(client, server);
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { readonly text: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  return { client, call };
}

function folderWithInvoice(): string {
  const folder = realpathSync(temporaryFolder());
  copyFileSync(fixture('invoice.pdf'), join(folder, 'invoice.pdf'));
  return folder;
}

test('anchorline mcp lets an agent write a whole config', { timeout: 60_000 }, async () => {
  const folder = folderWithInvoice();
  const { client, call } = await agentIn(folder);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'lines',
    'tables',
    'suggest',
    'extract',
    'why',
    'lint',
    'test',
  ]);

  const document = 'invoice.pdf';
  expect((await call('lines', { document, page: 0 })).text).toContain('FJ-20418');
  expect((await call('tables', { document })).isError).toBe(false);
  const wanted = [{ id: 'number', value: 'FJ-20418' }];
  const { text } = await call('suggest', { documents: [document], values: wanted });
  const [, proposed = '{}'] = /1\. (\{.*\})/u.exec(text) ?? [];
  const field = JSON.stringify({ id: 'number', ...JSON.parse(proposed) });
  expect(field).toContain('"anchor"');

  const gone = '{ "id": "gone", "anchor": "no such caption", "method": { "id": "row" } }';
  write(folder, 'config.json', `{ "fields": [${field}, ${gone}] }`);
  const both = { document, config: 'config.json' };
  expect(
    JSON.parse((await call('extract', both)).text.replace(/\n\S+: .*$/su, '')).parsed_document,
  ).toMatchObject({
    number: { value: 'FJ-20418' },
    gone: null,
  });
  expect((await call('why', { ...both, field: 'gone' })).text).toContain('no such caption');
  expect((await call('lint', { config: 'config.json', samples: [document] })).text).toContain(
    'fields[1].anchor',
  );

  mkdirSync(join(folder, 'cases'));
  copyFileSync(join(folder, document), join(folder, 'cases/document.pdf'));
  write(join(folder, 'cases'), 'config.json', `{ "fields": [${field}] }`);
  write(join(folder, 'cases'), 'expected.json', '{ "number": { "type": "string", "value": "FJ-1" } }');
  const wrong = await call('test', { folder: 'cases' });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('FJ-20418') });
  write(join(folder, 'cases'), 'expected.json', '{ "number": { "type": "string", "value": "FJ-20418" } }');
  expect(await call('test', { folder: 'cases' })).toMatchObject({ isError: false });
});

describe('paths out of the folder', () => {
  const refused = expect.objectContaining({
    isError: true,
    text: expect.stringContaining('is not in the folder that the server was started in'),
  });

  function folders() {
    const folder = folderWithInvoice();
    const outside = folderWithInvoice();
    writeFileSync(join(outside, 'config.json'), '{ "fields": [] }');
    symlinkSync(outside, join(folder, 'link'));
    return { folder, outside };
  }

  test.each(['../x/invoice.pdf', '/etc/passwd', 'link/invoice.pdf', 'link/../../invoice.pdf', '..'])(
    'no tool takes the path %s',
    async (path) => {
      const { call } = await agentIn(folders().folder, async () => expect.unreachable());
      expect(await call('lines', { document: path })).toEqual(refused);
      expect(await call('test', { folder: path })).toEqual(refused);
      expect(await call('lint', { config: path })).toEqual(refused);
      expect(await call('suggest', { documents: [path], values: [{ id: 'a', value: 'b' }] })).toEqual(
        refused,
      );
    },
  );

  test('a case is not run whose settings name a file elsewhere', async () => {
    const { folder, outside } = folders();
    const own = join(folder, 'one');
    mkdirSync(own);
    write(own, 'case.json', JSON.stringify({ document: join(outside, 'invoice.pdf') }));
    write(own, 'config.json', '{ "fields": [] }');
    const { call } = await agentIn(folder, async () => expect.unreachable());
    expect(await call('test', { folder: 'one' })).toEqual(refused);
  });
});

test('an argument of a tool never becomes a flag of a command', async () => {
  const folder = folderWithInvoice();
  write(folder, '--output=x', 'a');
  const seen: (readonly string[])[] = [];
  const { call } = await agentIn(folder, async (args) => {
    seen.push(args);
    return { code: 0, stdout: '', stderr: '' };
  });
  await call('lines', { document: '--output=x' });
  expect(seen).toEqual([['lines', join(folder, '--output=x')]]);
  expect(
    await call('suggest', { documents: ['invoice.pdf'], values: [{ id: '-o', value: 'x' }] }),
  ).toMatchObject({
    isError: true,
  });
});

test('an answer is cut, and says by how much', async () => {
  const { call } = await agentIn(folderWithInvoice(), async () => ({
    code: 0,
    stdout: 'x'.repeat(50_000),
    stderr: '',
  }));
  const { text } = await call('lines', { document: 'invoice.pdf' });
  expect(text.length).toBeLessThan(41_000);
  expect(text).toMatch(/10000 more characters are left out/u);
});
