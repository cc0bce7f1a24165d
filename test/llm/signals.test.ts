import { describe, expect, it } from 'vitest';
import { confidenceOf, SIGNAL_NAMES, signalOf } from '../../src/llm/signals.js';

describe('signalOf', () => {
  it('reads labels whatever their case and separators', () => {
    expect(signalOf(' Confident Answer ')).toBe('confident_answer');
    expect(signalOf('answer-not-found')).toBe('answer_not_found');
  });

  it.each([null, undefined, '', 'sure', 'not_supported', 'constructor'])('knows no label %s', (written) => {
    expect(signalOf(written)).toBe('unknown_signal');
  });
});

it('confidenceOf ranks labels', () => {
  expect(SIGNAL_NAMES.map(confidenceOf)).toEqual([1, 0.75, 0.6, 0.6, 0.5, 0, 0.1]);
  expect(confidenceOf('unknown_signal')).toBe(0.5);
  expect(confidenceOf('not_supported')).toBe(1);
});
