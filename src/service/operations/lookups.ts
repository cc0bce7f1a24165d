/** Looking up what a request names. */
import type { ServiceContext } from '../context.js';
import { serviceError } from '../errors.js';
import type { ExtractionRow } from '../extraction-rows.js';
import { reaches } from '../invoke.js';
import type { Call } from '../operation.js';
import type { ConfigRow, TypeRow } from '../rows.js';
import { resourceName } from '../schemas/common.js';

/** The type with an id. @throws ServiceError `not_found` */
export async function typeById({ store }: ServiceContext, call: Call, id: string): Promise<TypeRow> {
  const row = await store.getType(call.account, { id });
  if (!row) throw serviceError('not_found');
  return row;
}

/** The type with a name. @throws ServiceError `unknown_document_type` */
export async function typeByName({ store }: ServiceContext, account: string, name: string): Promise<TypeRow> {
  // What is no name is not looked for: stores may refuse its characters.
  const isName = resourceName.safeParse(name).success;
  const row = isName ? await store.getType(account, { name }) : null;
  if (!row) throw serviceError('unknown_document_type', { name });
  return row;
}

/** The config of a type with a name; null when there is none. */
export async function findConfig(
  { store }: ServiceContext,
  typeId: string,
  name: string,
): Promise<ConfigRow | null> {
  return resourceName.safeParse(name).success ? store.getConfig({ typeId, name }) : null;
}

/** The config of a type with a name. @throws ServiceError `not_found` */
export async function configByName(
  context: ServiceContext,
  typeId: string,
  name: string,
): Promise<ConfigRow> {
  const row = await findConfig(context, typeId, name);
  if (!row) throw serviceError('not_found');
  return row;
}

/** The extraction with an id, of an environment that the caller may touch. @throws ServiceError `not_found` */
export async function extractionById(
  context: ServiceContext,
  call: Call,
  id: string,
): Promise<ExtractionRow> {
  const [row] = await extractionsById(context, call, [id]);
  if (!row) throw serviceError('not_found');
  return row;
}

/** Those of some extractions that the caller may touch, in the order of their ids. */
export async function extractionsById(
  { store }: ServiceContext,
  { account, caller }: Call,
  ids: readonly string[],
): Promise<readonly ExtractionRow[]> {
  const rows = await store.getExtractions(account, ids);
  return rows.filter(({ request }) => reaches(caller, request.environment));
}
