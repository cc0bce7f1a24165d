import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../src/language/rules/value.js';
import { runOn, text } from '../computed/support.js';

async function xml(rule: unknown, more: object = {}, values: Readonly<Record<string, unknown>> = {}) {
  const config = { postprocessor: { type: 'xml', rule, ...more } };
  const { postprocessorOutput, errors } = await runOn(values, [], { config });
  return { output: postprocessorOutput, messages: errors.map(({ message }) => message), errors };
}

const literal = (element: unknown) => ({ preserve: element });

/** A reader of the XML that we write, which rejects whatever is not well-formed. Gives all texts and attributes. */
function read(source: string): string[] {
  const entities: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#x9': '\t',
    '#xA': '\n',
    '#xD': '\r',
  };
  const decode = (raw: string) => {
    if (/[<>]|&(?!(?:amp|lt|gt|quot|#x9|#xA|#xD);)/u.test(raw)) throw new Error(`not escaped: ${raw}`);
    return raw.replace(/&([^;]+);/gu, (_, name: string) => entities[name] ?? '');
  };
  const texts: string[] = [];
  const open: string[] = [];
  let rest = source;
  while (rest !== '') {
    const tag = /^<(\/?)([^\s<>/="&]+)((?: [^\s<>/="&]+="[^"<]*")*)(\/?)>/u.exec(rest);
    const raw = tag ? tag[0] : /^[^<]+/u.exec(rest)?.[0];
    if (!raw) throw new Error(`not well-formed: ${rest}`);
    rest = rest.slice(raw.length);
    if (!tag) texts.push(decode(raw));
    else if (tag[1] === '/') {
      if (open.pop() !== tag[2]) throw new Error(`wrong end: ${raw}`);
    } else {
      for (const [, value = ''] of (tag[3] ?? '').matchAll(/="([^"]*)"/gu)) texts.push(decode(value));
      if (tag[4] !== '/') open.push(tag[2] ?? '');
    }
    if (open.length === 0 && rest !== '') throw new Error('more than one root');
  }
  if (open.length > 0) throw new Error('not closed');
  return texts;
}

describe('xml', () => {
  test.each<[string, unknown, object, string]>([
    ['scalars as content', { tag: 'a', content: [0, false, '', null, 'x'] }, {}, '<a>0falsex</a>'],
    ['nested arrays', { tag: 'a', content: [[['x']], [{ tag: 'b' }]] }, {}, '<a>x<b/></a>'],
    ['an empty content', { tag: 'a', content: '' }, {}, '<a/>'],
    ['no self-closing', { tag: 'a', content: { tag: 'b' } }, { selfCloseEmptyTags: false }, '<a><b></b></a>'],
    ['the declaration', { tag: 'a' }, { declaration: true }, '<?xml version="1.0" encoding="UTF-8"?><a/>'],
    [
      'attributes',
      { tag: 'a', attrs: { x: null, y: true, z: 'p"q\n\t\r' } },
      {},
      '<a x="" y="true" z="p&quot;q&#xA;&#x9;&#xD;"/>',
    ],
    [
      'text that looks like markup',
      { tag: 'a', content: ']]> <b> &amp; "q" \'s\'' },
      {},
      '<a>]]&gt; &lt;b&gt; &amp;amp; "q" \'s\'</a>',
    ],
    ['characters that XML has not', { tag: 'a', content: 'x\u0000\u0008\ufffe\ud800y😀' }, {}, '<a>xy😀</a>'],
    ['a field', { tag: 'a', content: { type: 'string', value: 'v' } }, {}, '<a>v</a>'],
    [
      'a section',
      { tag: 'a', content: { one: { type: 'number', value: 1 }, two: null } },
      {},
      '<a><one>1</one><two/></a>',
    ],
    ['a prefix', { tag: 'p:a', attrs: { 'xml:lang': 'de' } }, {}, '<p:a xml:lang="de"/>'],
  ])('xml writes a document: %s', async (_title, element, more, expected) => {
    expect(await xml(literal(element), more)).toMatchObject({ output: expected, errors: [] });
  });

  test('invalid names are mended and reported', async () => {
    const { output, errors } = await xml(
      literal({ tag: '2nd item', attrs: { 'a b': 1, 'a<b': 2 }, content: { '<&>': 'x' } }),
    );
    expect(output).toBe('<_2nd_item a_b="2"><___>x</___></_2nd_item>');
    expect(errors).toHaveLength(4);
    expect(errors[0]).toMatchObject({ type: 'postprocessor', context: 'postprocessor' });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', { preserve: [{ tag: 'a' }] }],
    ['no tag', literal({ content: 'x' })],
    ['a tag that is no text', literal({ tag: 1 })],
    ['an empty tag', literal({ tag: '' })],
    ['an object as attribute', literal({ tag: 'a', attrs: { b: {} } })],
    ['attributes as an array', literal({ tag: 'a', attrs: [] })],
    ['a failing rule', { '+': [{ keys: 5 }, 1] }],
  ])('gives null and an error for %s', async (_title, rule) => {
    const { output, messages } = await xml(rule);
    expect(output).toBeNull();
    expect(messages).toHaveLength(1);
  });

  test('one element for each field of the document', async () => {
    const rule = {
      eachKey: {
        tag: 'fields',
        content: {
          mapObject: [
            { var: '' },
            {
              eachKey: {
                tag: 'field',
                attrs: { eachKey: { id: { var: 'key' } } },
                content: { var: 'value' },
              },
            },
          ],
        },
      },
    };
    const { output } = await xml(rule, {}, { 'a <&> b': text('1 < 2'), gone: null });
    expect(output).toBe('<fields><field id="a &lt;&amp;&gt; b">1 &lt; 2</field><field id="gone"/></fields>');
  });

  test('xml is well-formed whatever the data', async () => {
    const element = fc.letrec<{ node: Value; element: Value }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), tie('node'), { maxKeys: 3 }),
        tie('element'),
      ),
      element: fc.record({
        tag: fc.string({ unit: 'binary', minLength: 1 }),
        attrs: fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), {
          maxKeys: 3,
        }),
        content: tie('node'),
      }),
    })).element;
    await fc.assert(
      fc.asyncProperty(element, async (root) => {
        const { output } = await xml({ var: 'root' }, {}, { root });
        if (output !== null) expect(() => read(String(output))).not.toThrow();
        const texts = await xml(literal({ tag: 'a', content: JSON.stringify(root) }));
        expect(read(String(texts.output))).toEqual([JSON.stringify(root)]);
      }),
      { numRuns: 60 },
    );
  });
});
