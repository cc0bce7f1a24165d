import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../src/tools/cli/progress.js';
import { printable, printableJson } from '../../../src/tools/cli/streams.js';
import { cli } from './run-cli.js';

describe('anchorline', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([[[]], [['extract']], [['lines']], [['lint']], [['schema']]])(
    'prints help of %j with examples, on standard output',
    async (command) => {
      const { code, stdout, stderr } = await cli([...command, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: anchorline/u);
      expect(stdout).toMatch(command.length === 0 ? /Exit codes: 0/u : /Examples:\n {2}\$ anchorline/u);
    },
  );

  it('prints help on standard error when no command is given', async () => {
    const { code, stdout, stderr } = await cli([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: anchorline');
  });

  it('anchorline does not know other commands', async () => {
    const { code, stderr } = await cli(['extrct']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown command 'extrct'\n.*Did you mean extract/u);
  });
});

describe('progressLine', () => {
  function watch(isTTY: boolean) {
    let now = 0;
    const written: string[] = [];
    const stderr = { isTTY, write: (text: string) => written.push(text) };
    const line = progressLine(stderr as never, () => now);
    return {
      line,
      written,
      at(time: number, done: number, within?: Parameters<typeof line.update>[1]) {
        now = time;
        line.update({ stage: 'load', done, total: 40 }, within);
      },
    };
  }

  it('shows long work only, not more often than ten times a second, and clears its line', () => {
    const { line, written, at } = watch(true);
    at(100, 1);
    at(499, 4);
    line.clear();
    expect(written).toEqual([]);
    at(510, 5);
    at(560, 6);
    at(615, 7);
    expect(written).toEqual(['\r\u001B[Kreading page 6 of 40', '\r\u001B[Kreading page 8 of 40']);
    line.clear();
    line.clear();
    expect(written.slice(2)).toEqual(['\r\u001B[K']);
  });

  it('says what a state is a part of', () => {
    const { written, at } = watch(true);
    at(600, 0, { stage: 'case', done: 2, total: 9 });
    expect(written).toEqual(['\r\u001B[Krunning case 3 of 9: reading page 1 of 40']);
  });

  it('progressLine writes nothing but to terminals', () => {
    const { line, written, at } = watch(false);
    at(900, 3);
    line.clear();
    expect(written).toEqual([]);
  });
});

describe('printable', () => {
  it('leaves text as it is, and control characters as escapes', () => {
    expect(printable('Größe 12 €')).toBe('Größe 12 €');
    expect(printable('a\u001B[2Jb\nc\u009Bd\u2028')).toBe('a\\u001b[2Jb\\u000ac\\u009bd\\u2028');
  });

  it('keeps the value of JSON', () => {
    const value = { text: 'a\u001B\u007F\u009B"\u00E4' };
    const text = printableJson(value, false);
    expect(text).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});
