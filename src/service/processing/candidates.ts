/** The configs that may extract a document: what is published where, fetched once and kept. */
// See docs/language/09-service.md#953-environments
import type { DocumentType } from '../../run/classify/document-type.js';
import type { Environment } from '../api-keys.js';
import type { ServiceContext } from '../context.js';
import { serviceError } from '../errors.js';
import { type ConfigRow, type TypeRow, versionFor } from '../rows.js';
import type { TypeSettings } from '../schemas/document-types.js';
import type { Store } from '../store.js';

/** A config that runs, and the version of it that does. */
interface RunningConfig {
  readonly row: ConfigRow;
  readonly version: string;
}

/** A document type as it is at the moment, for one environment. */
export interface VisibleType {
  readonly row: TypeRow;
  readonly settings: TypeSettings;
  /** What the extractor takes. */
  readonly type: DocumentType;
  /** By name. */
  readonly running: ReadonlyMap<string, RunningConfig>;
}

/** Characters of texts that are kept; versions never change. */
const KEPT_CHARACTERS = 20_000_000;

/** The texts of versions. What they mean is read where the extractor runs, which may be behind a wall. */
export class ConfigTexts {
  readonly #texts = new Map<string, string>();
  #characters = 0;

  /** The text of a version, from the store the first time; undefined where it is gone. */
  async textOf(store: Store, configId: string, version: string): Promise<string | undefined> {
    const known = this.#texts.get(version);
    if (known !== undefined) return known;
    const [found] = await store.getVersions(configId, [version]);
    if (!found) return undefined;
    this.#texts.set(version, found.text);
    this.#characters += found.text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#characters <= KEPT_CHARACTERS) break;
      this.#texts.delete(oldest);
      this.#characters -= length;
    }
    return found.text;
  }
}

/**
 * A type with the configs that an environment sees.
 * @param configId the only config that may run; its fingerprint then does not count
 * @throws ServiceError `no_published_config`, `unknown_configuration`
 */
export async function visibleType(
  context: ServiceContext,
  row: TypeRow,
  environment: Environment,
  configId?: string,
): Promise<VisibleType> {
  const all = await context.store.listConfigs(row.id);
  const wanted = configId === undefined ? all : all.filter(({ id }) => id === configId);
  const running = wanted.flatMap((config): RunningConfig[] => {
    const version = versionFor(config, environment);
    return version === null ? [] : [{ row: config, version }];
  });
  if (running.length === 0) {
    if (configId === undefined) throw serviceError('no_published_config', { name: row.name, environment });
    throw serviceError('unknown_configuration', { name: wanted[0]?.name ?? configId, environment });
  }
  const settings = row.schema as TypeSettings;
  const { validations, fingerprint_mode, ocr_engine, ocr_level, prevent_default_merge_lines } = settings;
  const configs = [];
  for (const each of running) configs.push({ name: each.row.name, config: await configOf(context, each) });
  const type: DocumentType = {
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    configs,
    // Validations were checked when they were stored.
    validations: (validations ?? []) as NonNullable<DocumentType['validations']>,
    ...(configId === undefined && { fingerprint_mode }),
    ocr_level,
    ocr_engine,
    prevent_default_merge_lines,
  };
  return { row, settings, type, running: new Map(running.map((each) => [each.row.name, each])) };
}

async function configOf(
  { configs, store }: ServiceContext,
  { row, version }: RunningConfig,
): Promise<string> {
  const text = await configs.textOf(store, row.id, version);
  if (text !== undefined) return text;
  throw serviceError('unknown_configuration', { name: row.name, environment: 'this environment' });
}

/** The types of an extraction as they are now. @throws ServiceError `unknown_document_type` for deleted ones */
export async function typesOf(
  { store }: ServiceContext,
  account: string,
  ids: readonly string[],
  names: readonly string[],
): Promise<readonly TypeRow[]> {
  return Promise.all(
    ids.map(async (id, i) => {
      const row = await store.getType(account, { id });
      if (!row) throw serviceError('unknown_document_type', { name: names[i] ?? id });
      return row;
    }),
  );
}
