import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { patientCompiler } from '../../../src/run/wall/patient-compiler.js';

test('flags that let the compiler wait are known to this version of Node', () => {
  const { status, stderr } = spawnSync(process.execPath, [...patientCompiler(), '-e', '0'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test.each([
  ['11.3.244.8-node.46', true],
  ['12.4.254.21-node.33', false],
  ['13.6.233.17-node.47', false],
  [undefined, false],
])('V8 %s gets the flags: %j', (version, given) => {
  expect(patientCompiler(version ?? '').length > 0).toBe(given);
});
