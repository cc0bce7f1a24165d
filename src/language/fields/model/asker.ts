/** Requests of a field to its provider. */
import { type AskedCall, ask } from '../../../llm/ask.js';
import type { AskModel } from '../../../llm/summaries.js';
import type { ReadyRequest } from './conditions.js';
import type { ModelSettings } from './settings.js';

/** Asks for a field with its provider; what it cost is entered in `calls`. */
export function askerOf(
  { session, open }: ReadyRequest,
  { provider }: Pick<ModelSettings, 'provider'>,
  calls: AskedCall[],
): AskModel {
  return async (request) => {
    const asked = await ask(
      session.client,
      { ...request, tier: 'fast', schemaName: request.purpose.replace(/\W/gu, '_') },
      { provider, fieldIds: open },
    );
    calls.push(...asked.calls);
    return asked;
  };
}
