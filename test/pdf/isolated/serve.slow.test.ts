import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DocumentError, ProviderError } from '../../../src/errors.js';
import type { PdfEngine } from '../../../src/pdf/engine.js';
import { type Answer, type CallName, type Calls, ERRORS } from '../../../src/pdf/isolated/protocol.js';
import { server } from '../../../src/pdf/isolated/serve.js';
import { pdfjs } from '../../../src/pdf/pdfjs/pdfjs.js';

/** Calls a server as if over a channel: everything is copied. */
function client(engine: PdfEngine) {
  const answers: Answer[] = [];
  const serve = server(engine, (answer) => answers.push(structuredClone(answer)));
  return async <Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
  ): Promise<Calls[Name]['answer']> => {
    await serve(structuredClone({ id: 7, name, ask }));
    const answer = answers.pop();
    if (answer && 'error' in answer) throw ERRORS.revive(answer.error);
    return answer?.value as Calls[Name]['answer'];
  };
}

const fixture = (name: string) => readFile(new URL(`../../../fixtures/documents/${name}`, import.meta.url));

describe('a server', () => {
  it.each(['fillable.pdf', 'boxed-form.pdf', 'rotated.pdf'])(
    'gives what the engine gives: %s',
    async (name) => {
      const bytes = new Uint8Array(await fixture(name));
      const call = client(pdfjs());
      const file = await pdfjs().open(bytes, {});
      const page = await file.page(0);
      expect(await call('open', { bytes, password: undefined })).toEqual({ pageCount: file.pageCount });
      const { width, height, rotation } = page;
      expect(await call('page', { index: 0 })).toEqual({ width, height, rotation });
      expect(await call('content', { index: 0 })).toEqual(await page.content());
      expect(await call('images', { index: 0 })).toEqual(await page.images());
      expect(await call('metadata', {})).toEqual(await file.metadata());
      expect(await call('formFields', {})).toEqual(await file.formFields());
      const drawn = await call('render', { index: 0, options: { dpi: 20 } });
      expect(drawn).toEqual(await page.render({ dpi: 20 }));
      await call('release', { index: 0 });
      await call('close', {});
      await file.close();
      await expect(call('page', { index: 0 })).rejects.toMatchObject({ code: 'closed' });
    },
  );

  it('carries the errors of the engine', async () => {
    const call = client(pdfjs());
    const bytes = new TextEncoder().encode('no pdf');
    await expect(call('open', { bytes, password: undefined })).rejects.toMatchObject({
      name: 'DocumentError',
      code: 'invalid_document',
    });
  });
});

describe('errors between processes', () => {
  it.each([
    new DocumentError('too_large', 'too much', { page: 3 }),
    new DocumentError('invalid_document', 'broken'),
    new ProviderError('pdf', 'crashed', 'gone'),
    new Error('anything'),
  ])('keep what they say: %s', (error) => {
    const back = ERRORS.revive(structuredClone(ERRORS.pack(error)));
    expect({ ...back, name: back.name, message: back.message }).toEqual({
      ...error,
      name: error.name,
      message: error.message,
    });
    expect(back.constructor).toBe(error.constructor);
  });

  it('are made of whatever was thrown', () => {
    expect(ERRORS.revive(ERRORS.pack('a word')).message).toBe('a word');
  });
});
