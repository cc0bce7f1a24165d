/** `jsonLogic`: any JSON, made by a rule. */
// See docs/language/07-computed-rules-postprocessor.md#41-jsonlogic
import { definePostprocessor } from './definition.js';

export const jsonLogic = definePostprocessor({
  id: 'jsonLogic',
  summary: 'Any JSON, made by a rule from the finished document',
  options: (grammar) => ({ rule: grammar.rule.describe('The rule; its data is the document') }),
  run: async ({ rule: made }, { rule }) => (await rule(made, 'rule')) ?? null,
  examples: [
    {
      title: 'a flat object',
      document: { total: { source: '12', value: 12, type: 'number' } },
      postprocessor: {
        type: 'jsonLogic',
        rule: { eachKey: { amount: { var: 'total.value' }, paid: false } },
      },
      result: { amount: 12, paid: false },
    },
  ],
});
