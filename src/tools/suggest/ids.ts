/** Ids of proposed fields. */

/** An id from the caption of a value: `Invoice no.` gives `invoice_no`. */
export function idFrom(caption: string): string {
  const id = caption
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/gu, '');
  return id === '' ? 'value' : id;
}

/** The id, or one with the first number after it that is not used. */
export function freeId(id: string, used: ReadonlySet<string>): string {
  if (!used.has(id)) return id;
  for (let n = 2; ; n++) if (!used.has(`${id}_${n}`)) return `${id}_${n}`;
}
