/** Questions that a language model answers together, and answers before they are kept. */

import type { PathStep } from '../../../errors.js';
import type { FieldValue, TypeReference } from '../../../foundation/schema/language.js';
import type { AskedCall } from '../../../llm/ask.js';
import type { Line } from '../../../page/document/model.js';
import type { CommonOptions } from '../../methods/filters.js';
import type { FieldScope } from '../definition.js';
import type { ReadyRequest } from './conditions.js';
import type { ImageSettings } from './pictures.js';
import type { ModelMembers, ModelSettings } from './settings.js';
import type { ModelTrace } from './trace.js';

/** A question, and the field that its answer becomes. */
export interface Query {
  readonly id: string;
  readonly description: string;
  readonly type?: TypeReference | undefined;
}

/** Questions of one field. */
export interface QueryBatch {
  /** Id of the method, for traces. */
  readonly method: string;
  readonly queries: readonly Query[];
  readonly members: ModelMembers;
  /** Pictures are sent instead of text. */
  readonly images?: ImageSettings | undefined;
  /** Filters on the answer, of fields with a single question. */
  readonly filters?: CommonOptions | undefined;
  /** Answers that are less sure are left out. */
  readonly minConfidence?: number | undefined;
  /** Requests that led to these questions, for traces. */
  readonly callsBefore?: readonly AskedCall[] | undefined;
}

/** An answer, before it is kept. */
export interface Answered {
  readonly id: string;
  readonly value: FieldValue;
  readonly reason?: string | undefined;
  /** Nothing was answered, because of an error that has been reported. */
  readonly hasFailed?: true;
  readonly lines: readonly Line[];
  readonly model: ModelTrace;
}

/** A batch at work: where its answers belong, and with what it is asked. */
export interface Asking {
  readonly batch: QueryBatch;
  readonly settings: ModelSettings;
  readonly ready: ReadyRequest;
  readonly scope: FieldScope;
  /** Where the field is in the config. */
  readonly path: readonly PathStep[];
}
