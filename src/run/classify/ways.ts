/** The ways in which types, configs and the documents in a file are found. */

/** Runs every config that may fit, or stops where another hardly fits better. */
export type Effort = 'exhaustive' | 'economical';

export const EFFORTS: readonly Effort[] = ['exhaustive', 'economical'];
export const DEFAULT_EFFORT: Effort = 'exhaustive';

export const NAMING_METHODS = ['auto', 'fingerprints', 'llm', 'lexical'] as const;

/**
 * How a document's type is found: by `fingerprints`, by a language model (`llm`), by the words of names and
 * descriptions (`lexical`); `auto` takes the first of them that decides.
 */
export type NamingMethod = (typeof NAMING_METHODS)[number];

export const DEFAULT_NAMING: NamingMethod = 'auto';

export const SEGMENTING_METHODS = ['fingerprints', 'llm'] as const;

/** How the documents in a file are separated. */
export type SegmentingMethod = (typeof SEGMENTING_METHODS)[number];

export const DEFAULT_SEGMENTING: SegmentingMethod = 'fingerprints';
