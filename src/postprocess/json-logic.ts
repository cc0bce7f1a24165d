/** `jsonLogic`: any JSON, made by a rule (chapter 7, 4.1). */
import { definePostprocessor } from './definition.js';

export const jsonLogic = definePostprocessor({
  id: 'jsonLogic',
  summary: 'Any JSON, made by a rule of the finished document',
  options: (grammar) => ({ rule: grammar.rule.describe('The rule; the document is its data') }),
  run: ({ rule: made }, { rule }) => rule(made, 'rule') ?? null,
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
