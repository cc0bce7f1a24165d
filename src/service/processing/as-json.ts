/** Values of results as rows keep them. */
import type { Json } from '../rows.js';

/** A value of a result as JSON, apart from what it was made of. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
