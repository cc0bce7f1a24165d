/** The page of errors and warnings lists every code that the library may give, and none besides. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as anchorline from '../../src/index.js';
import { AnchorlineError } from '../../src/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/results/errors-and-warnings.md'), 'utf8');

/** The service and the command have errors of their own. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/^(?:service|tools\/cli)\//u.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }));

/** Written like codes, and none: errors of Node, a signal inside the library. */
const NO_CODES = /^(?:ERR_.*|LLM_NO_IMAGES)$/u;
/** What zod calls issues, before they are explained. */
const OF_ZOD = ['custom', 'unrecognized_keys', 'invalid_union', 'too_small', 'too_big'];
/** Formats by which sources write codes in small letters. */
const WRITTEN = [
  /\bcode: '([a-z_]+)'/gu,
  /\bcode: \w+ \? '([a-z_]+)'/gu,
  /\bcode: \w+ \? '[a-z_]+' : '([a-z_]+)'/gu,
  /\bconst code = [^;]*? \? '([a-z_]+)'/gu,
  /\bconst code = [^;]*? : '([a-z_]+)';/gu,
  /\bcode = '([a-z_]+)'/gu,
  /\b(?:problem|issue)\(\s*'([a-z_]+)'/gu,
  /\berror\([^,]+(?:, key\])?, '([a-z_]+)'/gu,
  /\b(?:warn|warning)\(\s*(?:\[[^\]]*\],\s*)?'([a-z]+_[a-z_]+)'/gu,
  /\bthis\.problem\([^;]*?,\s*'([a-z_]+)'\)/gu,
  /new ProviderError\(\s*[^,]+,\s*'([a-z_]+)'/gu,
];

/** Codes of a union of types such as `'a' | 'b'`. */
function union(file: string, start: RegExp): string[] {
  const text = sources.find(({ name }) => name === file)!.text;
  const [declared = ''] = text.slice(text.search(start)).split(';');
  return [...declared.matchAll(/'([A-Za-z_]+)'/gu)].map(([, code = '']) => code);
}

function written(patterns: readonly RegExp[]): string[] {
  return sources.flatMap(({ text }) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code)),
  );
}

const told = new Set(
  [...page.matchAll(/^\|(.*)\|$/gmu)].flatMap(([, row = '']) =>
    row
      .split('|')
      .slice(0, 2)
      .flatMap((cell) => (/^ *`[^|]*` *$/u.test(cell) ? [...cell.matchAll(/`(\w+)`/gu)] : []))
      .map(([, code = '']) => code),
  ),
);

/** The classes that `extract` may throw. */
const family = Object.values<unknown>(anchorline).flatMap((value) =>
  typeof value === 'function' && value.prototype instanceof AnchorlineError ? [value.name] : [],
);

/** The first table below a heading, a row each: class and what its row says. */
function tableBelow(text: string, heading: string): readonly (readonly [string, string])[] {
  const [, after = ''] = text.split(heading);
  const rows = /(?:^\|.*\|\n)+/mu.exec(after)![0].split('\n').slice(2);
  let owner = '';
  return rows.flatMap((row) => {
    const [, first = '', ...rest] = row.split('|');
    owner = first.trim() || owner;
    return rest.length === 0 ? [] : [[owner, rest.join('|')] as const];
  });
}

describe('the table of what leaves extract', () => {
  it('names every class', () => {
    const classes = tableBelow(page, '## Exceptions').map(([owner]) => owner);
    expect(family.length).toBeGreaterThan(5);
    expect(family.filter((name) => !classes.includes(`\`${name}\``))).toEqual([]);
    expect(classes.some((owner) => owner.includes('`TypeError`') && owner.includes('`RangeError`'))).toBe(
      true,
    );
  });

  it.each([
    ['DocumentError', union('errors.ts', /type DocumentErrorCode/u)],
    ['ConfigError', union('errors.ts', /type ConfigErrorCode/u)],
    ['ExtraDataError', union('errors.ts', /readonly code: 'invalid_extra_data'/u)],
    ['ClassificationError', union('errors.ts', /type ClassificationErrorCode/u)],
    ['ProviderError', written([/new ProviderError\(\s*[^,]+,\s*'([a-z_]+)'/gu])],
    ['LlmCallFailure', union('errors.ts', /type LlmFailureCode/u)],
  ])('lists every code of %s', (name, codes) => {
    const rows = tableBelow(page, '## Exceptions').filter(([owner]) => owner === `\`${name}\``);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.filter((code) => !rows.some(([, text]) => text.includes(`\`${code}\``)))).toEqual([]);
  });
});

describe('the page of errors and warnings', () => {
  it('lists the codes of documents, configs, extra data, classification and models', () => {
    const codes = [
      ...union('llm/provider.ts', /type LlmErrorCode/u),
      ...union('errors.ts', /type DocumentErrorCode/u),
      ...union('errors.ts', /type ConfigErrorCode/u),
      ...union('errors.ts', /readonly code: 'invalid_extra_data'/u),
      ...union('errors.ts', /type ClassificationErrorCode/u),
    ];
    expect(codes.length).toBeGreaterThan(29);
    expect(codes.filter((code) => !told.has(code))).toEqual([]);
  });

  it('lists the types of errors', () => {
    const types = union('language/fields/runner.ts', /readonly type:/u);
    expect(types.length).toBeGreaterThan(7);
    expect(types.filter((type) => !told.has(type))).toEqual([]);
  });

  it('lists the codes of rules and patterns', () => {
    const codes = [
      ...union('language/rules/run.ts', /type RuleErrorCode/u),
      ...union('foundation/text/pattern-guard.ts', /readonly code:/u),
    ];
    expect(codes.length).toBeGreaterThan(3);
    expect(codes.filter((code) => !told.has(code))).toEqual([]);
  });

  it('lists the codes in capitals', () => {
    const codes = written([/'([A-Z][A-Z]+(?:_[A-Z]+)+)'/gu]).filter((code) => !NO_CODES.test(code));
    expect(new Set(codes).size).toBeGreaterThan(35);
    expect(codes.filter((code) => !told.has(code))).toEqual([]);
  });

  it('lists the codes of issues and providers', () => {
    const codes = written(WRITTEN).filter((code) => !OF_ZOD.includes(code));
    expect(new Set(codes).size).toBeGreaterThan(35);
    expect([...new Set(codes)].filter((code) => !told.has(code))).toEqual([]);
  });

  it('lists none that is not given', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const codes = [...told].filter((name) => name.includes('_') && !/^field_ids?$/u.test(name));
    expect(codes.length).toBeGreaterThan(70);
    expect(codes.filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });
});
