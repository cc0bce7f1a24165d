import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  kindOf,
  normaliseContentType,
  readableTypes,
  readerOf,
  usualSpelling,
} from '../../src/reading/detect.js';
import type { FileKind } from '../../src/reading/formats/define.js';
import { READERS } from '../../src/reading/formats/index.js';
import { UNREAD_KINDS } from '../../src/reading/formats/unread.js';
import { ACCEPTED_CONTENT_TYPES } from '../../src/service/content-types.js';

const kinds: readonly [string, FileKind][] = [UNREAD_KINDS, ...READERS.map(({ types }) => types)].flatMap(
  (each) => Object.entries(each),
);

const section = (chapter: string, heading: string) => {
  const text = readFileSync(new URL(`../../docs/language/${chapter}`, import.meta.url), 'utf8');
  return text.slice(text.indexOf(heading)).split('\n#', 1)[0]!;
};

test('types, aliases and extensions of file formats belong to one kind each', () => {
  const names = kinds.flatMap(([type, { aliases = [] }]) => [type, ...aliases]);
  expect(names).toEqual([...new Set(names)].map((name) => name.toLowerCase()));
  const extensions = kinds.flatMap(([, kind]) => kind.extensions);
  expect(extensions).toEqual([...new Set(extensions)]);
  for (const [type, { aliases = [], passesFor }] of kinds) {
    for (const alias of aliases) expect(normaliseContentType(alias)).toBe(type);
    if (passesFor !== undefined) expect(names).toContain(passesFor);
  }
});

test('the reader of a type is the one whose definition has it', () => {
  for (const reader of READERS) {
    for (const type of readableTypes().filter((each) => each in reader.types)) {
      expect(readerOf(type)).toBe(reader);
      expect(normaliseContentType(usualSpelling(type))).toBe(type);
    }
  }
  expect(readerOf('application/zip')).toBeUndefined();
});

test('the language book names every format that is read, and every content type that services take', () => {
  const formats = section('01-document-anchors-fields.md', '### 1.10 File types');
  // The table says "JPEG" and "TIFF".
  const named: Readonly<Record<string, string>> = { jpg: 'JPEG', tif: 'TIFF' };
  for (const type of readableTypes()) {
    const [extension = ''] = kindOf(type).extensions;
    expect(formats).toContain(named[extension] ?? extension.toUpperCase());
  }
  const types = section('09-service.md', '## 9.11 Content types').matchAll(
    /`((?:application|image|message|text)\/[^`]+)`/g,
  );
  const documented = new Set([...types].map(([, type]) => type));
  const refused = ['application/zip', 'application/octet-stream'];
  expect([...documented].sort()).toEqual([...ACCEPTED_CONTENT_TYPES, ...refused].sort());
});
