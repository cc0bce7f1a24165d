/** Proposed fields as the text of a config, with comments for whoever goes on with it. */
import type { Suggestion } from './suggest.js';

/** Characters up to which an object is written on one line. */
const LINE_WIDTH = 100;

/**
 * The config of the first proposals: JSON with comments, as `parseConfig` reads it. Values without a proposal are named
 * in a comment.
 * @param sources names of the documents that the fields were checked on
 * @param base members of a config that come before the fields, e.g. its preprocessors
 *
 * @example
 * const suggestions = await proposeFields([document], [{ id: 'total', values: [2601] }], { extractor });
 * writeFileSync('config.json', configText(suggestions, ['invoice.pdf']));
 */
export function configText(
  suggestions: readonly Suggestion<object>[],
  sources: readonly string[],
  base: Readonly<Record<string, unknown>> = {},
): string {
  const found = suggestions.filter(({ proposals }) => proposals.length > 0);
  const missing = suggestions.filter(({ proposals }) => proposals.length === 0);
  const members = Object.entries(base).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${json(value, '  ')},`,
  );
  const fields = found.flatMap((suggestion, i) => [
    `    // ${comment(suggestion, sources.length)}`,
    `    ${json(fieldOf(suggestion), '    ')}${i < found.length - 1 ? ',' : ''}`,
  ]);
  return [
    `// Proposed from ${commented(sources.join(', '))}. Every field gave the value that is shown above it.`,
    '{',
    ...members,
    '  "fields": [',
    ...fields,
    ...missing.map(
      ({ wanted, id, reason }) =>
        `    // ${commented(`No field for ${id}, ${shown(wanted.values)}: ${reason ?? ''}.`)}`,
    ),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/** A field as it is written into a config. @param indent of the line that it begins on */
export function fieldText(field: object, indent: string): string {
  return json(field, indent);
}

/** The first proposal as a field of a config. */
export function fieldOf({ id, proposals }: Suggestion<object>): object {
  const [best] = proposals;
  return { id, ...best?.field };
}

function comment({ wanted, proposals: [best], note }: Suggestion<object>, documents: number): string {
  if (note !== undefined) return commented(note);
  const counts =
    documents === 1 || !best
      ? ''
      : `; right on ${best.exact} of ${documents} documents${best.plausible > 0 ? `, and likely on ${best.plausible} more` : ''}`;
  return commented(`${shown(wanted.values)}${counts}`);
}

function shown(values: Suggestion['wanted']['values']): string {
  return values
    .filter((value) => value !== null && value !== undefined)
    .map((value) => (typeof value === 'string' ? value : String(value)))
    .join(' | ');
}

/** Text on one line, as a comment needs it: any line separator would end it. */
export function commented(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** JSON with short objects on one line. */
function json(value: unknown, indent: string): string {
  const flat = flatJson(value);
  if (flat.length + indent.length <= LINE_WIDTH || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + json(item, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${json(member, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${flatJson(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
