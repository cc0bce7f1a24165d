import { expect, it, vi } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { mayHideOrScale } from '../../../../src/reading/pdf/objects/layers-and-units.js';

const told = (text: string) => mayHideOrScale(new FileObjects(Buffer.from(text, 'latin1')));

it.each([
  ['a unit of its own', '/UserUnit 2', true],
  ['layers that are all shown', '/OCProperties << /D << /OFF [] /BaseState /ON >> >>', false],
  ['a layer that is off', '/OCProperties << /D << /OFF [ 5 0 R ] >> >>', true],
  ['a state that is off', '/OCProperties << /D << /BaseState /OFF >> >>', true],
  ['a rule', '/OCProperties << >> << /P /AnyOff >>', true],
  ['an expression', '/OCProperties << >> << /VE [/Not 5 0 R] >>', true],
  ['a longer name', '/OCProperties << >> << /VEx 1 /AllOnce 2 >>', false],
  ['a list that is off without layers', '/OFF [5 0 R]', false],
  ['more names than are looked at', `/OCProperties ${'/VEx '.repeat(100_001)}`, true],
])('a file may hide or scale what it shows by %s', (_title, text, expected) => {
  expect(told(text)).toBe(expected);
});

it('a file with layers is not turned to text', () => {
  const file = Buffer.from(`/OCProperties << /D << /OFF [] >> >>${' '.repeat(10_000)}`, 'latin1');
  const objects = new FileObjects(file);
  const spied = vi.spyOn(objects.parts[0]!, 'toString');
  expect(mayHideOrScale(objects)).toBe(false);
  expect(Math.max(...spied.mock.results.map(({ value }) => String(value).length))).toBeLessThan(100);
});
