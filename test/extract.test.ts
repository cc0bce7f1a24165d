import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { defineMethod, defineType, type PdfEngine, type PdfFile } from '../src/extend/index.js';
import {
  ConfigError,
  createExtractor,
  DocumentError,
  documentFromLines,
  ExtraDataError,
  extract,
  loadDocument,
  parseConfig,
  pdfjs,
} from '../src/index.js';

const bytes = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url)));
const anyConfig = JSON.stringify({ fields: [{ id: 'a', anchor: 'zzz', method: { id: 'passthrough' } }] });

/** A document of lines, one below the other, and the result of some fields on it. */
async function run(lines: string[], fields: unknown[], more: { verbosity?: number } = {}) {
  const document = documentFromLines(lines.map((text, i) => ({ text, left: 1, top: 1 + i * 0.5 })));
  return extract(document, JSON.stringify({ fields, ...more }), undefined, { trace: true });
}

const passthrough = (id: string, anchor: unknown, more: object = {}) => ({
  id,
  anchor,
  method: { id: 'passthrough' },
  ...more,
});

describe('documents', () => {
  test.each([
    ['not-a-pdf.bin', 'unsupported_type'],
    ['zero-bytes.pdf', 'empty_document'],
    ['no-pages.pdf', 'empty_document'],
    ['truncated.pdf', 'invalid_document'],
    ['encrypted.pdf', 'password_required'],
  ])('documents: %s is refused as %s', async (name, code) => {
    const failure = await extract(bytes(name), anyConfig).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DocumentError);
    expect(failure).toMatchObject({ code });
    expect((failure as DocumentError).message).toMatch(/^[A-Z].*\.$/u);
  });

  test('a wrong password is refused, the right one opens', async () => {
    await expect(
      extract(bytes('encrypted.pdf'), anyConfig, undefined, { password: 'no' }),
    ).rejects.toMatchObject({
      code: 'password_wrong',
    });
    const result = await extract(bytes('encrypted.pdf'), anyConfig, undefined, { password: 'open sesame' });
    expect(result.page_count).toBeGreaterThan(0);
  });

  test('a damaged cross-reference table is mended', async () => {
    const config = readFileSync(new URL('../fixtures/configs/invoice.json', import.meta.url), 'utf8');
    const damaged = await extract(bytes('damaged-xref.pdf'), config);
    expect(damaged.parsed_document).toEqual((await extract(bytes('invoice.pdf'), config)).parsed_document);
  });

  test.each([
    [{ limits: { bytes: 100 } }, 'too_large'],
    [{ limits: { pages: 1 } }, 'too_many_pages'],
    [{ signal: AbortSignal.abort() }, 'aborted'],
  ])('documents: %j ends in %s', async (options, code) => {
    await expect(extract(bytes('bank-statement.pdf'), anyConfig, undefined, options)).rejects.toMatchObject({
      name: 'DocumentError',
      code,
    });
  });

  test('an abort ends an extraction that waits for a drawing, and closes its file', async () => {
    const aborter = new AbortController();
    const close = vi.fn();
    const engine = pdfjs();
    const stuck: PdfEngine = {
      ...engine,
      async open(...given) {
        const file = await engine.open(...given);
        const pageOf = file.page.bind(file);
        const page: PdfFile['page'] = async (index) => {
          const render = () => {
            aborter.abort();
            return new Promise<never>(() => undefined);
          };
          return Object.assign(await pageOf(index), { render });
        };
        close.mockImplementation(file.close.bind(file));
        return Object.assign(file, { page, close });
      },
    };
    const place = { start: 'left', offsetX: 0, offsetY: -0.5, width: 2, height: 1 };
    const anchor = { match: { type: 'first' } };
    const config = { fields: [{ id: 'a', anchor, method: { id: 'signature', ...place } }] };
    const extraction = extract(bytes('letter.pdf'), JSON.stringify(config), undefined, {
      pdf: stuck,
      signal: aborter.signal,
    });
    await expect(extraction).rejects.toMatchObject({ code: 'aborted' });
    expect(close).toHaveBeenCalledOnce();
  });

  test('the limit of time counts on the clock that is handed in', async () => {
    let now = 0;
    const options = {
      limits: { milliseconds: 50 },
      clock: () => {
        now += 10;
        return now;
      },
    };
    await expect(extract(bytes('bank-statement.pdf'), anyConfig, undefined, options)).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  test('the bytes are not changed, and may come in several forms', async () => {
    const original = bytes('invoice.pdf');
    const copy = original.slice();
    const { buffer } = original.slice();
    for (const input of [original, buffer, new Blob([original.slice()])]) {
      expect((await extract(input, anyConfig)).page_count).toBe(1);
    }
    expect(original).toEqual(copy);
  });

  test('a loaded document serves many extractions', async () => {
    const document = await loadDocument(bytes('invoice.pdf'));
    try {
      const first = await extract(document, anyConfig);
      expect(await extract(document, parseConfig(anyConfig))).toEqual(first);
    } finally {
      await document.close();
    }
  });

  test('progress is reported page by page', async () => {
    const seen: number[] = [];
    await loadDocument(bytes('bank-statement.pdf'), { onProgress: ({ done }) => seen.push(done) });
    expect(seen.at(-1)).toBe(4);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe('extra data', () => {
  test('extra data is echoed', async () => {
    const document = documentFromLines([]);
    const result = await extract(document, anyConfig, { region: 'north', 'a.b': null });
    expect(result.extra_data).toEqual({ region: 'north', 'a.b': null });
    expect('extra_data' in (await extract(document, anyConfig))).toBe(false);
  });

  const text = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

  test.each([
    [{ a: { b: 1 } }, 'invalid_extra_data'],
    [{ a: [1] }, 'invalid_extra_data'],
    [{ a: Number.NaN }, 'invalid_extra_data'],
    [[1], 'invalid_extra_data'],
    [text(16_385), 'extra_data_too_large'],
  ])('extra data: %# is refused as %s', async (data, code) => {
    const failure = await extract(documentFromLines([]), anyConfig, data as never).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ExtraDataError);
    expect(failure).toMatchObject({ code });
  });

  test('extra data may take exactly 16 kB', async () => {
    await expect(extract(documentFromLines([]), anyConfig, text(16_384))).resolves.toBeDefined();
  });
});

describe('fields', () => {
  test('an empty document gives nulls', async () => {
    const { parsed_document, errors, coverage } = await run(
      [],
      [passthrough('a', 'x'), passthrough('b', 'x', { match: 'all' })],
    );
    expect(parsed_document).toEqual({ a: null, b: [] });
    expect(errors).toEqual([]);
    expect(coverage).toBe(0);
  });

  test.each([
    ['first', { type: 'string', value: 'a 1' }],
    ['last', { type: 'string', value: 'a 3' }],
    ['all', [{ value: 'a 1' }, { value: 'a 2' }, { value: 'a 3' }]],
  ])('the member match takes %s', async (match, expected) => {
    const { parsed_document } = await run(['a 1', 'a 2', 'a 3'], [passthrough('x', 'a', { match })]);
    expect(parsed_document['x']).toMatchObject(expected);
  });

  test('a match without a value is passed over, and kept as null by allWithNull', async () => {
    const fields = ['first', 'last', 'all', 'allWithNull'].map((match) =>
      passthrough(match, 'a', { match, type: 'number' }),
    );
    const { parsed_document } = await run(['a x', 'a 2', 'a 3', 'a y'], fields);
    expect(JSON.parse(JSON.stringify(parsed_document), (_, value) => value?.value ?? value)).toEqual({
      first: 2,
      last: 3,
      all: [2, 3],
      allWithNull: [null, 2, 3, null],
    });
  });

  test('the most frequent value wins, the first one on a tie', async () => {
    const field = passthrough('x', 'a', { match: 'mostFrequent', type: 'number' });
    const { parsed_document } = await run(['a 1', 'a 2', 'b', 'a 2', 'a 1', 'a 3'], [field]);
    expect(parsed_document['x']).toMatchObject({ value: 1 });
  });

  test('a field with an id that has a value is skipped; one after a failed field is not', async () => {
    const fields = [
      passthrough('x', 'nowhere'),
      passthrough('other', 'b'),
      passthrough('x', 'a'),
      passthrough('x', 'b'),
    ];
    const { parsed_document, trace } = await run(['a', 'b'], fields);
    expect(parsed_document).toMatchObject({ x: { value: 'a' } });
    expect(Object.keys(parsed_document)).toEqual(['x', 'other']);
    expect(trace?.['x']?.map(({ path, skipped = false }) => [path, skipped])).toEqual([
      ['fields[0]', false],
      ['fields[2]', false],
      ['fields[3]', true],
    ]);
  });

  test('an empty text is a value', async () => {
    const emptied = { id: 'x', anchor: 'a', method: { id: 'passthrough', wordFilters: ['a'] } };
    const { parsed_document } = await run(['a', 'b'], [emptied, passthrough('x', 'b')]);
    expect(parsed_document['x']).toEqual({ type: 'string', value: '' });
  });

  test.each(['\u00a0', '\u2009', '\u202f'])('fields: %j in a config is a space', async (space) => {
    const net = `net${space}due`;
    const { parsed_document } = await run(
      ['net due', 'a net due b'],
      [
        { id: 'anchor', anchor: net, method: { id: 'passthrough' } },
        { id: 'words', anchor: 'a net', method: { id: 'passthrough', wordFilters: [net] } },
        {
          id: 'lines',
          anchor: 'net due',
          method: { id: 'documentRange', lineFilters: [{ type: 'equals', text: net }] },
        },
        { id: 'pattern', anchor: 'a net', method: { id: 'regex', pattern: `a (${net})` } },
        {
          id: 'terms',
          anchor: { match: { type: 'page', terms: [net] } },
          method: { id: 'passthrough' },
        },
      ],
    );
    expect(parsed_document).toMatchObject({
      anchor: { value: 'net due' },
      words: { value: 'a  b' },
      lines: { value: 'a net due b' },
      pattern: { value: 'net due' },
      terms: { value: 'net due' },
    });
  });

  test('ids are keys and nothing else', async () => {
    const ids = ['__proto__', 'constructor', 'toString', 'a.b', ' ', 'a/b'];
    const { parsed_document, trace } = await run(
      ['a'],
      ids.map((id) => passthrough(id, 'a')),
    );
    expect(Object.keys(parsed_document)).toEqual(ids);
    expect(Object.keys(JSON.parse(JSON.stringify(parsed_document)))).toEqual(ids);
    expect(Object.keys(trace ?? {})).toEqual(ids);
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
  });

  test('anchors by name see the latest definition before them', async () => {
    const definition = (anchor: unknown) => ({ type: 'anchorDefinition', name: 'n', anchor });
    const { parsed_document, errors } = await run(
      ['a', 'b'],
      [
        passthrough('early', { ref: 'n' }),
        definition('a'),
        passthrough('one', { ref: 'n' }),
        definition({ match: 'b' }),
        passthrough('two', { ref: 'n' }),
      ],
    );
    expect(parsed_document).toMatchObject({ early: null, one: { value: 'a' }, two: { value: 'b' } });
    expect(errors).toMatchObject([{ type: 'configuration', field_id: 'early', path: 'fields[0]' }]);
  });

  test('a pattern that runs out of time costs its field and nothing else', async () => {
    const slow = passthrough('slow', { match: { type: 'regex', pattern: '^(a+)+$' } });
    const { parsed_document, errors } = await run([`${'a'.repeat(50)}b`, 'c'], [slow, passthrough('c', 'c')]);
    expect(parsed_document).toMatchObject({ slow: null, c: { value: 'c' } });
    expect(errors).toMatchObject([{ code: 'regex_timeout', field_id: 'slow' }]);
  });

  test('the host sets the time of patterns, wherever they are', async () => {
    const slow = '^(a+)+$';
    const text = `${'a'.repeat(50)}b`;
    const document = documentFromLines([{ text, left: 1, top: 1 }]);
    const config = {
      preprocessors: [{ type: 'removeLines', match: { type: 'regex', pattern: slow } }],
      fields: [
        passthrough('line', { match: { type: 'regex', pattern: slow } }),
        passthrough('typed', 'a', { type: { id: 'custom', pattern: slow } }),
        { id: 'rule', method: { id: 'customComputation', jsonLogic: { match: [text, slow] } } },
      ],
    };
    const options = { limits: { patternMilliseconds: 60 } };
    const { errors } = await extract(document, JSON.stringify(config), undefined, options);
    expect(errors).toHaveLength(4);
    for (const { type, code, message } of errors) {
      expect([type, code]).toEqual(['configuration', 'regex_timeout']);
      expect(message).toContain('longer than 60 ms');
    }
    const wrong = { limits: { patternMilliseconds: 0 } };
    await expect(extract(document, JSON.stringify(config), undefined, wrong)).rejects.toThrow(RangeError);
  });

  test('slow patterns on many lines end with the time of the whole run', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => ({ text: `${'a'.repeat(50)}b`, left: 1, top: 1 + i }));
    const fields = [{ id: 'x', anchor: 'a', method: { id: 'regex', pattern: '^(a+)+$' } }];
    let now = 0;
    const clock = () => {
      now += 1;
      return now;
    };
    const options = { clock, limits: { patternMilliseconds: 1, milliseconds: 30 } };
    await expect(
      extract(documentFromLines(lines), JSON.stringify({ fields }), undefined, options),
    ).rejects.toMatchObject({ code: 'timed_out' });
  });

  test('a text that is cut for a pattern is a warning', async () => {
    const document = documentFromLines([{ text: `a${'b'.repeat(100_000)}`, left: 1, top: 1 }]);
    const fields = [passthrough('x', 'a', { type: { id: 'custom', pattern: '^ab{4}' } })];
    const { parsed_document, errors, warnings } = await extract(document, JSON.stringify({ fields }));
    expect(parsed_document['x']).toMatchObject({ value: 'abbbb' });
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'PATTERN_TEXT_CUT', field_id: 'x', path: 'fields[0]' }]);
  });
});

describe('verbosity', () => {
  const fields = [passthrough('x', 'a'), passthrough('all', 'a', { match: 'all' }), passthrough('none', 'z')];
  const line = {
    text: 'a',
    page: 0,
    boundingPolygon: [
      { x: 1, y: 1 },
      { x: 1.07, y: 1 },
      { x: 1.07, y: 1.139 },
      { x: 1, y: 1.139 },
    ],
  };

  test('0 adds nothing', async () => {
    const { parsed_document, text } = await run(['a'], fields);
    expect(parsed_document['x']).toEqual({ type: 'string', value: 'a' });
    expect(text).toBeUndefined();
  });

  test.each([1, 2])('verbosity: %i adds lines', async (verbosity) => {
    const { parsed_document, text } = await run(['a'], fields, { verbosity });
    const value = { type: 'string', value: 'a', lines: [line] };
    expect(parsed_document).toEqual({ x: value, all: [value], none: null });
    expect(text).toBeUndefined();
  });

  test.each([3, 4])('verbosity: %i adds points, regions and the text', async (verbosity) => {
    const { parsed_document, text } = await run(['a'], fields, { verbosity });
    expect(parsed_document['x']).toEqual({
      type: 'string',
      value: 'a',
      lines: [line],
      points: [],
      regions: [],
    });
    const { page: _page, ...printed } = line;
    expect(text?.pages).toMatchObject([{ width: 8.5, height: 11, rotation: 0, lines: [printed] }]);
  });
});

describe('trace', () => {
  async function reason(lines: string[], field: object): Promise<string | undefined> {
    const { trace, parsed_document } = await run(lines, [{ id: 'x', anchor: 'a', ...field }]);
    expect(parsed_document['x']).toBeNull();
    return trace?.['x']?.[0]?.reason;
  }

  test.each([
    [['b'], { method: { id: 'passthrough' } }, 'anchor not found: no line matches "a"'],
    [
      ['a', 'c'],
      { method: { id: 'label', position: 'below' } },
      'nothing lines up below "a": no aligned line within 0.2 in',
    ],
    [
      ['a'],
      { method: { id: 'label', position: 'right' } },
      'nothing is to the right of "a": its line has no more text there, and no line is within 0.2 in',
    ],
    [
      ['a'],
      { method: { id: 'row' } },
      'nothing is to the right of "a" on its line: no line there has its top within 0.08 in',
    ],
    [
      ['a soon'],
      { method: { id: 'passthrough' }, type: 'date' },
      'text was found, but no date in it: "a soon"',
    ],
    [
      ['a 5'],
      { method: { id: 'passthrough', tiebreaker: 2 }, type: 'number' },
      'only 1 value, none at position 2',
    ],
    [
      ['a 5'],
      { method: { id: 'passthrough', lineFilters: [{ type: 'includes', text: '5' }] } },
      'all captured text was dropped: removed by lineFilters',
    ],
    [
      ['a', 'b'],
      { method: { id: 'intersection', verticalAnchor: 'z' } },
      'verticalAnchor: anchor not found: no line matches "z"',
    ],
    [
      ['a', 'b'],
      { method: { id: 'documentRange', stop: 'b' } },
      'no line between the anchor and the stop "b"',
    ],
  ])('trace: %j: %j', async (lines, field, expected) => {
    expect(await reason(lines, field)).toBe(expected);
  });

  test('shows anchors, captured text and the lines of the value', async () => {
    const field = {
      id: 'x',
      anchor: 'a',
      method: { id: 'documentRange', lineFilters: [{ type: 'equals', text: 'b' }] },
    };
    const { trace } = await run(['a', 'b', 'c'], [field]);
    expect(trace?.['x']).toMatchObject([
      {
        path: 'fields[0]',
        method: 'documentRange',
        anchors: [{ text: 'a', range: [0, 1], used: true }],
        captured: [
          { text: 'c', kept: true },
          { text: 'b', kept: false, reason: 'removed by lineFilters' },
        ],
        lines: [{ text: 'c' }],
      },
    ]);
  });

  test('says why an anchor match was passed over', async () => {
    const { trace } = await run(['a x', 'a 2'], [passthrough('x', 'a', { type: 'number' })]);
    expect(trace?.['x']?.[0]?.anchors).toMatchObject([
      { used: false, reason: 'text was found, but no number in it: "a x"' },
      { used: true },
    ]);
  });
});

describe('createExtractor', () => {
  const shout = defineType({
    id: 'shout',
    summary: 'Text in capitals',
    plain: true,
    options: () => ({}),
    compile: () => ({
      candidates: (lines) =>
        lines.map(({ text }, i) => ({ value: { type: 'shout', value: text.toUpperCase() }, lines: [i] })),
    }),
    examples: [],
  });
  const nextLine = defineMethod({
    id: 'nextLine',
    summary: 'The line after the anchor',
    anchor: 'required',
    options: () => ({}),
    capture: ({ scope, anchor }) => ({
      pieces: scope.lines
        .slice(anchor.index + 1, anchor.index + 2)
        .map((line) => ({ text: line.text, line })),
    }),
    examples: [],
  });
  const config = JSON.stringify({
    fields: [{ id: 'x', anchor: 'a', method: { id: 'nextLine' }, type: 'shout' }],
  });
  const document = documentFromLines([
    { text: 'a', left: 1, top: 1 },
    { text: 'b', left: 3, top: 4 },
  ]);

  test('adds methods and types to the language', async () => {
    const extractor = createExtractor({ methods: [nextLine], types: [shout] });
    const { parsed_document } = await extractor.extract(document, config);
    expect(parsed_document['x']).toEqual({ type: 'shout', value: 'B' });
    await extractor.close();
  });

  test('methods of one extractor are unknown to others', async () => {
    await expect(extract(document, config)).rejects.toThrow(ConfigError);
  });

  test('a method that throws costs its field and nothing else', async () => {
    const broken = {
      ...nextLine,
      id: 'broken',
      capture: () => {
        throw new Error('boom');
      },
    };
    const extractor = createExtractor({ methods: [broken] });
    const fields = [{ id: 'x', anchor: 'a', method: { id: 'broken' } }, passthrough('y', 'b')];
    const { parsed_document, errors } = await extractor.extract(document, JSON.stringify({ fields }));
    expect(parsed_document).toMatchObject({ x: null, y: { value: 'b' } });
    expect(errors).toMatchObject([{ type: 'unexpected', field_id: 'x', path: 'fields[0]' }]);
  });

  test('what a method threw is reported to the host, and written nowhere', async () => {
    const secret = new Error("ENOENT: no such file '/srv/secret/key.pem'");
    const broken = { ...nextLine, id: 'broken', capture: () => Promise.reject(secret) };
    const extractor = createExtractor({ methods: [broken] });
    const fields = [{ id: 'x', anchor: 'a', method: { id: 'broken' } }];
    const result = await extractor.extract(document, JSON.stringify({ fields }));
    expect(result.errors[0]?.cause).toBe(secret);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('createExtractor binds limits', async () => {
    const extractor = createExtractor({ limits: { bytes: 10 } });
    await expect(extractor.extract(bytes('invoice.pdf'), anyConfig)).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

test('gives the pages as the fields see them to whoever asks', async () => {
  const document = documentFromLines([
    { text: 'Copy', left: 1, top: 1 },
    { text: 'Total', left: 1, top: 2 },
  ]);
  const seen: string[][] = [];
  await extract(
    document,
    '{"preprocessors": [{"type": "removeLines", "match": [{"type": "equals", "text": "copy"}]}], "fields": []}',
    undefined,
    { onPages: (pages) => seen.push(pages.flatMap(({ lines }) => lines.map(({ text }) => text))) },
  );
  expect(seen).toEqual([['Total']]);
});
