import { expect, it } from 'vitest';
import { formatPath } from '../../../src/errors.js';
import { canTakeForever } from '../../../src/foundation/text/pattern.js';
import { validateConfig } from '../../../src/language/config/built-in.js';

const field = (id: string, anchor = 'x') => ({ id, anchor, method: { id: 'row' } });
const rule = (id: string, jsonLogic: unknown) => ({ id, method: { id: 'customComputation', jsonLogic } });
const hide = (...ids: readonly string[]) => ({ id: 'h', method: { id: 'suppressOutput', source_ids: ids } });

/** Warnings about a config, as `path code`; there must be no errors. */
function warnings(config: object): string[] {
  const issues = validateConfig(config);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return issues.map(({ path, code }) => `${formatPath(path)} ${code}`);
}

it('what nothing uses are named anchors that nothing refers to', () => {
  const definition = { type: 'anchorDefinition', name: 'top', anchor: 'x' };
  expect(warnings({ fields: [definition] })).toEqual(['fields[0].name unused_anchor']);
  expect(warnings({ fields: [definition, { ...field('a'), anchor: { ref: 'top' } }] })).toEqual([]);
});

it('what nothing uses are ids that are kept out of the output and not read', () => {
  const hidden = { computed_fields: [hide('a')] };
  expect(warnings({ fields: [field('a')], ...hidden })).toEqual([
    'computed_fields[0].method.source_ids[0] unread_id',
  ]);
  const read = { id: 'b', method: { id: 'concat', source_ids: ['a'] } };
  expect(warnings({ fields: [field('a'), read], ...hidden })).toEqual([]);
  expect(warnings({ fields: [field('a'), rule('b', { var: 'a.value' })], ...hidden })).toEqual([]);
  expect(warnings({ fields: [field('a'), rule('b', { var: '' })], ...hidden })).toEqual([]);
  expect(warnings({ fields: [field('a'), field('a', 'y')], ...hidden })).toEqual([]);
});

it('variables of rules that no field has are reported', () => {
  expect(warnings({ fields: [field('a'), rule('b', { var: 'c.value' })] })).toEqual([
    'fields[1].method.jsonLogic.var unknown_variable',
  ]);
  const fine = [{ var: 'a.value' }, { var: 'extra_data.x' }, { var: ['metadata.page_count', 0] }];
  expect(warnings({ fields: [field('a'), ...fine.map((each, i) => rule(`r${i}`, each))] })).toEqual([]);
});

it('variables of rules that are items and bound names are not reported', () => {
  const items = { map: [{ var: 'a' }, { var: 'item_member' }] };
  expect(warnings({ fields: [field('a'), rule('b', items)] })).toEqual([]);
});

const constant = (id: string, value: string) => ({ id, method: { id: 'constant', value } });

it('come after a constant, or repeat a field', () => {
  expect(warnings({ fields: [constant('a', 'x'), field('a')] })).toEqual(['fields[1] dead_fallback']);
  expect(warnings({ fields: [field('a'), field('a')] })).toEqual(['fields[1] dead_fallback']);
});

it('fallbacks that never run are none of those that may give a value', () => {
  expect(warnings({ fields: [field('a'), field('a', 'y'), constant('a', 'x')] })).toEqual([]);
  expect(warnings({ fields: [constant('a', ''), field('a')] })).toEqual([]);
  expect(warnings({ fields: [{ ...constant('a', 'x'), type: 'number' }, field('a')] })).toEqual([]);
});

it.each(['(a+)+b', '^(\\d+)*$', '(?:x*)*y', '((?:a+)?)+!', '(a|b+)+c', 'z(\\w+\\s?)+$'])(
  'a pattern that can blow up is reported: %s',
  (pattern) => {
    expect(canTakeForever(pattern)).toBe(true);
  },
);

it.each(['(a+)+', '(?:\\w+\\s)+x', '\\d+(,\\d+)*$', '(a{1,3})+b', '(ab+)*c', 'a+b+c+', '[a+]+b'])(
  'patterns that can blow up: %s does not, or is not known to',
  (pattern) => {
    expect(canTakeForever(pattern)).toBe(false);
  },
);

it('patterns that can blow up are reported in anchors and methods', () => {
  const slow = { id: 'a', anchor: 'x', method: { id: 'regex', pattern: '(\\d+)+;' } };
  expect(warnings({ fields: [slow] })).toEqual(['fields[0].method.pattern slow_pattern']);
  const anchor = { ...field('a'), anchor: { type: 'regex', pattern: '(\\d+)+;' } };
  expect(warnings({ fields: [anchor] })).toEqual(['fields[0].anchor.pattern slow_pattern']);
});
