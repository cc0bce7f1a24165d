/** What attacks are, and how they end. */
import type { ExtractOptions, ExtraData } from '../../src/index.js';

/** A document and a config, as a stranger would send them. */
export interface HostileInput {
  readonly document: Uint8Array;
  readonly config: unknown;
  readonly extraData?: ExtraData;
  /** Replace the options of the road; the limit of time is 10 s, as that of every attack. */
  readonly options?: ExtractOptions;
}

interface Named {
  /** Distinguishes the attacks of a module. */
  readonly name: string;
  /** Takes seconds of the processor although it ends as promised, or is much like others: run by the report, not by the tests. */
  readonly slow?: boolean;
  /** Does not end in the process itself, where pdf.js cannot be stopped, or exhausts it: tests run it behind the wall. */
  readonly walled?: boolean;
  /** The only way in which it may end; else a result and any typed error are as good. */
  readonly ends?: PromisedEnd;
}

/** How an attack must end in the process itself. */
export interface PromisedEnd {
  readonly kind: 'result' | 'error';
  /** The code of the error, or those of the errors and warnings of the result. */
  readonly codes: readonly string[];
}

/** Makes an input that is meant to hang, crash or exhaust the process, in the process that runs it. */
export interface Attack extends Named {
  make(): HostileInput | Promise<HostileInput>;
}

/** Makes something else than an extraction, such as the check of a config, do too much. */
export interface DirectAttack extends Named {
  run(): unknown;
}

/** What a module of attacks exports. */
export interface AttackModule {
  readonly attacks: readonly (Attack | DirectAttack)[];
}

/**
 * How an attack ended: a result or a typed error is what is promised. An error without a type, a rejection that
 * nobody handles, the end of the process and work beyond all bounds are not.
 */
export type OutcomeKind = 'result' | 'error' | 'untyped' | 'unhandled' | 'crash' | 'hang';

export interface Outcome {
  readonly kind: OutcomeKind;
  /** Code of the typed error, else what is known of the end. */
  readonly code?: string;
  readonly message?: string;
  /** Milliseconds of the whole attack, without the making of its input. */
  readonly milliseconds: number;
  /** Largest resident set of the process in 10^6 bytes, where the system shows it; that of the input included. */
  readonly megabytes?: number;
  /** What a direct attack gave, or the counts of errors and warnings of an extraction. */
  readonly gave?: unknown;
}

/** Ways to run an input: in the process itself, with pdf.js alone in place of the default engine, or in a worker behind the wall. */
export type Road = 'process' | 'pdfjs' | 'wall';
