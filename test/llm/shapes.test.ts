import { describe, expect, it } from 'vitest';
import { wordScorer } from '../../src/llm/scorers.js';
import { WORDS_AND_SHAPES } from '../../src/llm/shapes.js';

const shapesIn = (text: string) => WORDS_AND_SHAPES.ofText(text).filter((term) => term.startsWith('#'));
const shapesAsked = (question: string) =>
  WORDS_AND_SHAPES.ofQuestion(question).filter((term) => term.startsWith('#'));

describe('WORDS_AND_SHAPES', () => {
  it.each([
    ['ada@saltwick.example', ['#email']],
    ['see www.saltwick.example', ['#site']],
    ['(555) 013-0142, 555-013-0142, +44 20 7946 0000', ['#phone', '#phone', '#phone']],
    ['1-800-BOATING', ['#phone']],
    ['03/01/2024, 2024-03-01, 1.3.24, March 1, 1 March', ['#date', '#date', '#date', '#date', '#date']],
    ['$5,000 or € 12 or 1,235.00', ['#amount', '#amount', '#amount']],
    ['12.5% of 7 %', ['#percentage', '#percentage']],
    ['Berth 12 in section 3.4, item 1-2', []],
  ])('sees what is printed in %j', (text, shapes) => {
    expect(shapesIn(text)).toEqual(shapes);
  });

  it.each([
    ["the harbour master's e-mail", ['#email']],
    ['number to call at night', ['#phone']],
    ['when does the lease end?', ['#date']],
    ['how much is the berth?', ['#amount']],
    ['interest rate', ['#percentage']],
    ['name of the boat', []],
  ])('sees what %j asks for', (question, shapes) => {
    expect(shapesAsked(question)).toEqual(shapes);
  });

  it('finds a value that shares no word with its question', () => {
    const texts = ['Harbour Office, Quay Street', 'Ada Moss 555-013-0142', 'Rules of the harbour'];
    const [, own = 0, ...others] = wordScorer(texts, WORDS_AND_SHAPES).score('whom to phone');
    expect(own).toBeGreaterThan(0);
    expect(others).toEqual([0]);
  });

  it('takes no longer for long texts without spaces', () => {
    expect(shapesIn('a'.repeat(200_000))).toEqual([]);
    expect(shapesIn('1'.repeat(200_000))).toEqual([]);
    expect(shapesIn('1,'.repeat(100_000))).toEqual([]);
  });
});
