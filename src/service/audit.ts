/** Who changed what: an entry is written with the change that it tells of, or neither is. */
// See docs/language/09-service.md#920-audit-log
import type { ServiceContext } from './context.js';
import { principalOfCaller } from './invoke.js';
import type { Call } from './operation.js';
import type { Tx } from './store.js';

/** What is written down. */
export const AUDIT_ACTIONS = [
  'document_type.created',
  'document_type.changed',
  'document_type.deleted',
  'configuration.created',
  'configuration.changed',
  'configuration.published',
  'configuration.unpublished',
  'configuration.deleted',
  'extraction.erased',
  'key.created',
  'key.revoked',
  'token.created',
  'token.revoked',
] as const;

/** What was done. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was done to what. */
export interface Deed {
  readonly action: AuditAction;
  /** Id of what it was done to. */
  readonly subject: string;
  /** Its name, as it is after that; null for what has none. */
  readonly name: string | null;
  /** What else is to be known: names and ids, never contents. */
  readonly details?: Readonly<Record<string, string | readonly string[]>>;
}

/** Writes down what a caller does. @param tx the transaction of the change */
export async function noteDeed(
  { store, time }: Pick<ServiceContext, 'store' | 'time'>,
  { account, caller }: Pick<Call, 'account' | 'caller'>,
  { details = {}, ...deed }: Deed,
  tx?: Tx,
): Promise<void> {
  const { keyId, name } = principalOfCaller(caller) ?? { keyId: '', name: '' };
  const key = { keyId, keyName: name };
  await store.insertAudit({ account, at: await time.now(), ...deed, ...key, details }, tx);
}
