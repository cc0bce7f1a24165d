/** Replacements of matches in JavaScript's syntax (`$1`, `$<name>`, `$&`, …), piece by piece, so that growth can be bounded. */

/** Part of a replacement: text, or a reference such as `$1`, `$<name>`, `$&`. */
type Part = { readonly text: string } | { readonly reference: string };

/**
 * What JavaScript's `replace` gives for matches that were found.
 * @param matches in the order of the text, without overlaps
 * @param grow is given the length of each piece before it is kept; may throw to end the work
 */
export function withReplacements(
  text: string,
  matches: Iterable<RegExpExecArray>,
  replacement: string,
  grow: (characters: number) => void,
): string {
  const pieces: string[] = [];
  let parts: readonly Part[] | undefined;
  let end = 0;
  for (const match of matches) {
    parts ??= readParts(replacement, match.groups !== undefined);
    pieces.push(text.slice(end, match.index));
    for (const part of parts) {
      const piece = expanded(part, match, text);
      grow(piece.length);
      pieces.push(piece);
    }
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  grow(text.length);
  return pieces.join('');
}

/** @param named whether the pattern names groups: else `$<` is text */
function readParts(replacement: string, named: boolean): Part[] {
  return replacement
    .split(named ? /(\$(?:[$&`']|\d{1,2}|<[^>]*>))/u : /(\$(?:[$&`']|\d{1,2}))/u)
    .map((part, i) => (i % 2 === 1 ? { reference: part } : { text: part }));
}

/** What a reference is replaced by, as JavaScript defines it; one to a group that is not there stays as text. */
function expanded(part: Part, match: RegExpExecArray, text: string): string {
  if ('text' in part) return part.text;
  const { reference } = part;
  const sign = reference[1]!;
  if (sign === '$') return '$';
  if (sign === '&') return match[0];
  if (sign === '`') return text.slice(0, match.index);
  if (sign === "'") return text.slice(match.index + match[0].length);
  if (sign === '<') return match.groups?.[reference.slice(2, -1)] ?? '';
  return numberedGroup(reference.slice(1), match) ?? reference;
}

/** Two digits name a group when there are that many, else the first digit does and the second is text. */
function numberedGroup(digits: string, match: RegExpExecArray): string | undefined {
  const number = Number(digits);
  if (number >= 1 && number < match.length) return match[number] ?? '';
  const first = Number(digits[0]);
  if (digits.length === 1 || first < 1 || first >= match.length) return undefined;
  return (match[first] ?? '') + digits.slice(1);
}
