/** Reading the audit log. */
// See docs/language/09-service.md#920-audit-log
import * as z from 'zod';
import { AUDIT_ACTIONS } from '../audit.js';
import { type ServiceContext, shownTime } from '../context.js';
import { serviceError } from '../errors.js';
import { type CallOptions, calledAs, defineOperation, type QueryInput } from '../operation.js';
import type { AuditRow } from '../rows.js';
import { commaListOf, named, timestamp, wholeNumber } from '../schemas/common.js';
import { readToken, signToken } from '../signed-tokens.js';
import { pageLimit } from './lists.js';

const entry = named(
  'AuditEntry',
  z.object({
    id: z.int(),
    at: timestamp,
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().describe('Id of what it was done to'),
    name: z.string().nullable(),
    key: z
      .object({ id: z.string(), name: z.string() })
      .describe('Who did it; the id `host` is that of the host itself'),
    details: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
);

const page = named(
  'AuditPage',
  z.object({ entries: z.array(entry), continuation_token: z.string().nullable() }),
);

const PURPOSE = 'audit';

export const listAudit = defineOperation({
  id: 'listAuditLog',
  as: calledAs('audit.list', (query?: QueryInput, options?: CallOptions) => ({ query, options })),
  tag: 'Audit',
  summary: 'Who changed what, the newest first, page by page',
  method: 'GET',
  path: '/audit_log',
  access: { scope: 'audit' },
  environments: 'shared',
  query: z.object({
    actions: commaListOf(z.enum(AUDIT_ACTIONS)).optional(),
    subject: z.string().optional().describe('Id of a document type, configuration, extraction or key'),
    limit: wholeNumber(1).optional(),
    continuation_token: z.string().optional(),
  }),
  response: page,
  errors: ['bad_continuation_token'],
  async run({ context, call, query }) {
    const { store, limits, secrets } = context;
    const limit = pageLimit(limits, query);
    const { account } = call;
    const before = await pageStart(context, account, query.continuation_token);
    const found = await store.listAudit({
      account,
      ...(query.actions && { actions: query.actions }),
      ...(query.subject !== undefined && { subject: query.subject }),
      ...(before !== undefined && { before }),
      limit: limit + 1,
    });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      entries: rows.map(shownEntry),
      continuation_token: last ? await signToken(PURPOSE, { account, before: last.id }, secrets.urls) : null,
    };
  },
});

/** Where a page begins. @throws ServiceError `bad_continuation_token` */
async function pageStart(
  { secrets }: ServiceContext,
  account: string,
  token: string | undefined,
): Promise<number | undefined> {
  if (token === undefined) return undefined;
  const start = z
    .object({ account: z.literal(account), before: z.int() })
    .safeParse(await readToken(PURPOSE, token, secrets.urls));
  if (!start.success) throw serviceError('bad_continuation_token');
  return start.data.before;
}

function shownEntry({
  id,
  at,
  action,
  subject,
  name,
  keyId,
  keyName,
  details,
}: AuditRow): z.infer<typeof entry> {
  const copied = Object.entries(details).map(([member, value]) => [
    member,
    typeof value === 'string' ? value : [...value],
  ]);
  const key = { id: keyId, name: keyName };
  return { id, at: shownTime(at), action, subject, name, key, details: Object.fromEntries(copied) };
}
