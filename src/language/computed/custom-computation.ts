/** `customComputation`: the result of a rule. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import { defineComputed } from './definition.js';

export const customComputation = defineComputed({
  id: 'customComputation',
  summary: 'The result of a rule on the values of the scope',
  options: (grammar) => ({ jsonLogic: grammar.rule.describe('The rule; the scope is its data') }),
  reads: () => [],
  compute: ({ options, rule }) => rule(options.jsonLogic, 'jsonLogic'),
  examples: [
    {
      title: 'a sum',
      values: {
        net: { source: '40', value: 40, type: 'number' },
        tax: { source: '8', value: 8, type: 'number' },
      },
      field: {
        method: { id: 'customComputation', jsonLogic: { '+': [{ var: 'net.value' }, { var: 'tax.value' }] } },
      },
      result: { value: 48, type: 'number' },
    },
  ],
});
