/** Requests of a field kept to what its provider takes. */
// See docs/language/08-language-models.md#813-limits
import { type AskedWords, clientWithin } from '../../../llm/room.js';
import type { ReadyRequest } from './conditions.js';
import type { ModelSettings } from './settings.js';

/** A field that may ask, with limits no larger than what its provider takes. @param asked what each request repeats */
export function readyWithin(
  ready: ReadyRequest,
  { provider, promptIntroduction = '', contextDescription = '' }: ModelSettings,
  asked: AskedWords,
): ReadyRequest {
  const words = [promptIntroduction, contextDescription, asked.words].join('\n');
  const client = clientWithin(ready.session.client, provider, { ...asked, words });
  return { ...ready, session: { ...ready.session, client } };
}
