import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openObjects } from '../../../../src/reading/pdf/objects/safe-objects.js';

it('hostile files that unpack beyond measure are not opened for their objects', async () => {
  const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024));
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj <<>>\nstream\n'),
    bomb,
    Buffer.from('\nendstream'),
  ]);
  expect(await openObjects(bytes, undefined)).toBeUndefined();
});
