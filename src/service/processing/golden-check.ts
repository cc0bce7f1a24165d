/** Whether configurations still give for golden documents what they gave when somebody was content with it. */
import type { ServiceContext } from '../context.js';
import { serviceError } from '../errors.js';
import type { GoldenRow, TypeRow } from '../rows.js';
import { visibleType } from './candidates.js';
import { asServiceError } from './classify.js';
import { boundOptions } from './extract.js';
import { documentBytes } from './extraction-job.js';

/** How a golden did. */
export interface GoldenCheck {
  readonly name: string;
  /** The config that ran. */
  readonly configuration?: string;
  /**
   * `same` as what is kept, `different`, `new` where nothing is kept yet, `failed` where nothing came, `no_document`
   * before its bytes are there.
   */
  readonly outcome: 'same' | 'different' | 'new' | 'failed' | 'no_document';
  /** Fields whose values differ. */
  readonly fields?: readonly string[];
  readonly message?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Runs each golden of a type with its config, or the one that fits best, as published to production. */
export async function checkGoldens(context: ServiceContext, type: TypeRow): Promise<readonly GoldenCheck[]> {
  const checks: GoldenCheck[] = [];
  for (const row of await context.store.listGoldens(type.id)) checks.push(await checked(context, type, row));
  return checks;
}

async function checked(context: ServiceContext, type: TypeRow, row: GoldenRow): Promise<GoldenCheck> {
  const { name } = row;
  if (!row.document) return { name, outcome: 'no_document' };
  try {
    const { configuration, values } = await extracted(context, type, row);
    if (row.expected === null) return { name, configuration, outcome: 'new' };
    const fields = differences(JSON.parse(row.expected) as Values, values);
    return fields.length === 0
      ? { name, configuration, outcome: 'same' }
      : { name, configuration, outcome: 'different', fields };
  } catch (error) {
    const shown = asServiceError(error);
    return { name, outcome: 'failed', message: shown instanceof Error ? shown.message : 'it failed' };
  }
}

/** Keeps what the config of a golden gives now, for later checks. @throws ServiceError */
export async function keepExpectation(context: ServiceContext, type: TypeRow, row: GoldenRow): Promise<void> {
  if (!row.document) throw serviceError('missing_document');
  try {
    const { values } = await extracted(context, type, row);
    await context.store.changeGolden(row.id, { expected: JSON.stringify(values) });
  } catch (error) {
    throw asServiceError(error);
  }
}

async function extracted(
  context: ServiceContext,
  type: TypeRow,
  row: GoldenRow,
): Promise<{ readonly configuration: string; readonly values: Values }> {
  const visible = await visibleType(context, type, 'production', row.configId ?? undefined);
  const bytes = await documentBytes(context, row);
  const result = await context.extractor.extractBestFit(bytes, visible.type, undefined, {
    ...boundOptions(context),
    contentType: row.document?.contentType,
    filename: row.name,
  });
  // As JSON, since that is what it is compared with.
  const values = JSON.parse(JSON.stringify(result.parsed_document ?? {})) as Values;
  return { configuration: result.configuration, values };
}

/** Ids of the fields that differ, those that only one of them has included. */
function differences(expected: Values, found: Values): readonly string[] {
  const ids = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...ids].filter((id) => JSON.stringify(expected[id]) !== JSON.stringify(found[id]));
}
