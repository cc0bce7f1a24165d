import { describe, expect, test } from 'vitest';
import { ConfigError, formatPath } from '../../../src/errors.js';
import {
  defineConfig,
  parseConfig,
  safeParseConfig,
  validateConfig,
} from '../../../src/language/config/built-in.js';

const FIELD = { id: 'a', anchor: 'x', method: { id: 'label', position: 'right' } };

/** The issues of a config with one field, as `path: message`. */
function problems(field: unknown): string[] {
  return validateConfig({ fields: [field] }).map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

function withMethod(method: object, more: object = {}): object {
  return { id: 'a', anchor: 'x', method, ...more };
}

describe('parseConfig', () => {
  test('gives the config as it is written', () => {
    const config = { fields: [FIELD], verbosity: 1 };
    expect(parseConfig(JSON.stringify(config))).toEqual(config);
  });

  test('freezes the config, so that it stays what was checked', () => {
    const config = parseConfig(JSON.stringify({ fields: [FIELD] }));
    expect(Object.isFrozen(config.fields[0])).toBe(true);
  });

  test('throws all issues with path, line and column', () => {
    const text = `{
  "fields": [
    { "id": "a", "anchor": "x", "method": { "id": "label", "positon": "right" } },
    { "id": "b", "method": { "id": "row" } }
  ]
}`;
    let thrown: unknown;
    try {
      parseConfig(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    const { issues, message } = thrown as ConfigError;
    expect(issues.map(({ path, line, column }) => [formatPath(path), line, column])).toEqual([
      ['fields[0].method.position', 3, 43],
      ['fields[0].method.positon', 3, 60],
      ['fields[1].anchor', 4, 5],
    ]);
    expect(message).toContain('The config has 3 errors');
    expect(message).toContain('fields[0].method.positon (line 3, column 60)');
  });
});

describe('safeParseConfig', () => {
  test('returns the config with its warnings, of an object and of text', () => {
    const config: unknown = { fields: [FIELD, FIELD] };
    const parsed = safeParseConfig(config);
    expect(parsed).toMatchObject({ success: true, data: config, warnings: [{ code: 'dead_fallback' }] });
    expect(safeParseConfig(JSON.stringify(config))).toMatchObject({ success: true, data: config });
  });

  test.each([['{ fields: 1 }'], [{ fields: 1 }], [new Uint8Array(3)], [undefined], [Promise.resolve('')]])(
    'returns the error of %j',
    (config) => {
      const parsed = safeParseConfig(config);
      expect(parsed.success || parsed.error).toBeInstanceOf(ConfigError);
    },
  );
});

describe('a text where an object is wanted is refused with the object to write:', () => {
  const includes = (text: string) => `{"type": "includes", "text": "${text}"}`;
  test.each<[string, object, string, string]>([
    ['anchor', { ...FIELD, anchor: ['x'] }, 'anchor[0]', includes('x')],
    ['start', { ...FIELD, anchor: { match: 'x', start: ['y'] } }, 'anchor.start[0]', includes('y')],
    ['any', { ...FIELD, anchor: { type: 'any', matches: ['x'] } }, 'anchor.matches[0]', includes('x')],
    ['not', { ...FIELD, anchor: { type: 'not', match: 'x' } }, 'anchor.match', includes('x')],
    [
      'repeat',
      { ...FIELD, anchor: [{ type: 'repeat', times: 2, match: 'x' }] },
      'anchor[0].match',
      includes('x'),
    ],
    ['lineFilters', withMethod({ id: 'row', lineFilters: ['x'] }), 'method.lineFilters[0]', includes('x')],
    ['one line filter', withMethod({ id: 'row', lineFilters: 'x' }), 'method.lineFilters', includes('x')],
    ['stop', withMethod({ id: 'documentRange', stop: ['x'] }), 'method.stop[0]', includes('x')],
    ['a name that matchers have', { ...FIELD, anchor: ['first'] }, 'anchor[0]', includes('first')],
    ['method', { ...FIELD, method: 'label' }, 'method', '{"id": "label", "position": …}'],
    ['no method', { ...FIELD, method: 'labl' }, 'method', '{"id": …}'],
    [
      'columns',
      withMethod({ id: 'textTable', columns: ['c'] }),
      'method.columns[0]',
      '{"id": "c", "minX": …, "maxX": …}',
    ],
    ['range', { id: 's', type: 'sections', range: 'x', fields: [FIELD] }, 'range', '{"anchor": "x"}'],
  ])(
    'a text where an object is wanted is refused with the object to write: %s',
    (_name, field, path, written) => {
      expect(problems(field)).toEqual([
        `fields[0].${path}: must be an object, not a string: write ${written}`,
      ]);
    },
  );

  test('preprocessors, fields and computed fields given as texts are refused with the object to write', () => {
    const config = { fields: ['a'], preprocessors: ['ocr'], computed_fields: [{ id: 'c', method: 'zip' }] };
    const issues = validateConfig(config).map(({ path, message }) => `${formatPath(path)}: ${message}`);
    expect(issues).toEqual([
      'fields[0]: must be an object, not a string: write {"id": "a", "method": …}',
      'computed_fields[0].method: must be an object, not a string: write {"id": "zip", …}',
      'preprocessors[0]: must be an object, not a string: write {"type": "ocr"}',
    ]);
  });
});

test('a list of fields for a config is refused with the object to write', () => {
  const [issue] = validateConfig([{ id: 'a' }]);
  expect(issue?.message).toBe('must be an object, not an array: write {"fields": […]}');
  expect(validateConfig({ fields: [[]] })[0]?.message).toBe('must be an object, not an array');
});

describe('issues', () => {
  test('a misspelt method keeps no misspelt member from being reported', () => {
    const { anchor, ...rest } = FIELD;
    const field = { ...rest, achor: anchor, method: { id: 'rwo', positon: 'left' } };
    const paths = (config: object) =>
      validateConfig(config).map(({ path, code }) => `${formatPath(path)} ${code}`);
    expect(paths({ fields: [field] }).sort()).toEqual([
      'fields[0].achor unknown_member',
      'fields[0].method.id invalid_value',
      'fields[0].method.positon unknown_member',
    ]);
    // What the method that is meant would need is not asked for.
    expect(paths({ fields: [{ ...FIELD, method: { id: 'lable' } }] })).toEqual([
      'fields[0].method.id invalid_value',
    ]);
    expect(paths({ fields: [{ ...field, method: { id: 'xyzxyzxyz' } }] })).toEqual([
      'fields[0].method.id invalid_value',
    ]);
  });

  test.each([
    [
      withMethod({ id: 'labell', position: 'right' }),
      /^fields\[0\]\.method\.id: unknown method "labell" \(did you mean "label"\?\); allowed: /u,
    ],
    [
      withMethod({ id: 'lable', position: 'right' }),
      /unknown method "lable" \(did you mean "label"\?\); allowed: box, checkbox, column, .*topic, addComputedFields, .*conditional$/u,
    ],
    [
      { ...FIELD, anchor: { type: 'start', text: 'x' } },
      /^fields\[0\]\.anchor\.type: unknown matcher "start" \(did you mean "startsWith"\?\); allowed: equals, /u,
    ],
    [{ ...FIELD, section: {} }, /^fields\[0\]\.section: unknown member; sections are fields with /u],
    [
      { id: 's', type: 'section', range: { anchor: 'x' }, fields: [FIELD] },
      /^fields\[0\]\.type: unknown field kind \(did you mean "sections"\?\)/u,
    ],
    [
      { id: 's', type: 'sections', range: { anchor: 'x' }, fields: [FIELD], section: [] },
      /^fields\[0\]\.section: unknown member \(did you mean "sections"\?\)/u,
    ],
    [
      withMethod({ id: 'label', position: 'rigth' }),
      /^fields\[0\]\.method\.position: "rigth" is not allowed \(did you mean "right"\?\); allowed: left, right, above, below$/u,
    ],
    [
      withMethod({ id: 'row', tolerence: 1 }),
      /^fields\[0\]\.method\.tolerence: unknown member \(did you mean "tolerance"\?\); allowed: id, position, /u,
    ],
    [
      withMethod({ id: 'row', tolerance: '0.1' }),
      /^fields\[0\]\.method\.tolerance: must be a number, not a string$/u,
    ],
    [withMethod({ id: 'row', tolerance: -1 }), /^fields\[0\]\.method\.tolerance: must be at least 0$/u],
    [withMethod({ id: 'row', tiebreaker: 'fist' }), /^fields\[0\]\.method\.tiebreaker: .*allowed/u],
    [withMethod({ id: 'row', tiebreaker: 1.5 }), /^fields\[0\]\.method\.tiebreaker: /u],
    [withMethod({ id: 'row', wordFilters: [''] }), /\.wordFilters\[0\]: must not be empty$/u],
    [withMethod({ id: 'textTable', columns: [] }), /^fields\[0\]\.method\.columns: must not be empty$/u],
    [
      withMethod({ id: 'region', start: 'left', offsetX: 0, offsetY: 0, width: 1 }),
      /^fields\[0\]\.method\.height: is required \(a number\)$/u,
    ],
    [
      withMethod({ id: 'intersection' }),
      /^fields\[0\]\.method: needs exactly one of verticalAnchor and horizontalAnchor$/u,
    ],
    [withMethod({ id: 'regex', pattern: '(' }), /^fields\[0\]\.method\.pattern: /u],
    [withMethod({ id: 'passthrough' }, { type: 'currancy' }), /^fields\[0\]\.type: .*currency/u],
    [withMethod({ id: 'passthrough' }, { type: { id: 'custom' } }), /^fields\[0\]\.type\.pattern: /u],
    [
      withMethod({ id: 'passthrough' }, { match: 'every' }),
      /^fields\[0\]\.match: "every" is not allowed; allowed: first, last, all, mostFrequent, allWithNull$/u,
    ],
    [
      { id: 'a', method: { id: 'row' } },
      /^fields\[0\]\.anchor: is required: the method row looks near an anchor$/u,
    ],
    [{ ...FIELD, anchor: { mach: 'x' } }, /^fields\[0\]\.anchor\.match: /u],
    [
      { ...FIELD, anchor: { match: { type: 'regex', pattern: '[' } } },
      /^fields\[0\]\.anchor\.match\.pattern: /u,
    ],
    [
      { ...FIELD, anchor: { match: [{ type: 'include', text: 'a' }] } },
      /^fields\[0\]\.anchor\.match\[0\]\.type: unknown matcher "include" \(did you mean "includes"\?\)/u,
    ],
    [
      { ...FIELD, anchor: { match: ['a'] } },
      /^fields\[0\]\.anchor\.match\[0\]: must be an object, not a string: write \{"type": "includes", "text": "a"\}$/u,
    ],
    [{ ...FIELD, anchor: { ref: 'a', match: 'b' } }, /^fields\[0\]\.anchor/u],
    [{ ...FIELD, id: '' }, /^fields\[0\]\.id: /u],
    [
      { ...FIELD, extra: 1 },
      /^fields\[0\]\.extra: unknown member; allowed: id, anchor, method, type, match$/u,
    ],
    [{ type: 'anchorDefinition', anchor: 'x' }, /^fields\[0\]\.name: is required \(a string\)$/u],
  ])('an issue is reported at its field: %j', (field, expected) => {
    expect(
      problems(field).some((problem) => expected.test(problem)),
      problems(field).join('\n'),
    ).toBe(true);
  });

  test.each([
    [{ fields: [], section: [] }, 'section', /^unknown member \(did you mean "sections"\?\)/u],
    [{ fields: [], $schema: 7 }, '$schema', /^must be a string, not a number$/u],
    [
      {
        fields: [],
        sections: [
          {
            id: 's',
            range: { direction: 'vertical', anchor: 'x', columnSelection: [[1, 2, 3]] },
            fields: [],
          },
        ],
      },
      'sections[0].range.columnSelection[0]',
      /^must have at most 2 items$/u,
    ],
    [
      {
        fields: [
          {
            id: 'a',
            anchor: 'x',
            method: { id: 'signature', start: 'left', width: 0, height: 1, offsetX: 0, offsetY: 0 },
          },
        ],
      },
      'fields[0].method.width',
      /^must be greater than 0$/u,
    ],
  ])('an issue is reported at its path: %j', (config, path, message) => {
    const issues = validateConfig(config);
    expect(issues.map((issue) => formatPath(issue.path))).toEqual([path]);
    expect(issues[0]?.message).toMatch(message);
  });

  test('a config may name its JSON Schema', () => {
    const config = { $schema: './anchorline.schema.json', fields: [FIELD] };
    expect(validateConfig(config)).toEqual([]);
    expect(parseConfig(JSON.stringify(config))).toEqual(config);
  });

  test('a good field has none', () => {
    expect(problems(FIELD)).toEqual([]);
  });

  test.each([
    [{ id: 'any', types: ['date', 'string'] }, 'types[1]: the type string'],
    [{ id: 'any', types: [{ id: 'any', types: ['string'] }] }, 'types[0].types[0]: the type string'],
    [{ id: 'compose', types: ['string'] }, 'types[0]: the type string'],
    [{ id: 'compose', types: ['paragraph', 'string'] }, 'types[0]: the type paragraph'],
    [{ id: 'compose', types: ['date', { id: 'any', types: ['string'] }, 'string'] }, undefined],
    [{ id: 'compose', types: ['string', 'number'] }, undefined],
    [{ id: 'any', types: ['date', 'number'] }, undefined],
  ])('a type that takes every line is not a filter: %j', (type, expected) => {
    const found = problems(withMethod({ id: 'row', typeFilters: [type] }));
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringContaining(`fields[0].method.typeFilters[0].${expected}`)]);
  });

  test('issues are found all at once', () => {
    const issues = validateConfig({
      fields: [
        { ...FIELD, a: 1 },
        { ...FIELD, b: 1 },
      ],
      verbosity: 7,
      more: [],
    });
    expect(issues.map(({ path }) => formatPath(path)).sort()).toEqual([
      'fields[0].a',
      'fields[1].b',
      'more',
      'verbosity',
    ]);
  });

  test('a value that is no config at all', () => {
    expect(validateConfig(null)).toMatchObject([{ path: [], severity: 'error' }]);
    expect(validateConfig('[1]')).toMatchObject([{ path: [], severity: 'error', line: 1, column: 1 }]);
  });

  test('a config that holds itself is too deep', () => {
    const config: Record<string, unknown> = { fields: [] };
    config['self'] = config;
    expect(validateConfig(config)).toMatchObject([{ code: 'too_deep' }]);
  });
});

describe('warnings', () => {
  function warnings(...fields: unknown[]): string[] {
    const issues = validateConfig({ fields });
    expect(issues.every(({ severity }) => severity === 'warning')).toBe(true);
    return issues.map(({ path, code }) => `${formatPath(path)} ${code}`);
  }

  test.each([
    [
      { ...FIELD, anchor: { match: { type: 'regex', pattern: 'a*' } } },
      'fields[0].anchor.match.pattern matches_empty',
    ],
    [{ ...FIELD, anchor: '' }, 'fields[0].anchor matches_empty'],
    [{ ...FIELD, anchor: { match: '' } }, 'fields[0].anchor.match matches_empty'],
    [
      { ...FIELD, anchor: { match: { type: 'startsWith', text: '' } } },
      'fields[0].anchor.match.text matches_empty',
    ],
    [
      { ...FIELD, anchor: { match: { type: 'includes', text: 'abcdef', editDistance: 3 } } },
      'fields[0].anchor.match.editDistance large_edit_distance',
    ],
    [
      { ...FIELD, anchor: { match: [{ type: 'includes', text: 'a', reverse: true }] } },
      'fields[0].anchor.match[0].reverse ignored_member',
    ],
    [
      withMethod({ id: 'query', description: 'owner', pageRange: { startPage: 0, endPage: 0 } }),
      'fields[0].method.pageRange.endPage empty_page_range',
    ],
    [
      withMethod({
        id: 'query',
        description: 'owner',
        llmEngine: { provider: 'anthropic', mode: 'thorough' },
      }),
      'fields[0].method.llmEngine.mode LLM_MEMBER_IGNORED',
    ],
    [withMethod({ id: 'row', xMajorSort: true }), 'fields[0].method.xMajorSort deprecated'],
    [withMethod({ id: 'row' }, { type: 'accountingCurrency' }), 'fields[0].type deprecated'],
    [
      withMethod({ id: 'passthrough', typeFilters: [{ id: 'any', types: ['date', 'accountingCurrency'] }] }),
      'fields[0].method.typeFilters[0].types[1] deprecated',
    ],
    [
      withMethod({ id: 'passthrough' }, { type: { id: 'any', types: ['string', 'date'] } }),
      'fields[0].type.types[0] doubtful_type',
    ],
    [{ ...FIELD, anchor: { ref: 'nowhere' } }, 'fields[0].anchor.ref unknown_anchor'],
  ])('a warning is reported: %j', (field, warning) => {
    expect(warnings(field)).toEqual([warning]);
  });

  test('an anchor that is defined in the config is known', () => {
    expect(
      warnings({ type: 'anchorDefinition', name: 'n', anchor: 'x' }, { ...FIELD, anchor: { ref: 'n' } }),
    ).toEqual([]);
  });

  test('anchors that refer to each other in a circle are an error', () => {
    const definition = (name: string, ref: string) => ({ type: 'anchorDefinition', name, anchor: { ref } });
    const issues = validateConfig({ fields: [definition('a', 'b'), definition('b', 'a')] });
    expect(issues).toMatchObject([
      { code: 'anchor_cycle', severity: 'error' },
      { code: 'anchor_cycle', severity: 'error' },
    ]);
  });
});

describe('defineConfig', () => {
  test('takes a typed config', () => {
    const config = defineConfig({
      fields: [
        {
          id: 'due',
          anchor: 'due date',
          type: { id: 'date', format: '%d.%m.%Y' },
          method: { id: 'row', tiebreaker: 'first' },
        },
      ],
    });
    expect(config.fields).toHaveLength(1);
  });

  test('checks it all the same', () => {
    const method = { id: 'label', position: 'rigth' } as const;
    // @ts-expect-error: the position is misspelt
    expect(() => defineConfig({ fields: [{ id: 'a', anchor: 'x', method }] })).toThrow(ConfigError);
  });

  test.each([null, [], [FIELD], 7, true])('defineConfig has issues for %j, which JSON can hold', (config) => {
    expect(() => defineConfig(config as never)).toThrow(ConfigError);
    expect(validateConfig(config)).toMatchObject([{ path: [], severity: 'error' }]);
  });

  test.each([undefined, 7n, () => ({}), Symbol('a')])('refuses %s, which no config can be', (config) => {
    expect(() => defineConfig(config as never)).toThrow(TypeError);
  });
});
