/** `xml`: an XML text, built from the element object that a rule gives. */
// See docs/language/07-computed-rules-postprocessor.md#42-xml
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { isObject } from '../rules/value.js';
import { definePostprocessor } from './definition.js';
import { serialise, XmlError } from './xml-text.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

const printing = {
  declaration: withDefault(z.boolean(), false).describe('Begin with the XML declaration'),
  selfCloseEmptyTags: withDefault(z.boolean(), true).describe(
    'Write elements without content as <a/> instead of <a></a>',
  ),
};

export const xml = definePostprocessor({
  id: 'xml',
  summary: 'An XML text, built from an element that a rule gives',
  options: (grammar) => ({
    rule: grammar.rule.describe('Gives the root element: an object with "tag", "attrs" and "content"'),
    ...printing,
  }),
  async run(options, { rule, problem }) {
    const { rule: made, declaration, selfCloseEmptyTags } = settled(printing, options);
    const root = await rule(made, 'rule');
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
