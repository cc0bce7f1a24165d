/** The program as a process, and with processes of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { javaScript } from '../../support/javascript.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const javaScriptOf = await javaScript();
const MAIN = fileURLToPath(javaScriptOf(new URL('../../../src/tools/cli/main.ts', import.meta.url)));
const COMMAND = [process.execPath, MAIN] as const;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('anchorline', () => {
  it('passes its exit code on as a process', () => {
    const [node, ...args] = COMMAND;
    const { status, stderr } = spawnSync(node, [...args, 'lines', 'missing.pdf'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('missing.pdf: error: there is no such file\n');
  });

  it('ends quietly when nobody reads its output', async () => {
    const [node, ...args] = COMMAND;
    const child = spawn(node, [...args, 'lines', fixture('invoice.pdf'), '--json']);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('gives extra data back as it was given, with a worker', async () => {
    const given = '{"2":9007199254740993,"1":0.50}';
    const data = write(folder, 'given.json', given);
    const config = write(folder, 'config.json', '{ "fields": [] }');
    const args = ['extract', fixture('invoice.pdf'), '-c', config, '--extra-data', data, '--workers', '1'];
    expect((await cli(args)).stdout).toContain(`"extra_data":${given}`);
  });
});
