/** The server of `anchorline mcp` as an agent starts it: a process that speaks over its standard streams. */
import { copyFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { fixture, temporaryFolder } from './run-cli.js';

/** The machine may be busy: the process runs TypeScript, and reads a PDF. */
const PATIENCE = 240_000;

const PROGRAM = fileURLToPath(new URL('../../../src/tools/cli/main.ts', import.meta.url));

test('anchorline mcp answers an agent over its standard streams', { timeout: PATIENCE }, async () => {
  const folder = realpathSync(temporaryFolder());
  copyFileSync(fixture('invoice.pdf'), join(folder, 'invoice.pdf'));
  const args = ['--import', import.meta.resolve('tsx'), PROGRAM, 'mcp'];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport, { timeout: PATIENCE });
  try {
    const { content } = await client.callTool(
      { name: 'lines', arguments: { document: 'invoice.pdf', page: 0 } },
      undefined,
      { timeout: PATIENCE },
    );
    expect((content as { readonly text: string }[])[0]?.text).toContain('FJ-20418');
    const outside = await client.callTool(
      { name: 'lines', arguments: { document: '../../etc/passwd' } },
      undefined,
      { timeout: PATIENCE },
    );
    expect(outside.isError).toBe(true);
  } finally {
    await client.close();
  }
});
