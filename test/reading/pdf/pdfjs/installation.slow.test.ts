import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LOADER = createRequire(import.meta.url).resolve('tsx');

/** Opens a sound PDF in a process that lacks a package; what it fails with. */
async function failureWithout(name: string): Promise<unknown> {
  const program = `
    import { readFileSync } from 'node:fs';
    import { pdfjs } from ${JSON.stringify(here('../../../../src/reading/pdf/pdfjs/pdfjs.ts'))};
    const bytes = new Uint8Array(readFileSync(${JSON.stringify(here('../../../../fixtures/documents/invoice.pdf'))}));
    const failure = await pdfjs().open(bytes, {}).then(() => undefined, (error) => error);
    process.stdout.write('\\n' + JSON.stringify({ ...failure, message: failure?.message }));
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--require', here('../../../support/without-packages.cjs'), '--import', LOADER],
      ...['--input-type', 'module', '--eval', program],
    ],
    { env: { ...process.env, WITHOUT_PACKAGES: name }, cwd: here('../../../..') },
  );
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
}

it.each(['@napi-rs/canvas', 'pdfjs-dist'])(
  'a broken installation is not taken for a broken document: without %s',
  async (name) => {
    expect(await failureWithout(name)).toMatchObject({
      name: 'ProviderError',
      code: 'unavailable',
      provider: 'pdfjs',
      message: expect.stringContaining('@napi-rs/canvas'),
    });
  },
);
