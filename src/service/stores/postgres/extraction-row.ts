/** Extractions as their table holds them. */
import type { ExtractionRow, NewExtraction, NewSync, OutcomeSummary, Phase } from '../../extraction-rows.js';
import type { Lease, StoredDocument } from '../../rows.js';
import type { SqlRow } from './database.js';
import {
  count,
  instant,
  instantOrNull,
  json,
  newUuid,
  parsed,
  parsedOrNull,
  stamp,
  textOrNull,
} from './values.js';

/** What an insert gives; the rest is set by statements that know the store's time. */
export const COLUMNS = {
  id: 'uuid',
  account: 'text',
  created: 'timestamptz',
  origin: 'text',
  phase: 'text',
  status: 'text',
  environment: 'text',
  request: 'text',
  type_ids: 'uuid[]',
  config_ids: 'uuid[]',
  extra_data: 'text',
  batch_id: 'uuid',
  upload: 'boolean',
  upload_expires: 'timestamptz',
  presigned_key: 'text',
  document_url: 'text',
  blob_key: 'text',
  document: 'text',
};

/** A new row by its columns. */
export function newColumns(row: NewExtraction | NewSync): Record<keyof typeof COLUMNS, unknown> {
  const upload = row.origin === 'upload' ? row.upload : null;
  const document = row.origin === 'sync' ? row.document : null;
  const phases = { upload: 'awaiting_upload', url: 'awaiting_fetch', sync: 'running' } satisfies Record<
    NewExtraction['origin'] | 'sync',
    Phase
  >;
  return {
    id: newUuid(row.id),
    account: row.account,
    created: stamp(row.created),
    origin: row.origin,
    phase: phases[row.origin],
    status: row.origin === 'sync' ? 'PROCESSING' : 'WAITING',
    environment: row.request.environment,
    request: json(row.request),
    type_ids: row.typeIds,
    config_ids: row.request.configId === undefined ? [] : [row.request.configId],
    extra_data: row.extraData,
    batch_id: row.batchId,
    upload: upload !== null,
    upload_expires: stamp(upload?.expires),
    presigned_key: upload?.presignedKey ?? null,
    document_url: row.origin === 'url' ? row.documentUrl : null,
    blob_key: document?.blobKey ?? null,
    document: json(document),
  };
}

/** The lease in a row's columns. */
export function leaseOf(row: SqlRow): Lease | null {
  const token = textOrNull(row['lease_token']);
  if (token === null) return null;
  return { token, until: instant(row['lease_until']), worker: String(row['worker'] ?? '') };
}

export function extractionRow(row: SqlRow): ExtractionRow {
  const upload = row['upload'] === true;
  return {
    id: String(row['id']),
    account: String(row['account']),
    created: instant(row['created']),
    request: parsed(row['request']),
    typeIds: row['type_ids'] as string[],
    extraData: textOrNull(row['extra_data']),
    batchId: textOrNull(row['batch_id']),
    origin: row['origin'] as ExtractionRow['origin'],
    phase: row['phase'] as Phase,
    status: row['status'] as ExtractionRow['status'],
    upload: upload
      ? { expires: instantOrNull(row['upload_expires']), presignedKey: textOrNull(row['presigned_key']) }
      : null,
    documentUrl: textOrNull(row['document_url']),
    document: parsedOrNull<StoredDocument>(row['document']),
    uploaded: instantOrNull(row['uploaded']),
    processingStarted: instantOrNull(row['processing_started']),
    completed: instantOrNull(row['completed']),
    attempts: count(row['attempts']),
    seriesStart: count(row['series_start']),
    lease: leaseOf(row),
    summary: parsedOrNull<OutcomeSummary>(row['summary']),
    configIds: row['config_ids'] as string[],
    reviewStatuses: row['review'] as ExtractionRow['reviewStatuses'],
    reviewVersion: count(row['review_version']),
    erased: instantOrNull(row['erased']),
  };
}
