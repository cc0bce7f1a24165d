import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { javaScript } from '../../support/javascript.js';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LETTER = fixture('letter.pdf');
const config = write(
  folder,
  'letter.json',
  '{"fields": [{"id": "greeting", "anchor": "dear", "method": {"id": "passthrough"}}]}',
);

describe('anchorline inspect', () => {
  it('anchorline inspect reads documents as the other commands do', async () => {
    const args = [
      'inspect',
      fixture('invoice.pdf'),
      '--config',
      'x.json',
      '--output',
      join(folder, 'x.html'),
    ];
    expect(await cli([...args, '--ocr-level', '3'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be 0, 2, 4 or 5.'),
    });
    const config = write(folder, 'plain.json', '{"fields": []}');
    const cache = ['--ocr-cache', ''];
    expect(await cli([...args, '--config', config, ...cache])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--ocr-cache needs the name of a folder'),
    });
  });

  it('writes a report and says how the run went', async () => {
    const report = join(folder, 'report.html');
    const { code, stdout, stderr } = await cli(['inspect', LETTER, '-c', config, '-o', report]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `${report}: 1 of 1 field found\n`,
    });
    const html = readFileSync(report, 'utf8');
    expect(html).toMatch(/^<!doctype html>/u);
    expect(html).toContain('"id":"greeting"');
    expect(html).toMatch(/id="picture-0">\/9j\//u);
  });

  it('anchorline inspect takes validations', async () => {
    const report = join(folder, 'validated.html');
    const checks = write(
      folder,
      'checks.json',
      '[{"description": "One is two", "severity": "error", "condition": {"==": [1, 2]}}]',
    );
    await cli(['inspect', LETTER, '-c', config, '-o', report, '--validations', checks]);
    expect(readFileSync(report, 'utf8')).toContain('One is two');
  });

  it('says what is wrong before it writes anything', async () => {
    const report = join(folder, 'none.html');
    const bad = write(folder, 'bad.json', '{"fields": [{\n "id": 1}]}');
    const broken = await cli(['inspect', LETTER, '-c', bad, '-o', report]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain(`${bad}:2:`);
    const nowhere = await cli(['inspect', LETTER, '-c', config, '-o', join(folder, 'no', 'report.html')]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toMatch(/there is no folder/u);
    expect((await cli(['inspect', LETTER, '-c', config])).code).toBe(2);
    expect((await cli(['inspect', '-', '-c', '-', '-o', report])).code).toBe(2);
    expect((await cli(['inspect', LETTER, '-c', '-', '-o', report, '--watch'])).stderr).toContain(
      '--watch needs a config in a file',
    );
    expect(() => readFileSync(report)).toThrow(/ENOENT/u);
  });

  it('watches the config, shows what is wrong with it, and ends when it is asked to', async () => {
    const own = write(folder, 'watched.json', readFileSync(config));
    const report = join(folder, 'watched.html');
    const source = new URL('../../../src/tools/cli/main.ts', import.meta.url);
    const main = fileURLToPath((await javaScript())(source));
    const child = spawn(process.execPath, [main, 'inspect', LETTER, '-c', own, '-o', report, '--watch'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', (data: Buffer) => {
      told += data.toString();
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on('exit', resolve);
    });
    const wait = { timeout: 300_000, interval: 50 };
    try {
      await expect.poll(() => told, wait).toContain('Ctrl-C ends');
      const version = () => /width="(\d+)"/u.exec(readFileSync(`${report}.version.svg`, 'utf8'))?.[1];
      const first = version();
      expect(readFileSync(report, 'utf8')).toContain(`"version":${first}`);
      writeFileSync(own, '{"fields": [{"id": "again", "anchor": "dear", "method": {"id": "passthrough"}}]}');
      await expect.poll(() => readFileSync(report, 'utf8'), wait).toContain('"id":"again"');
      await expect.poll(version, wait).not.toBe(first);
      writeFileSync(own, '{"fields": [}');
      await expect.poll(() => readFileSync(report, 'utf8'), wait).toContain('"failure":[');
      expect(readFileSync(report, 'utf8')).toContain('"id":"again"');
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
    expect(() => readFileSync(`${report}.version.svg`)).toThrow(/ENOENT/u);
  }, 900_000);
});
