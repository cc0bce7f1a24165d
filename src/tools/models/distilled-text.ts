/** A distilled config as text: fields by layout first, each with the samples that prove it, then the questions that are left. */
import type { Config } from '../../language/config/config-types.js';
import { askedOf, asksModel } from '../../run/extraction/asked-fields.js';
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
    ...base
  } = config as Config & { verbosity?: number };
  const tests = fingerprint.length > 0 ? { tests: fingerprint } : given;
  const members = Object.entries({ ...(tests && { fingerprint: tests }), ...base });
  const proven = reports.flatMap((report) => {
    const field = fields.get(report.id);
    return field ? [{ comment: provenOn(report, heldOut), field: { id: report.id, ...field } }] : [];
  });
  const own = asking.filter((field) => !asksModel(field)).map((field) => ({ comment: undefined, field }));
  const isLeft = new Set(reports.filter(({ by }) => by === 'model').map(({ id }) => id));
  // A question is asked only where the field above it found nothing.
  const questions = asking
    .filter((field) => !isStrict && asksModel(field))
    .map((field) => {
      const ids = askedOf({ fields: [field] }).map(({ id }) => id);
      const left = ids.filter((id) => isLeft.has(id));
      const why =
        left.length === 0
          ? 'Asked only where the fields above find nothing.'
          : `Not proven by layout: ${left.join(', ')}.`;
      return { comment: why, field };
    });
  const parted = isStrict ? [] : asking.flatMap((field) => restOf(field, reports));
  const all: readonly { readonly comment: string | undefined; readonly field: object }[] = [
    ...own,
    ...proven,
    ...questions,
    ...parted,
  ];
  return [
    '{',
    ...members.map(([name, value]) => `  ${JSON.stringify(name)}: ${fieldText(value as object, '  ')},`),
    '  "fields": [',
    ...all.flatMap(({ comment, field }, i) => [
      ...(comment === undefined ? [] : [`    // ${commented(comment)}`]),
      `    ${fieldText(field, '    ')}${i < all.length - 1 ? ',' : ''}`,
    ]),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/** The question for the columns of rows that are not proven, under an id of its own, where some are. */
function restOf(
  asking: object,
  reports: readonly DistilledField[],
): readonly { readonly comment: string; readonly field: object }[] {
  const [asked] = askedOf({ fields: [asking] as unknown as Config['fields'] });
  const proven = reports.find(({ id }) => id === asked?.id)?.columns;
  if (asked?.kind !== 'rows' || !proven || proven.length === asked.columns.length) return [];
  const { id, method } = asking as { id: string; method: { columns?: unknown; properties?: unknown } };
  const name = method.columns === undefined ? 'properties' : 'columns';
  const all = method[name] as readonly { readonly id: string }[];
  const left = all.filter((column) => !proven.includes(column.id));
  return [
    {
      comment: `Columns of ${id} that are not proven by layout; the rows are in its order.`,
      field: { ...asking, id: `${id}_rest`, method: { ...method, [name]: left } },
    },
  ];
}

function provenOn({ proven, takesOthers }: DistilledField, heldOut: ReadonlySet<string>): string {
  const held = proven.filter((name) => heldOut.has(name));
  const made = proven.filter((name) => !heldOut.has(name));
  const parts = [
    made.length > 0 && `right on ${made.join(', ')}`,
    held.length > 0 && `and held out on ${held.join(', ')}`,
  ];
  const text = parts.filter((part) => part !== false).join(', ');
  const but = takesOthers ? '; where it is not printed, this reads what is beside it' : '';
  return `${text[0]!.toUpperCase()}${text.slice(1)}${but}`;
}
