/** What stays in its place in the process of the host while pdf.js is loaded. */

/**
 * Functions of the language that pdf.js' build for Node 20 replaces in the whole process, for cases that neither it nor
 * anybody here meets: arrays of 2^32 members, the source text of parsed numbers. With its `push`, written in JavaScript,
 * reading a document takes a tenth more of the processor, and all else of the process slows down as well.
 */
const REPLACED: readonly (readonly [object: object, name: string])[] = [
  [Array.prototype, 'push'],
  [JSON, 'parse'],
  [JSON, 'stringify'],
];

/** Loads something, after which the functions are those that they were before. */
export async function keepingBuiltIns<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const kept = REPLACED.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
  try {
    return await load();
  } finally {
    for (const [index, [object, name]] of REPLACED.entries()) {
      Object.defineProperty(object, name, kept[index]!);
    }
  }
}
