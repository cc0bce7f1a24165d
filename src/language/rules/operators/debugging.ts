/** Operators for trying rules out. */
import { lazyList, nothing } from '../forms.js';
import { defineOperator } from '../operator.js';
import { RuleError } from '../run.js';

export const random = defineOperator({
  id: 'random',
  summary: 'A number from 0 (included) to 1 (excluded), a new one each time',
  arguments: nothing,
  evaluate(_, run) {
    const drawn = run.sources.random();
    if (!(drawn >= 0 && drawn < 1))
      throw new RuleError('the random source must give a number from 0 to below 1');
    return drawn;
  },
  examples: [],
});

export const log = defineOperator({
  id: 'log',
  summary: 'The value of its second item, unchanged; notes it with the message before it',
  arguments: lazyList,
  evaluate(args, run, scope) {
    // A single argument is the value; of two the first is the message.
    const [message, value] = args.length > 1 ? args : [undefined, args[0]];
    const note = message?.evaluate(run, scope) ?? null;
    const result = value?.evaluate(run, scope) ?? null;
    const text = note === null ? '' : run.text(note);
    run.log.push({ message: String(run.output(text)), result: run.output(result) });
    return result;
  },
  examples: [
    { title: 'Inside another rule', rule: { '-': [{ log: ['part', { '*': [2, 4] }] }, 3] }, result: 5 },
  ],
});
