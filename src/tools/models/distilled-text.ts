/** A distilled config as text: fields by layout first, each with the samples that prove it, then the questions that are left. */
import type { Config } from '../../language/config/config-types.js';
import { type Asked, askedOf, asksModel } from '../../run/extraction/asked-fields.js';
import { isSections } from '../suggest/by-section.js';
import { commented, fieldText } from '../suggest/config-text.js';
import type { DistilledField } from './prove.js';

/** What is written. */
interface Findings {
  /** Proven fields by their id. */
  readonly fields: ReadonlyMap<string, object>;
  readonly reports: readonly DistilledField[];
  readonly heldOut: ReadonlySet<string>;
  readonly fingerprint: readonly string[];
  readonly isStrict: boolean;
}

/** The text of a config, as `parseConfig` reads it. @param config that asked the model for everything */
export function distilledText(
  config: Config,
  { fields, reports, heldOut, fingerprint, isStrict }: Findings,
): string {
  const {
    fields: asking,
    verbosity: _verbosity,
    fingerprint: given,
    computed_fields: computed = [],
    ...base
  } = config as Config & { verbosity?: number };
  const tests = fingerprint.length > 0 ? { tests: fingerprint } : given;
  const members = Object.entries({ ...(tests && { fingerprint: tests }), ...base });
  const own = asking.filter((field) => !asksModel(field)).map((field) => ({ comment: undefined, field }));
  const blocks = isStrict ? [] : [...fields].flatMap(([id, field]) => (isSections(field) ? [id] : []));
  const idOf = freeIds([
    ...reports,
    ...computed,
    ...(asking as readonly { readonly id?: string | undefined }[]),
  ]);
  const heldAs = (id: string) => (blocks.includes(id) ? idOf(id, 'rows') : id);
  const provenIn = (kind: Asked['kind']): readonly Written[] => {
    const ids = new Set(askedOf(config).flatMap((asked) => (asked.kind === kind ? [asked.id] : [])));
    return reports.flatMap((report) => {
      const field = ids.has(report.id) ? fields.get(report.id) : undefined;
      return field
        ? [{ comment: provenOn(report, heldOut), field: { id: heldAs(report.id), ...field } }]
        : [];
    });
  };
  const isLeft = new Set(reports.filter(({ by }) => by === 'model').map(({ id }) => id));
  const questionsOf = (kind: Asked['kind']) =>
    isStrict ? [] : asking.flatMap((field) => questionOf(field, kind, isLeft));
  // A question is asked only where the field above it found nothing: rows are followed by what is asked about them.
  const rows = [
    ...provenIn('rows'),
    ...questionsOf('rows').map((each) => ({ ...each, field: { ...each.field, id: heldAs(ownerOf(each)!) } })),
    ...(isStrict ? [] : restsOf(asking, reports, idOf)).map((each) => ({ ...each, of: heldAs(each.of!) })),
  ];
  const shaped = [...blocks.flatMap((id) => asObjects(id, idOf)), ...computed];
  const all: readonly Written[] = [
    ...own,
    ...provenIn('value'),
    ...questionsOf('value'),
    ...[...new Set(rows.map(ownerOf))].flatMap((id) => rows.filter((each) => ownerOf(each) === id)),
  ];
  return [
    '{',
    ...members.map(([name, value]) => `  ${JSON.stringify(name)}: ${fieldText(value as object, '  ')},`),
    '  "fields": [',
    ...all.flatMap(({ comment, field }, i) => [
      ...(comment === undefined ? [] : [`    // ${commented(comment)}`]),
      `    ${fieldText(field, '    ')}${i < all.length - 1 ? ',' : ''}`,
    ]),
    shaped.length > 0 ? '  ],' : '  ]',
    ...(shaped.length > 0 ? [`  "computed_fields": ${fieldText(shaped, '  ')}`] : []),
    '}',
    '',
  ].join('\n');
}

/** Gives an id of its own to a part of rows: `vehicles_rows`, with an underscore more for each that is taken. */
type PartId = (id: string, part: 'rows' | 'rest' | 'hidden') => string;

function freeIds(taken: readonly { readonly id?: string | undefined }[]): PartId {
  const ids = new Set(taken.map(({ id }) => id));
  return (id, part) => {
    let own = `${id}_${part}`;
    while (ids.has(own)) own += '_';
    return own;
  };
}

/**
 * Computed fields that give the rows of sections, or of the question behind them, which give objects and columns, in one
 * shape: objects, as a schema has them.
 */
function asObjects(id: string, idOf: PartId): readonly object[] {
  const held = [idOf(id, 'rows')];
  return [
    { id, method: { id: 'zip', source_ids: held } },
    { id: idOf(id, 'hidden'), method: { id: 'suppressOutput', source_ids: held } },
  ];
}

/** A field of the config, with the comment above it. */
interface Written {
  readonly comment: string | undefined;
  readonly field: object;
  /** Id of the rows whose other columns it asks for. */
  readonly of?: string;
}

/** The rows that a field is about. */
function ownerOf({ field, of }: Written): string | undefined {
  return of ?? (field as { readonly id?: string }).id;
}

/** A field that asks a model for values, or for rows, and why it does. */
function questionOf(
  field: Config['fields'][number],
  kind: Asked['kind'],
  isLeft: ReadonlySet<string>,
): Written[] {
  const asked = askedOf({ fields: [field] });
  if (asked[0]?.kind !== kind) return [];
  const left = asked.flatMap(({ id }) => (isLeft.has(id) ? [id] : []));
  const above = kind === 'rows' ? 'the field above finds' : 'the fields above find';
  const comment =
    left.length === 0 ? `Asked only where ${above} nothing.` : `Not proven by layout: ${left.join(', ')}.`;
  return [{ comment, field }];
}

/** The questions for the columns of rows that are not proven, under an id of their own, where some are. */
function restsOf(
  asking: Config['fields'],
  reports: readonly DistilledField[],
  idOf: PartId,
): readonly Written[] {
  // Of several fields for the same rows the last one asks: it needs no table.
  const lasts = new Map(asking.map((field) => [askedOf({ fields: [field] })[0]?.id, field]));
  return [...lasts.values()].flatMap((field) => {
    const [asked] = askedOf({ fields: [field] });
    const proven = reports.find(({ id }) => id === asked?.id)?.columns;
    if (asked?.kind !== 'rows' || !proven || proven.length === asked.columns.length) return [];
    const { id, method } = field as { id: string; method: { columns?: unknown; properties?: unknown } };
    const name = method.columns === undefined ? 'properties' : 'columns';
    const left = (method[name] as readonly { readonly id: string }[]).filter(
      (column) => !proven.includes(column.id),
    );
    const comment = `Columns of ${id} that are not proven by layout; the rows are in its order.`;
    return [
      { comment, field: { ...field, id: idOf(id, 'rest'), method: { ...method, [name]: left } }, of: id },
    ];
  });
}

function provenOn({ proven, takesOthers }: DistilledField, heldOut: ReadonlySet<string>): string {
  const held = proven.filter((name) => heldOut.has(name));
  const made = proven.filter((name) => !heldOut.has(name));
  const parts = [
    made.length > 0 && `right on ${made.join(', ')}`,
    held.length > 0 && `and held out on ${held.join(', ')}`,
  ];
  const text = parts.filter((part) => part !== false).join(', ');
  const but = takesOthers ? '; not proven where it is not printed, as this may read what is beside it' : '';
  return `${text[0]!.toUpperCase()}${text.slice(1)}${but}`;
}
