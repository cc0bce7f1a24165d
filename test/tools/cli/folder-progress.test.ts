import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { folderProgress, outcomeLines, standText } from '../../../src/tools/cli/folder-progress.js';

const stand = { done: 11, failed: 1, total: 400, milliseconds: 4_000, current: 'march/b.pdf' };

it.each([
  ['a rate a second', stand, '12 of 400 documents, 1 failed, 3.0 a second, 2 min left: march/b.pdf'],
  ['a rate a minute', { ...stand, milliseconds: 60_000 }, '12.0 a minute, 32 min left'],
  ['hours', { ...stand, total: 40_000 }, '3.7 h left'],
  ['seconds', { ...stand, total: 18 }, '2 s left'],
])('progress has %s', (_, given, text) => {
  expect(standText(given)).toContain(text);
});

it('progress says nothing of its rate before the first document has ended', () => {
  expect(standText({ ...stand, done: 0, failed: 0 })).toBe('0 of 400 documents, 0 failed: march/b.pdf');
});

it('names of documents write no control characters to a terminal', () => {
  expect(standText({ ...stand, current: 'a\u001B[2J.pdf' })).not.toContain('\u001B');
});

it('an outcome counts failures by their codes, and names documents of which little was found', () => {
  const coverages = [
    { document: 'a', coverage: 1 },
    { document: 'b', coverage: 0.1 },
    { document: 'c', coverage: 1 },
  ];
  expect(outcomeLines({ failures: ['too_large', 'invalid_document', 'too_large'], coverages })).toEqual([
    'failed: 2 too_large, 1 invalid_document',
    'fields found: 70%; fewest: b 10%',
  ]);
  expect(outcomeLines({ failures: [], coverages: [] })).toEqual([]);
  expect(outcomeLines({ failures: [], coverages: coverages.slice(0, 1) })).toEqual(['fields found: 100%']);
});

it('a log has no line before ten seconds', () => {
  const stderr = new PassThrough();
  folderProgress(stderr, 3).update({ done: 1, failed: 0, current: 'a' });
  expect(stderr.read()).toBeNull();
});
