/** `xml`: an XML text, built from the element object that a rule gives (chapter 7, 4.2). */
import { z } from 'zod';
import { isObject } from '../rules/value.js';
import { definePostprocessor } from './definition.js';
import { serialise, XmlError } from './xml-text.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export const xml = definePostprocessor({
  id: 'xml',
  summary: 'An XML text, built from an element that a rule gives',
  options: (grammar) => ({
    rule: grammar.rule.describe('Gives the root element: an object with "tag", "attrs" and "content"'),
    declaration: z.boolean().optional().describe('Begin with the XML declaration; default false'),
    selfCloseEmptyTags: z
      .boolean()
      .optional()
      .describe('Write elements without content as <a/> instead of <a></a>; default true'),
  }),
  run({ rule: made, declaration = false, selfCloseEmptyTags = true }, { rule, problem }) {
    const root = rule(made, 'rule');
    if (root === undefined) return null;
    if (!isObject(root)) {
      problem('the rule must give the root element: an object with "tag"');
      return null;
    }
    try {
      return (declaration ? DECLARATION : '') + serialise(root, { selfCloseEmptyTags, warn: problem });
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      problem(error.message);
      return null;
    }
  },
  examples: [
    {
      title: 'attributes and text',
      document: {
        load: { source: '7', value: 7, type: 'number' },
        note: { value: 'fragile & wet', type: 'string' },
      },
      postprocessor: {
        type: 'xml',
        rule: {
          eachKey: {
            tag: 'shipment',
            attrs: { eachKey: { load: { var: 'load.value' }, seal: null } },
            content: [{ eachKey: { tag: 'note', content: { var: 'note' } } }, { eachKey: { tag: 'end' } }],
          },
        },
      },
      result: '<shipment load="7" seal=""><note>fragile &amp; wet</note><end/></shipment>',
    },
  ],
});
