/** What goes with an erasure, and blobs until they are deleted. */
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import { ACCOUNT, complete, document, event, id, LEASE, NOBODY, sync, upload } from './samples.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ALL = { document: true, result: true, given: true };
const NEITHER = { document: false, result: false, given: false };

export function deletionContract(open: () => Promise<Harness>): void {
  let h: Harness;
  let store: Store;
  beforeEach(async () => {
    h = await open();
    store = h.store;
  });

  const done = async (over = {}) => {
    const { row, token } = await store.insertLeased(sync(over), LEASE);
    await store.finish(row.id, { token }, complete());
    return row.id;
  };
  const due = (extractionId?: string) =>
    store.takeDeletions({ limit: 9, ...(extractionId !== undefined && { extractionId }) });

  test('the name of a document and what pushes echo go with what came with the request', async () => {
    const extraction = await done();
    await store.erase(extraction, { ...NEITHER, document: true, result: true });
    const { request: kept } = (await store.getExtraction(null, extraction))!;
    expect(kept).toMatchObject({
      documentName: 'bill.pdf',
      webhook: { payloadText: expect.stringContaining('"z":1') },
    });
    await store.erase(extraction, { ...NEITHER, given: true });
    const { request, extraData } = (await store.getExtraction(null, extraction))!;
    const { documentName: _name, webhook, ...rest } = kept;
    expect(request).toEqual({ ...rest, webhook: { url: webhook?.url } });
    expect(extraData).toBeNull();
  });

  test('an extraction is erased at the moment of the first time', async () => {
    const extraction = await done();
    await store.erase(extraction, ALL);
    const { erased } = (await store.getExtraction(null, extraction))!;
    await h.advance(MINUTE);
    expect(await store.erase(extraction, ALL)).toBe(true);
    expect((await store.getExtraction(null, extraction))?.erased).toBe(erased);
  });

  test('what receivers answered goes with the result', async () => {
    const extraction = await done();
    await store.insertEvent(event(extraction));
    const attempt = { at: h.now(), status: 500, durationMs: 3, response: 'you sent\n\u0000 4200' };
    for (const next of [{ state: 'pending', delayMs: 1 }, { state: 'delivered' }] as const) {
      await h.advance(MINUTE);
      const { row, token } = (await store.claimDelivery({ leaseMs: MINUTE }))!;
      await store.recordAttempt(row.id, token, attempt, next);
    }
    await store.erase(extraction, { ...NEITHER, document: true });
    expect((await store.listDeliveries(extraction))[0]?.attempts).toEqual([attempt, attempt]);
    await store.erase(extraction, { ...NEITHER, result: true });
    const { response: _response, ...kept } = attempt;
    expect(await store.listDeliveries(extraction)).toMatchObject([{ state: 'delivered' }]);
    expect((await store.listDeliveries(extraction))[0]?.attempts).toEqual([kept, kept]);
  });

  test('responses that are kept for repetitions go, whichever of the two they show', async () => {
    for (const part of ['result', 'given']) {
      const extraction = await done();
      const key = { account: ACCOUNT, route: 'POST /extract/{document_type}', key: part };
      await store.idempotent(key, 'hash');
      await store.saveIdempotent(key, { subject: extraction, status: 200, body: '{}' });
      const other = { ...key, key: `${part} of another` };
      await store.idempotent(other, 'hash');
      await store.saveIdempotent(other, { subject: id(), status: 200, body: '{}' });
      await store.erase(extraction, { ...NEITHER, document: true });
      expect(await store.idempotent(key, 'hash')).toMatchObject({ state: 'done' });
      await store.erase(extraction, { ...NEITHER, [part]: true });
      expect(await store.idempotent(key, 'hash')).toEqual({ state: 'new' });
      expect(await store.idempotent(other, 'hash')).toMatchObject({ state: 'done' });
    }
  });

  test('a response about what was erased meanwhile is not kept', async () => {
    const extraction = await done();
    const key = { account: ACCOUNT, route: '/', key: 'late' };
    await store.idempotent(key, 'hash');
    await store.erase(extraction, ALL);
    await store.saveIdempotent(key, { subject: extraction, status: 200, body: '{"total":4200}' });
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'new' });
  });

  test('spreadsheets go with the result of any of their extractions', async () => {
    const [a, b, c] = [await done(), await done(), await done()];
    await store.insertSpreadsheet({ key: 'of a and b', extractionIds: [a, b] });
    await store.insertSpreadsheet({ key: 'of c', extractionIds: [c] });
    await store.erase(b, { ...NEITHER, document: true, given: true });
    expect(await store.hasSpreadsheet('of a and b')).toBe(true);
    await store.erase(b, { ...NEITHER, result: true });
    expect(await store.hasSpreadsheet('of a and b')).toBe(false);
    expect(await store.hasSpreadsheet('of c')).toBe(true);
    expect(await due(b)).toContain('of a and b');
    expect(await store.unreferenced(['of a and b', 'of c'])).toEqual(['of a and b']);
  });

  test('spreadsheets that are old go with a purge, and their blobs are to be deleted', async () => {
    await store.insertSpreadsheet({ key: 'old', extractionIds: [id()] });
    await h.advance(DAY - MINUTE);
    await store.insertSpreadsheet({ key: 'young', extractionIds: [] });
    expect(await store.purge({ limit: 9 })).toMatchObject({ spreadsheets: 0 });
    await h.advance(2 * MINUTE);
    expect(await store.purge({ limit: 9 })).toMatchObject({ spreadsheets: 1 });
    expect([await store.hasSpreadsheet('old'), await store.hasSpreadsheet('young')]).toEqual([false, true]);
    expect(await due()).toEqual(['old']);
  });

  test('blobs are to be deleted until they are, those of an extraction at any time', async () => {
    const [bytes, others] = [document({ blobKey: 'default/a' }), document({ blobKey: 'default/b' })];
    const [extraction, other] = [await done({ document: bytes }), await done({ document: others })];
    await store.erase(extraction, { ...NEITHER, result: true });
    expect(await due()).toEqual([]);
    await store.erase(extraction, { ...NEITHER, document: true });
    await store.erase(other, { ...NEITHER, document: true });
    expect(await due(extraction)).toEqual([bytes.blobKey]);
    expect(await due(extraction)).toEqual([bytes.blobKey]);
    expect(await due()).toEqual([others.blobKey]);
    expect(await due()).toEqual([]);
    await h.advance(2 * MINUTE);
    expect(await store.takeDeletions({ limit: 1 })).toEqual([bytes.blobKey]);
    await store.dropDeletions([bytes.blobKey]);
    expect(await due(extraction)).toEqual([]);
    expect(await due()).toEqual([others.blobKey]);
    for (const none of [NOBODY, 'no id']) expect(await due(none)).toEqual([]);
  });

  test('the blob of a presigned address is one of them', async () => {
    const row = upload({ upload: { expires: null, presignedKey: 'default/presigned' } });
    await store.insertExtractions([row]);
    const bytes = document();
    await store.attachDocument(row.id, bytes);
    const { token } = (await store.claim(row.id, LEASE))!;
    await store.finish(row.id, { token }, complete());
    await store.erase(row.id, ALL);
    expect([...(await due(row.id))].sort()).toEqual([bytes.blobKey, 'default/presigned'].sort());
    expect((await store.getExtraction(null, row.id))?.upload?.presignedKey).toBeNull();
  });
}
