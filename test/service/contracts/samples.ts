/** Rows for the contracts of stores. */
import { randomUUID } from 'node:crypto';
import type {
  NewFetch,
  NewSync,
  NewUpload,
  Outcome,
  OutcomeSummary,
  ReviewChange,
} from '../../../src/service/extraction-rows.js';
import type {
  ConfigRow,
  EventRow,
  GoldenRow,
  KeyRow,
  StoredDocument,
  TokenRow,
  TypeRow,
  VersionRow,
} from '../../../src/service/rows.js';

export const ACCOUNT = 'default';
export const CREATED = Date.UTC(2026, 4, 6, 7, 8, 9, 123);
export const LEASE = { leaseMs: 60_000, worker: 'w1', maxAttempts: 3 };

export const id = (): string => randomUUID();

export const typeRow = (over: Partial<TypeRow> = {}): TypeRow => ({
  id: id(),
  account: ACCOUNT,
  name: 'invoice',
  description: 'Bills\u0000 and \ud800 such',
  schema: { zebra: 1, alpha: [{ condition: '\u0000' }] },
  created: CREATED,
  ...over,
});

export const configRow = (typeId: string, over: Partial<ConfigRow> = {}): ConfigRow => ({
  id: id(),
  typeId,
  name: 'acme',
  created: CREATED,
  counter: 1,
  versions: [{ id: 'v1', created: CREATED }],
  published: { production: 'v1', development: null },
  draft: null,
  ...over,
});

export const versionRow = (configId: string, over: Partial<VersionRow> = {}): VersionRow => ({
  id: 'v1',
  configId,
  created: CREATED,
  text: '{ // text\u0000\ud800\r\n}',
  ...over,
});

export const document = (over: Partial<StoredDocument> = {}): StoredDocument => ({
  blobKey: `default/${id()}/x`,
  contentType: 'application/pdf',
  size: 1234,
  sha256: 'ab'.repeat(32),
  ...over,
});

export const goldenRow = (typeId: string, over: Partial<GoldenRow> = {}): GoldenRow => ({
  id: id(),
  account: ACCOUNT,
  typeId,
  name: 'first',
  created: CREATED,
  configId: null,
  document: null,
  error: null,
  thumbnailKey: null,
  expected: null,
  ...over,
});

const request: NewUpload['request'] = {
  environment: 'production',
  types: ['invoice'],
  documentName: 'bill.pdf',
  webhook: { url: 'https://example.com/hook', payloadText: '{"z":1,"a":[null,"\\u0000"]}' },
};

export const upload = (over: Partial<NewUpload> = {}): NewUpload => ({
  id: id(),
  account: ACCOUNT,
  created: CREATED,
  request,
  typeIds: [TYPE],
  extraData: '{"b":1,"a":"\\u0000","2":90071992547409931,"1":null}',
  batchId: null,
  origin: 'upload',
  upload: { expires: null, presignedKey: null },
  ...over,
});

export const fetched = (over: Partial<NewFetch> = {}): NewFetch => {
  const { origin: _origin, upload: _upload, ...base } = upload();
  return { ...base, origin: 'url', documentUrl: 'https://example.com/a.pdf?token=1', ...over };
};

export const sync = (over: Partial<NewSync> = {}): NewSync => {
  const { origin: _origin, upload: _upload, ...base } = upload();
  return { ...base, origin: 'sync', document: document(), ...over };
};

export const TYPE = '11111111-1111-4111-8111-111111111111';
export const CONFIG = '22222222-2222-4222-8222-222222222222';
/** Well formed, and known to nobody. */
export const NOBODY = '99999999-9999-4999-8999-999999999999';

export const summary = (over: Partial<OutcomeSummary> = {}): OutcomeSummary => ({
  errors: [],
  configuration: 'acme',
  configurationVersion: 'v1',
  coverage: 0.75,
  pageCount: 3,
  charged: 1,
  validations: [{ description: 'sum', severity: 'error' }],
  validationSummary: { fields: 3 },
  documents: null,
  ...over,
});

/** A result whose order of members, and whose escapes, count. */
export const RESULT = '{"parsed_document":{"b":1,"a":"\\u0000"}}';

export const complete = (over: Partial<Outcome> = {}): Outcome => ({
  status: 'COMPLETE',
  summary: summary(),
  result: RESULT,
  reviewStatuses: ['NEEDS_REVIEW'],
  configIds: [CONFIG],
  ...over,
});

export const failed = (over: Partial<Outcome> = {}): Outcome => ({
  status: 'FAILED',
  summary: summary({
    configuration: null,
    configurationVersion: null,
    coverage: null,
    errors: [{ message: 'broken', type: 'invalid', code: 'document_invalid' }],
  }),
  result: null,
  reviewStatuses: [],
  configIds: [],
  ...over,
});

export const approval = (over: Partial<ReviewChange> = {}): ReviewChange => ({
  summary: summary({ coverage: 1 }),
  result: '{"parsed_document":{"b":2}}',
  reviewStatuses: ['APPROVED'],
  entry: {
    at: CREATED,
    actor: { type: 'key', name: 'office' },
    reviewer: 'Ann\n\u0000',
    comment: null,
    document: null,
    from: 'NEEDS_REVIEW',
    to: 'APPROVED',
    changes: [{ path: 'b', from: 1, to: 2 }],
  },
  ...over,
});

export const event = (extractionId: string, over: Partial<EventRow> = {}): EventRow => ({
  id: `evt_${id()}`,
  account: ACCOUNT,
  extractionId,
  name: 'extraction.complete',
  created: CREATED,
  body: RESULT,
  push: { deliveryId: id(), url: 'https://example.com/hook' },
  ...over,
});

export const keyRow = (over: Partial<KeyRow> = {}): KeyRow => ({
  id: 'abcdefghijkl',
  account: ACCOUNT,
  name: 'office\u0000',
  hash: 'cd'.repeat(32),
  scopes: ['extract', 'read'],
  created: CREATED,
  expires: null,
  revoked: null,
  lastUsed: null,
  environment: null,
  ...over,
});

export const tokenRow = (over: Partial<TokenRow> = {}): TokenRow => ({
  id: id(),
  account: ACCOUNT,
  hash: 'ef'.repeat(32),
  grants: [{ route: '/documents/{id}', method: 'GET', extractionId: NOBODY }],
  created: CREATED,
  expires: CREATED + 1,
  revoked: null,
  uses: [],
  ...over,
});
