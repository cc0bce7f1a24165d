/** Whether the result of an extraction is to be looked at by somebody. */
// See docs/language/09-service.md#963-reviewstatus
import type { ReviewCriteria, TypeSettings } from '../schemas/document-types.js';

/** What the criteria look at. */
interface ReviewedResult {
  readonly coverage: number;
  readonly validation_summary: { readonly errors: number; readonly warnings: number };
  readonly validations?: readonly { readonly description: string; readonly severity: string }[];
}

const PERCENT = 100;

/** Whether any criterion of a document type is met. */
export function needsReview(settings: TypeSettings, result: ReviewedResult): boolean {
  const criteria = mergedCriteria(settings.review_triggers);
  const { errors, warnings } = result.validation_summary;
  const { coverage_threshold: threshold } = criteria;
  const least = threshold !== undefined && threshold > 1 ? threshold / PERCENT : threshold;
  return (
    criteria.all === true ||
    (least !== undefined && result.coverage < least) ||
    isAbove(errors, criteria.validation_errors_threshold) ||
    isAbove(warnings, criteria.validation_warnings_threshold) ||
    (criteria.selected_validations === true && hasSelected(settings, result))
  );
}

function isAbove(count: number, threshold: number | undefined): boolean {
  return threshold !== undefined && count > threshold;
}

function mergedCriteria(triggers: TypeSettings['review_triggers']): ReviewCriteria {
  if (triggers === undefined) return {};
  const list = Array.isArray(triggers) ? triggers : [triggers];
  return Object.assign({}, ...list.map((each) => (typeof each === 'string' ? { [each]: true } : each)));
}

/** Whether a validation failed that is marked to trigger reviews; one that was skipped did not fail. */
function hasSelected({ validations = [] }: TypeSettings, result: ReviewedResult): boolean {
  const marked = new Set(
    validations.filter((each) => each.review_trigger === true).map(({ description }) => description),
  );
  return (result.validations ?? []).some(
    ({ description, severity }) => severity !== 'skipped' && marked.has(description),
  );
}
