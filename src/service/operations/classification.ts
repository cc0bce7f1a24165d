/** Operations that find the type of a document. */
import type { ServiceContext } from '../context.js';
import { commit } from '../context.js';
import { fileAddress } from '../links.js';
import {
  bytesBody,
  type Call,
  type CallOptions,
  calledAs,
  defineOperation,
  type GivenDocument,
  type QueryInput,
  received,
} from '../operation.js';
import { whileCallerWaits } from '../processing/checks.js';
import { classifyBytes } from '../processing/classify.js';
import { storeDocument, undeclaredDocument } from '../received-document.js';
import type { NewClassification, TypeRow } from '../rows.js';
import { classification, classifyQuery, startedClassification } from '../schemas/classification.js';
import { typeByName } from './lookups.js';

const common = {
  tag: 'Classification',
  method: 'POST',
  access: { scope: 'extract' },
  environments: 'none',
  query: classifyQuery,
  body: bytesBody(({ maxSyncBytes }) => maxSyncBytes),
} as const;

export const classify = defineOperation({
  ...common,
  id: 'classify',
  as: calledAs(
    'extractions.classify',
    (document: GivenDocument, query?: QueryInput, options?: CallOptions) => ({
      body: received(document),
      query,
      options,
    }),
  ),
  summary: 'The type of a document, at once',
  path: '/classify',
  response: classification,
  errors: [
    'unknown_document_type',
    'no_matching_type',
    'missing_document',
    'unknown_content',
    'unsupported_document',
    'too_large',
    'sync_timeout',
    'llm_unavailable',
  ],
  async run({ context, call, query, body }) {
    const types = await typesOf(context, call, query.document_types);
    const received = await undeclaredDocument(context, body.bytes, body.contentType);
    return whileCallerWaits(context, call.signal, (waiting) =>
      context.syncTurns.within(call.account, waiting, () => classifyBytes(context, types, received, waiting)),
    );
  },
});

export const classifyAsync = defineOperation({
  ...common,
  id: 'classifyAsync',
  as: calledAs(
    'extractions.classifyAsync',
    (document: GivenDocument, query?: QueryInput, options?: CallOptions) => ({
      body: received(document),
      query,
      options,
    }),
  ),
  summary: 'Starts to find the type of a document',
  path: '/classify/async',
  response: startedClassification,
  errors: [
    'unknown_document_type',
    'missing_document',
    'unknown_content',
    'unsupported_document',
    'too_large',
  ],
  creates: true,
  async run({ context, call, query, body }) {
    const types = query.document_types && (await typesOf(context, call, query.document_types));
    const received = await undeclaredDocument(context, body.bytes, body.contentType);
    const id = context.newId();
    const document = await storeDocument(context, call.account, id, received);
    const row: NewClassification = {
      id,
      account: call.account,
      created: await context.time.now(),
      document,
      typeIds: types ? types.map((type) => type.id) : null,
    };
    const shown = {
      id,
      content_type: document.contentType,
      download_link: await fileAddress(context, call.base, { kind: 'classification', key: id }),
    };
    return commit(context, async ({ tx, jobs }) => {
      await context.store.insertClassification(row, tx);
      jobs.push({ kind: 'classify', key: id, account: call.account });
      await call.keep(shown, tx);
      return shown;
    });
  },
});

async function typesOf(
  context: ServiceContext,
  call: Call,
  names: readonly string[] | undefined,
): Promise<readonly TypeRow[]> {
  if (!names) return context.store.listTypes(call.account);
  return Promise.all([...new Set(names)].map((name) => typeByName(context, call.account, name)));
}
