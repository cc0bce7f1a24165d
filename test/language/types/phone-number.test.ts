import { beforeAll, describe, expect, it, vi } from 'vitest';
import { guard } from '../../support/guards.js';
import { registry, run, table } from './support.js';

describe('phoneNumber', () => {
  beforeAll(() => registry.prepare(['phoneNumber']));

  table('phoneNumber', [
    { title: 'parentheses', lines: '(206) 555-0142', value: '+12065550142' },
    {
      title: 'a one before parentheses',
      lines: '1-(206) 555-0142',
      value: '+12065550142',
      source: '1-(206) 555-0142',
    },
    { title: 'periods', lines: 'fax 206.555.0142', value: '+12065550142', source: '206.555.0142' },
    { title: 'a slash', lines: '206/555-0142', value: '+12065550142' },
    { title: 'spaces inside the parentheses of a form', lines: '( 206 ) 555-0142', value: '+12065550142' },
    { title: 'a dash between spaces', lines: '206 - 555 - 0142', value: '+12065550142' },
    {
      title: 'a dash between spaces behind parentheses',
      lines: '(206) 555 \u2013 0142',
      value: '+12065550142',
    },
    { title: 'a dash between wide spaces', lines: '206  -  555  -  0142', value: null },
    { title: 'typographic dashes', lines: '206\u2013555\u20130142', value: '+12065550142' },
    { title: 'ten digits', lines: '2065550142', value: '+12065550142' },
    { title: 'ten digits of an account', lines: '0065550142', value: null },
    { title: 'inside a longer number', lines: '99206-555-0142', value: null },
    {
      title: 'next to a ZIP code',
      lines: '98101 206-555-0142',
      value: '+12065550142',
      source: '206-555-0142',
    },
    { title: 'a prefix of two zeros', lines: '0044 20 7946 0958', value: null },
    { title: 'two zeros before a national shape', lines: '001 206 555 0142', value: null },
    {
      title: 'international',
      lines: 'Tel +46 8 123 456 78',
      value: '+46812345678',
      source: '+46 8 123 456 78',
    },
    { title: 'international, impossible', lines: '+1 23 45 67 89', value: null },
    {
      title: 'two in order',
      lines: '206-555-0142, +46 8 123 456 78',
      tiebreaker: 'second',
      value: '+46812345678',
    },
    {
      title: 'joined',
      lines: ['206-555-0142', '206-555-0143'],
      tiebreaker: 'join',
      value: '+12065550142 +12065550143',
    },
  ]);

  it('says so when it was not prepared', async () => {
    vi.resetModules();
    const fresh = await import('../../../src/language/types/phone-number.js');
    const compiled = fresh.phoneNumber.compile({}, { compile: registry.compile });
    expect(() => compiled.candidates([{ text: '1' }], guard())).toThrow(/prepared/);
  });

  it('gives the source as printed', () => {
    expect(run('phoneNumber', 'x 206 555 0142')).toEqual({
      source: '206 555 0142',
      value: '+12065550142',
      type: 'phoneNumber',
    });
  });
});
