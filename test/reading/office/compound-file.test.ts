import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../../src/reading/detect.js';
import { openCompoundFile } from '../../../src/reading/office/compound-file.js';
import { compoundFile } from './compound-writer.js';

const counting = (length: number, from = 0) => Uint8Array.from({ length }, (_, i) => (i * 7 + from) & 255);
const plain = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

/** A file with numbers of 32 bits at some places replaced. */
function patched(
  bytes: Uint8Array,
  ...changes: readonly (readonly [at: number, value: number])[]
): Uint8Array {
  const copy = Buffer.from(bytes);
  for (const [at, value] of changes) copy.writeUInt32LE(value >>> 0, at);
  return copy;
}

describe('openCompoundFile', () => {
  it('reads streams of any length in sectors of both sizes, wherever they lie', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{0,9}$/);
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.nat(20_000), { maxKeys: 6, noNullPrototype: true }),
        fc.constantFrom(512 as const, 4096 as const),
        fc.boolean(),
        (sizes, sectorSize, backwards) => {
          const streams = Object.fromEntries(
            Object.entries(sizes).map(([key, size], i) => [key, counting(size, i)]),
          );
          const file = openCompoundFile(compoundFile(streams, { sectorSize, backwards }));
          expect(file.names).toEqual(expect.arrayContaining(Object.keys(streams)));
          for (const [key, bytes] of Object.entries(streams)) {
            expect(plain(file.stream(key))).toBe(plain(bytes));
          }
          expect(file.stream('no such stream')).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds streams in any letter case, and none inside of embedded objects', () => {
    const embedded = { WordDocument: counting(5000) };
    const bytes = compoundFile({ WORKBOOK: counting(10) }, { embedded });
    const file = openCompoundFile(bytes);
    expect(plain(file.stream('Workbook'))).toBe(plain(counting(10)));
    expect(file.names).toEqual(['WORKBOOK', 'Objects']);
    expect(file.stream('WordDocument')).toBeUndefined();
    expect(detectType(bytes)).toBe('application/vnd.ms-excel');
  });

  it('reads allocation tables that the header has no room for', () => {
    const large = new Uint8Array(17 * 1024 * 1024).map((_, i) => (i >> 9) & 255);
    const bytes = compoundFile({ Workbook: large });
    expect(Buffer.from(bytes).readUInt32LE(72)).toBe(2);
    expect(Buffer.compare(openCompoundFile(bytes).stream('Workbook')!, large)).toBe(0);
  });

  it('reads a last sector that is not whole', () => {
    const bytes = compoundFile({ Workbook: counting(4100) });
    const header = Buffer.from(bytes);
    const table = (header.readUInt32LE(76) + 1) * 512;
    const start = header.readUInt32LE((header.readUInt32LE(48) + 1) * 512 + 128 + 116);
    const added = bytes.length / 512 - 1;
    const moved = patched(bytes, [table + 4 * (start + 7), added]);
    const short = (size: number) =>
      openCompoundFile(Buffer.concat([moved, counting(4100).subarray(4096, 4096 + size)])).stream('Workbook');
    expect(plain(short(4))).toBe(plain(counting(4100)));
    expect(() => short(3)).toThrow('cut off');
  });

  const good = compoundFile({ Workbook: counting(6000), Small: counting(100) });
  const view = Buffer.from(good);
  const tableAt = (view.readUInt32LE(76) + 1) * 512;
  const directoryAt = (view.readUInt32LE(48) + 1) * 512;
  const workbookAt = directoryAt + 128;
  const first = view.readUInt32LE(workbookAt + 116);
  it.each([
    ['a chain in a circle', patched(good, [tableAt + 4 * (first + 1), first]), 'circle'],
    ['a chain that leads out of the file', patched(good, [tableAt + 4 * first, 5000]), 'cut off'],
    ['a chain that ends early', patched(good, [tableAt + 4 * first, 0xfffffffe]), 'shorter'],
    ['a stream longer than the file', patched(good, [workbookAt + 120, 0x7fffffff]), 'cut off'],
    ['a file that ends after its header', good.subarray(0, 512), 'cut off'],
    ['a file that ends within its header', good.subarray(0, 100), 'header'],
    ['sectors of no known size', patched(good, [30, 0x00060005]), 'header'],
    ['a directory in a circle', patched(good, [tableAt + 4 * view.readUInt32LE(48), 9999]), undefined],
  ])('says what is wrong with %s', (_, bytes, reason) => {
    const read = () => openCompoundFile(bytes).stream('Workbook');
    if (reason === undefined) expect(plain(read())).toBe(plain(counting(6000)));
    else expect(read).toThrow(expect.objectContaining({ code: 'invalid_document' }));
    if (reason !== undefined) expect(read).toThrow(reason);
  });

  it('says what is wrong with small streams', () => {
    const table = (view.readUInt32LE(60) + 1) * 512;
    const small = (bytes: Uint8Array) => () => openCompoundFile(bytes).stream('Small');
    expect(plain(small(good)())).toBe(plain(counting(100)));
    expect(small(patched(good, [table, 0]))).toThrow('circle');
    expect(small(patched(good, [table, 77]))).toThrow('cut off');
    expect(small(patched(good, [table, 0xfffffffe]))).toThrow('shorter');
    expect(small(patched(good, [32, 9]))).toThrow('wrong size');
  });

  it('puts up with a tree of the directory that forms a circle', () => {
    const bytes = patched(good, [workbookAt + 68, 0], [workbookAt + 72, 1]);
    expect(plain(openCompoundFile(bytes).stream('Workbook'))).toBe(plain(counting(6000)));
  });
});
