import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, startCli, temporaryFolder } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = 'Total: $12.00\nDate: 2024-03-04\n';
const CONFIG = `{
  // One for all cases.
  "fields": [
    { "id": "total", "anchor": "total", "type": "currency", "method": { "id": "label", "position": "right" } },
    { "id": "tax", "anchor": "tax", "type": "currency", "method": { "id": "label", "position": "right" } }
  ]
}`;

/** Makes a folder of cases. @param files by path */
function cases(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const inProcess = ['--workers', '0'];

describe('anchorline test', () => {
  it('passes where all is as expected, with a config for all cases', async () => {
    const root = cases('pass', {
      'config.json': CONFIG,
      'one/document.txt': LINES,
      'one/expected.json': '{"total": 12, "tax": null}',
      'two/paper.txt': 'Total: $3.00\nTax: $1.00',
      'two/expected.json': '{"parsed_document": {"total": 3, "tax": 1}}',
    });
    const { code, stdout, stderr } = await cli(['test', root, ...inProcess]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 cases: 2 passed, 0 failed\n' });
    expect(stdout).toMatch(/^pass {4}one \(.*\npass {4}two \(.*\n$/u);
    expect((await cli(['test', root, ...inProcess, '--filter', 'tw'])).stderr).toBe(
      '1 case: 1 passed, 0 failed\n',
    );
  });

  it('shows differences with the reason for nulls, in text, JSON and JUnit', async () => {
    const root = cases('fail', {
      'config.json': CONFIG,
      'one/document.txt': LINES,
      'one/expected.json': '{"total": 13, "tax": 1}',
    });
    const junit = join(folder, 'report.xml');
    const { code, stdout, stderr } = await cli(['test', root, ...inProcess, '--junit', junit]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '1 case: 1 failed\n' });
    expect(stdout.split('\n').slice(1)).toEqual([
      '    total',
      '      - expected 13',
      '      + got      12 (currency, $, printed "$12.00")',
      '    tax',
      '      - expected 1',
      '      + got      null',
      '        because anchor not found: no line matches "tax" (fields[1])',
      '',
    ]);
    expect(readFileSync(junit, 'utf8')).toContain('anchor not found');
    const json = JSON.parse((await cli(['test', root, ...inProcess, '--json'])).stdout);
    expect(json).toMatchObject({
      failed: 1,
      cases: [{ name: 'one', different: [{ id: 'total' }, { id: 'tax' }] }],
    });
  });

  it('writes expected values, keeps those that were right, and passes then', async () => {
    const root = cases('update', {
      'config.json': CONFIG,
      'one/document.txt': LINES,
      'one/expected.json': '{"total": 12}',
    });
    expect((await cli(['test', root, ...inProcess])).code).toBe(1);
    expect((await cli(['test', root, ...inProcess, '--partial'])).code).toBe(0);
    const { code, stdout, stderr } = await cli(['test', root, ...inProcess, '--update']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 case: 0 failed, 1 updated\n' });
    expect(stdout).toContain('    accepted null: tax: anchor not found: no line matches "tax" (fields[1])\n');
    const written = JSON.parse(readFileSync(join(root, 'one/expected.json'), 'utf8'));
    expect(written).toEqual({ parsed_document: { total: 12, tax: null } });
    expect((await cli(['test', root, ...inProcess])).code).toBe(0);
  });

  it('takes settings, extra data and a case that is the folder itself', async () => {
    const root = cases('settings', {
      'config.json': `{"fields": [], "computed_fields": [
        {"id": "who", "method": {"id": "extraData", "key": "who"}}]}`,
      'first.txt': 'a',
      'second.txt': 'b',
      'extra-data.json': '{"who": "Ada"}',
      'case.json': '{"document": "second.txt"}',
      'expected.json': '{"who": "Ada"}',
    });
    const { code, stdout } = await cli(['test', root, ...inProcess]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pass {4}\. /u) });
  });

  it('reports what is wrong with a case, and runs the others', async () => {
    const root = cases('broken', {
      'none/expected.json': '{}',
      'two/a.txt': '',
      'two/b.txt': '',
      'two/expected.json': '{}',
      'wrong/document.txt': 'a',
      'wrong/config.json': '{"fields": [{"id": "a"}]}',
      'wrong/expected.json': '{}',
      'typo/document.txt': 'a',
      'typo/case.json': '{"documnet": "x"}',
      'skipped/document.txt': 'a',
      'skipped/config.json': '{"fields": []}',
      'skipped/case.json': '{"skip": "not yet"}',
      'fresh/document.txt': 'a',
      'fresh/config.json': '{"fields": []}',
      'fresh/expected.json': '{',
    });
    const { code, stdout, stderr } = await cli(['test', root, ...inProcess]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '6 cases: 0 failed, 5 could not be run, 1 skipped\n',
    });
    expect(stdout).toContain('has no document');
    expect(stdout).toContain('several files that could be its document (a.txt, b.txt)');
    expect(stdout).toMatch(/ERROR {3}wrong .*\n {4}.*config\.json:1:13: error: fields\[0\]/u);
    expect(stdout).toContain('documnet');
    expect(stdout).toContain('expected.json is not JSON');
    expect(stdout).toContain('not yet');
  });

  it('checks results against validations: those of a case, or of all', async () => {
    const check = (severity: string, amount: number) =>
      JSON.stringify([
        {
          description: `The total is ${amount}`,
          severity,
          condition: { '==': [{ var: 'total.value' }, amount] },
        },
      ]);
    const root = cases('validated', {
      'config.json': CONFIG,
      'bad/document.txt': LINES,
      'bad/expected.json': '{"total": 12, "tax": null}',
      'bad/validations.json': check('error', 13),
      'warned/document.txt': LINES,
      'warned/expected.json': '{"total": 12, "tax": null}',
      'warned/validations.json': check('warning', 13),
      'wrong/document.txt': LINES,
      'wrong/expected.json': '{"total": 12, "tax": null}',
      'wrong/validations.json': '[{"description": "x"}]',
    });
    const own = await cli(['test', root, ...inProcess]);
    expect(own).toMatchObject({
      code: 1,
      stderr: '3 cases: 1 passed, 1 failed, 1 could not be run\n',
    });
    expect(own.stdout).toMatch(
      /FAIL {4}bad .*\n {4}validation failed, error: The total is 13\npass {4}warned .*\n {4}validation failed, warning: The total is 13\n/u,
    );
    expect(own.stdout).toMatch(/wrong\/validations\.json: error: validations\[0\]\.condition: /u);
    const updated = await cli(['test', root, ...inProcess, '--filter', 'bad', '--update']);
    expect(updated.code).toBe(1);
    const shared = join(root, 'all-checks.json');
    writeFileSync(shared, check('error', 12));
    const { code, stderr } = await cli(['test', root, ...inProcess, '--validations', shared]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '3 cases: 3 passed, 0 failed\n' });
  });

  it('anchorline test wants a folder with cases', async () => {
    const root = cases('empty', { 'README.md': '' });
    expect((await cli(['test', root])).stderr).toContain('has no cases');
    expect((await cli(['test', join(folder, 'nowhere')])).stderr).toContain('there is no such file');
    expect((await cli(['test', root, '--watch', '--json'])).code).toBe(2);
  });

  it('plays recorded answers back and asks nobody', async () => {
    const guide = fileURLToPath(new URL('../../../fixtures/guides/language-models/', import.meta.url));
    const root = cases('model', {
      'one/document.txt': 'The rent is $12.',
      'one/config.json': `{"fields": [{"method": {"id": "queryGroup",
        "queries": [{"id": "rent", "description": "the rent", "type": "currency"}]}}]}`,
      'one/expected.json': '{"rent": null}',
    });
    copyFileSync(join(guide, 'lease.json'), join(root, 'one', 'lease.json'));
    mkdirSync(join(root, 'one', 'recordings'));
    const env = { ANCHORLINE_LLM_MODEL: 'openai-compatible:http://127.0.0.1:9/v1#none' };
    const { stdout } = await cli(['test', root, ...inProcess, '--json'], { env });
    expect(JSON.parse(stdout).cases[0].problems[0]).toContain('no recording');
  });

  it('runs a case again when one of its files changes', async () => {
    const root = cases('watch', {
      'config.json': CONFIG,
      'one/expected.json': '{"invoice": "FJ-20418"}',
      'two/document.txt': LINES,
      'two/expected.json': '{"total": 12, "tax": null}',
    });
    copyFileSync(fixture('invoice.pdf'), join(root, 'one', 'document.pdf'));
    const config = (anchor: string) =>
      `{"fields": [{"id": "invoice", "anchor": "${anchor}", "method": {"id": "row"}}]}`;
    writeFileSync(join(root, 'one', 'config.json'), config('no such'));
    const running = startCli(['test', root, '--watch']);
    await running.until(() => running.stderr.includes('waiting'));
    expect(running.stdout).toContain('FAIL    one');
    writeFileSync(join(root, 'one', 'config.json'), config('invoice no'));
    await running.until(() => running.stdout.includes('pass    one'));
    expect(running.stdout.match(/pass {4}two/gu)).toHaveLength(1);
    expect(await running.end()).toBe(0);
  });
});
