/**
 * `anchorline/authoring`: what authors of configs work with, as functions: fields proposed for wanted values, results
 * compared with what is expected, traces in words. See `docs/guides/authoring.md`.
 *
 * @example
 * const differences = compareResult(readExpectation(expected), result, false);
 */

export { configText } from '../suggest/config-text.js';
export type { Proposal, Suggestion } from '../suggest/suggest.js';
export type { WantedValue } from '../suggest/wanted.js';
export { type CompareOptions, compareFields, type Difference, type FieldDifferences } from './differences.js';
export {
  type ComparedResult,
  compareResult,
  type Expectation,
  readExpectation,
  updatedExpectation,
} from './expectation.js';
export { type Explained, explainableIds, story, verdict } from './explain.js';
export { linesSvg } from './lines-svg.js';
export { type ProposeOptions, proposeFields } from './propose.js';
export { type SampleResult, type SampleWarning, sampleWarnings } from './sample-lint.js';
