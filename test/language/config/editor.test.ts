/** What an editor makes of the JSON Schema: the JSON service of VS Code, asked as an author types. */
import { describe, expect, it } from 'vitest';
import { getLanguageService, type JSONDocument, TextDocument } from 'vscode-json-languageservice';
import { configJsonSchema } from '../../../src/language/config/json-schema.js';

const service = getLanguageService({});
service.configure({
  validate: true,
  allowComments: true,
  schemas: [{ uri: 'anchorline://config', fileMatch: ['*'], schema: configJsonSchema() as object }],
});

function open(text: string): { document: TextDocument; json: JSONDocument } {
  const document = TextDocument.create('file:///config.json', 'json', 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

/** Labels that are offered at the mark `|`. */
async function offered(marked: string): Promise<readonly string[]> {
  const { document, json } = open(marked.replace('|', ''));
  const list = await service.doComplete(document, document.positionAt(marked.indexOf('|')), json);
  return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''));
}

/** The texts that are blamed, with what is said of them. */
async function blamed(text: string): Promise<readonly string[]> {
  const { document, json } = open(text);
  const found = await service.doValidation(document, json);
  return found.map(({ range, message }) => `${document.getText(range)}: ${message}`);
}

const inField = (members: string) => `{ "fields": [{ ${members} }] }`;
const inMethod = (members: string) => inField(`"id": "a", "anchor": "x", "method": { ${members} }`);
const inAnchor = (members: string) =>
  inField(`"id": "a", "anchor": { ${members} }, "method": { "id": "row" }`);
const inType = (members: string) =>
  inField(`"id": "a", "anchor": "x", "type": { ${members} }, "method": { "id": "row" }`);

describe('completion', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'members of a config',
      '{ | }',
      ['fields', 'preprocessors', 'computed_fields', 'fingerprint', 'verbosity'],
    ],
    ['members of a new field', inField('|'), ['id', 'anchor', 'method', 'type', 'match']],
    [
      'members of a field with a method',
      inField('"method": { "id": "row" }, |'),
      ['id', 'anchor', 'type', 'match'],
    ],
    ['kinds and types', inField('"type": |'), ['sections', 'cellRows', 'anchorDefinition', 'currency']],
    [
      'types of values before a method is written',
      inField('"id": "a", "anchor": "b", "type": "|"'),
      ['string', 'number', 'currency', 'date', 'table', 'sections'],
    ],
    [
      'types of values in the fields of sections',
      inField('"type": "sections", "fields": [{ "id": "a", "anchor": "b", "type": "|" }]'),
      ['string', 'currency', 'sections'],
    ],
    ['members of sections', inField('"type": "sections", |'), ['range', 'fields', 'requiredFields']],
    ['members of a range', inField('"type": "sections", "range": { | }'), ['anchor', 'stop', 'direction']],
    [
      'all method ids',
      inMethod('"id": |'),
      ['label', 'row', 'box', 'query', 'concat', 'conditional', 'textTable'],
    ],
    ['members of label', inMethod('"id": "label", |'), ['position', 'stop', 'textAlignment', 'tiebreaker']],
    ['sides of label', inMethod('"id": "label", "position": |'), ['above', 'below', 'left', 'right']],
    ['members of row', inMethod('"id": "row", |'), ['position', 'tiebreaker', 'lineFilters', 'xRangeFilter']],
    ['members of region', inMethod('"id": "region", |'), ['start', 'offsetX', 'offsetY', 'width', 'height']],
    ['members of box', inMethod('"id": "box", |'), ['position', 'offsetBoxes', 'darknessThreshold']],
    ['members of checkbox', inMethod('"id": "checkbox", |'), ['position', 'ignoreFormData']],
    ['members of a table', inMethod('"id": "fixedTable", |'), ['columnCount', 'columns', 'stop']],
    ['members of a column', inMethod('"id": "fixedTable", "columns": [{ | }]'), ['id', 'index', 'type']],
    ['tiebreakers', inMethod('"id": "row", "tiebreaker": |'), ['first', 'last', '>', '<', 'join']],
    ['members of a query', inMethod('"id": "query", |'), ['description', 'confidenceSignals', 'pageRange']],
    [
      'members of conditional',
      inMethod('"id": "conditional", |'),
      ['condition', 'fieldsOnPass', 'fieldsOnFail'],
    ],
    ['members of an anchor', inAnchor('|'), ['match', 'start', 'end', 'includeEnd']],
    ['kinds of matchers', inAnchor('"type": |'), ['includes', 'equals', 'regex', 'first', 'any', 'repeat']],
    ['members of a matcher', inAnchor('"type": "includes", |'), ['text', 'isCaseSensitive', 'editDistance']],
    ['members of a regex', inAnchor('"type": "regex", |'), ['pattern', 'flags', 'minimumHeight']],
    ['type ids', inType('"id": |'), ['currency', 'date', 'compose', 'custom']],
    ['members of a type', inType('"id": "currency", |'), ['currencySymbol', 'roundTo', 'accountingNegative']],
    [
      'preprocessors',
      '{ "fields": [], "preprocessors": [{ "type": | }] }',
      ['ocr', 'pageRange', 'mergeLines'],
    ],
    [
      'members of one',
      '{ "fields": [], "preprocessors": [{ "type": "pageRange", | }] }',
      ['startPage', 'endPage'],
    ],
    [
      'postprocessors',
      '{ "fields": [], "postprocessor": { "type": | } }',
      ['jsonLogic', 'jsonSchema', 'xml'],
    ],
    [
      'computed methods',
      '{ "fields": [], "computed_fields": [{ "id": "c", "method": { "id": | } }] }',
      ['zip', 'concat'],
    ],
    [
      'pages of a test',
      '{ "fields": [], "fingerprint": { "tests": [{ "page": | }] } }',
      ['first', 'last', 'every', 'any'],
    ],
    [
      'operators',
      '{ "fields": [], "postprocessor": { "type": "jsonLogic", "rule": { | } } }',
      ['var', 'if', '=='],
    ],
  ])('completion offers %s', async (_, text, labels) => {
    expect(await offered(text)).toEqual(expect.arrayContaining([...labels]));
  });

  it('offers no members of other methods', async () => {
    const labels = await offered(inMethod('"id": "label", |'));
    expect(labels).not.toContain('columnCount');
    expect(labels).not.toContain('offsetBoxes');
  });

  it('describes a method and a default', async () => {
    const text = inMethod('"id": "label", "position": "right"');
    const { document, json } = open(text);
    const hover = await service.doHover(document, document.positionAt(text.indexOf('"position"') + 2), json);
    expect(JSON.stringify(hover?.contents)).toContain('Side of the label');
  });
});

describe('diagnostics', () => {
  it.each<[string, string, RegExp]>([
    ['a member of a field', inField('"id": "a", "achor": "x", "method": { "id": "row" }'), /^"achor": /u],
    ['a method', inMethod('"id": "rwo"'), /^"rwo": .*row/u],
    ['a member of a method', inMethod('"id": "row", "positon": "left"'), /^"positon": /u],
    ['a value of a method', inMethod('"id": "row", "position": "up"'), /^"up": .*"left"/u],
    ['a missing member', inMethod('"id": "label"'), /position/u],
    [
      'a type',
      inField('"id": "a", "anchor": "x", "type": "curency", "method": { "id": "row" }'),
      /^"curency": /u,
    ],
    ['a member of a type', inType('"id": "currency", "rounTo": 2'), /^"rounTo": /u],
    ['a matcher', inAnchor('"type": "include", "text": "x"'), /^"include": .*includes/u],
    ['a member of a matcher', inAnchor('"type": "includes", "txt": "x", "text": "x"'), /^"txt": /u],
    ['a member of an anchor', inAnchor('"match": "x", "ende": "y"'), /^"ende": /u],
    [
      'a member of a preprocessor',
      '{ "fields": [], "preprocessors": [{ "type": "sort", "tolerence": 1 }] }',
      /^"tolerence": /u,
    ],
    ['a member of a config', '{ "fields": [], "postprocesor": {} }', /^"postprocesor": /u],
  ])('blames %s, and nothing else', async (_, text, message) => {
    const found = await blamed(text);
    expect(found).toEqual([expect.stringMatching(message)]);
  });

  it('finds nothing wrong in a right config', async () => {
    expect(await blamed(inMethod('"id": "label", "position": "right"'))).toEqual([]);
  });
});
