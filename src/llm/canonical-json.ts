/** JSON with its members in order, so that equal values have equal texts. */

/**
 * A value as JSON, members sorted by name and undefined ones left out, as `JSON.stringify` leaves them out.
 * @throws TypeError for values that JSON does not have
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? sorted(member) : member,
  );
}

function sorted(value: object): object {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}
