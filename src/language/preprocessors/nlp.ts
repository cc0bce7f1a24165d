/** `nlp`: defaults for the methods of the config that ask a language model. */
// See docs/language/05-preprocessors.md#511-nlp
// See docs/language/08-language-models.md#822-defaults-from-nlp

import { closedObject } from '../../foundation/schema/grammar.js';
import {
  chunkMembers,
  contextMembers,
  listEngine,
  promptIntroduction,
  providerEngine,
  singleCompletion,
  tableMembers,
} from '../../llm/members.js';
import { definePreprocessor } from './definition.js';

const STRUCTURE_ONLY = ['nlpTable', 'detectTableStructureOnly'];
const NO_EFFECT = 'has no effect: the text of cells always comes from the document';

export const nlp = definePreprocessor({
  id: 'nlp',
  summary: 'Defaults for all methods of the config that ask a language model; changes no lines',
  options: (grammar) => ({
    query: closedObject({ promptIntroduction }).optional().describe('Defaults for queries'),
    list: closedObject({
      promptIntroduction,
      llmEngine: listEngine(grammar),
      ...chunkMembers,
      singleLLMCompletion: singleCompletion,
    })
      .optional()
      .describe('Defaults for lists'),
    nlpTable: closedObject({ promptIntroduction, llmEngine: providerEngine(grammar), ...tableMembers })
      .optional()
      .describe('Defaults for tables'),
    ...contextMembers(grammar),
  }),
  warnings: ({ nlpTable }) =>
    nlpTable?.detectTableStructureOnly === undefined
      ? []
      : [{ path: [...STRUCTURE_ONLY], code: 'LLM_MEMBER_IGNORED', message: NO_EFFECT }],
  apply(pages, { nlpTable }, context) {
    if (nlpTable?.detectTableStructureOnly !== undefined) {
      context.warn({ code: 'PREPROCESSOR_IGNORED_MEMBER', message: NO_EFFECT, path: STRUCTURE_ONLY });
    }
    return pages;
  },
  examples: [
    {
      title: 'lines stay as they are',
      lines: [{ text: 'Lease agreement', left: 1, top: 1 }],
      preprocessor: { type: 'nlp', contextDescription: 'a lease', chunkSize: 0.5 },
      result: [['Lease agreement']],
    },
  ],
});
