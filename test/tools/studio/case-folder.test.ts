/** Cases out of files and back, as `anchorline test` reads them. */
import { expect, test } from 'vitest';
import { caseFolder, filesOfCases } from '../../../src/tools/studio/page/case-folder.js';

function file(path: string, text = '') {
  return { path, bytes: new Blob([text]) };
}

test('cases take their config from a folder around them, and keep their expected values as they are written', async () => {
  const found = await caseFolder([
    file('acme/config.json', '{}'),
    file('acme/one/document.pdf', '%PDF'),
    file('acme/one/expected.json', '{ "total": 1 }'),
    file('acme/two/document.pdf', '%PDF'),
    file('acme/two/case.json', '{}'),
    file('notes.md', 'not a document'),
  ]);
  expect(found.config).toEqual({ path: 'acme/config.json', text: '{}' });
  expect(found.documents.map(({ path, expected }) => [path, expected])).toEqual([
    ['acme/one/document.pdf', '{ "total": 1 }'],
    ['acme/two/document.pdf', undefined],
  ]);
  expect(found.broken).toEqual([]);
});

test('documents side by side are no cases, and can be worked on', async () => {
  const found = await caseFolder([file('b.csv'), file('a.csv'), file('mine.json5', '{}')]);
  expect(found.documents.map(({ path }) => path)).toEqual(['b.csv', 'a.csv']);
  expect(found.config?.path).toBe('mine.json5');
  expect(found.broken).toEqual([]);
});

test('a case that cannot be run says why', async () => {
  const found = await caseFolder([
    file('one/document.csv'),
    file('one/expected.json', 'no json'),
    file('config.json', '{}'),
  ]);
  expect(found.broken).toEqual([
    { name: 'one', problem: expect.stringContaining('expected.json is not JSON') },
  ]);
});

test('what is saved is read again as the same cases', async () => {
  const documents = [
    { ...file('acme/one/document.pdf', '%PDF'), expected: '{"total":1}' },
    { ...file('loose.csv', 'a,b'), expected: '{"total":2}' },
    file('other/loose.csv', 'c,d'),
  ];
  const saved = filesOfCases('{ "fields": [] }', undefined, documents);
  expect(saved.map(({ path }) => path)).toEqual([
    'config.json',
    'acme/one/document.pdf',
    'acme/one/expected.json',
    'loose/loose.csv',
    'loose/expected.json',
    'other/loose.csv',
  ]);
  const again = await caseFolder(saved);
  expect(again.config?.text).toBe('{ "fields": [] }');
  expect(again.documents.map(({ path, expected }) => [path, expected])).toEqual([
    ['acme/one/document.pdf', '{"total":1}'],
    ['loose/loose.csv', '{"total":2}'],
    ['other/loose.csv', undefined],
  ]);
});
