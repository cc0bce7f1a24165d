/** The store in memory forgets: of more than it may hold, the oldest finished extractions go. */
import { StoreError } from '../../store-error.js';
import type { ExtractionEntry, Memory } from './state.js';

/** Makes room for extractions that are to be added. @throws StoreError `full` when too few of those held are done */
export function makeRoom(memory: Memory, added: number): void {
  const over = memory.extractions.size + added - memory.limits.maxExtractions;
  if (over <= 0) return;
  const oldest = forgettable(memory).slice(0, over);
  if (oldest.length < over) {
    throw new StoreError(
      'full',
      `The store in memory holds ${memory.extractions.size} extractions, of which too few are done; it may hold ` +
        `${memory.limits.maxExtractions}. Try again later, or use a store in a database`,
    );
  }
  for (const row of oldest) forget(memory, row.id);
}

/** Makes room for texts that were added: all but the extraction they belong to may go. */
export function boundTexts(memory: Memory, keep: string): void {
  let over = textsHeld(memory) - memory.limits.maxResultChars;
  if (over <= 0) return;
  for (const row of forgettable(memory)) {
    if (over <= 0) return;
    if (row.id === keep) continue;
    over -= textsOf(memory, row.id);
    forget(memory, row.id);
  }
}

function forgettable(memory: Memory): ExtractionEntry[] {
  const pending = new Set<string>();
  for (const row of memory.deliveries.values()) if (row.state === 'pending') pending.add(row.extractionId);
  return memory.extractions.filter((row) => row.phase === 'done' && !pending.has(row.id));
}

/** Takes an extraction away with all that belongs to it. */
export function forget(memory: Memory, id: string): void {
  memory.extractions.delete(id);
  memory.results.delete(id);
  for (const event of memory.events.filter((row) => row.extractionId === id)) memory.events.delete(event.id);
  for (const row of memory.deliveries.filter((each) => each.extractionId === id)) {
    memory.deliveries.delete(row.id);
  }
}

function textsHeld(memory: Memory): number {
  let sum = 0;
  for (const { result, original } of memory.results.values()) sum += result.length + (original?.length ?? 0);
  for (const { body } of memory.events.values()) sum += body?.length ?? 0;
  return sum;
}

function textsOf(memory: Memory, id: string): number {
  const result = memory.results.get(id);
  const bodies = memory.events.filter((row) => row.extractionId === id);
  return (
    (result?.result.length ?? 0) +
    (result?.original?.length ?? 0) +
    bodies.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
  );
}
