/** What stays of a row that was erased. */
import type { ExtractionRequest, OutcomeSummary } from '../extraction-rows.js';
import type { AttemptRow } from '../rows.js';

/** A request without the name of its document, and without what its pushes echo. */
export function withoutGiven({
  documentName: _name,
  webhook,
  ...rest
}: ExtractionRequest): ExtractionRequest {
  return { ...rest, ...(webhook && { webhook: { url: webhook.url } }) };
}

/** A summary without what it shows of values. */
export function withoutValues(summary: OutcomeSummary): OutcomeSummary {
  return { ...summary, validations: null, documents: null };
}

/** An attempt without what the receiver answered: it may have given back what it got. */
export function withoutAnswer({ response: _response, ...attempt }: AttemptRow): AttemptRow {
  return attempt;
}
