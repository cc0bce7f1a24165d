import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageExamples } from '../docs/generator/page-examples.js';
import { reference } from '../docs/generator/reference.js';
import { createExtractor, documentFromLines, extract } from '../src/index.js';
import { computedMethods } from '../src/language/computed/index.js';
import { methods } from '../src/language/methods/index.js';
import { postprocessors } from '../src/language/postprocess/index.js';
import { preprocessors } from '../src/language/preprocessors/index.js';
import { operators } from '../src/language/rules/index.js';
import { types } from '../src/language/types/index.js';

const FOLDER = fileURLToPath(new URL('../docs/reference', import.meta.url));

describe('reference pages', () => {
  const pages = reference();

  it('reference pages are those that the definitions give; "npm run docs" writes them', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    const committed = Object.fromEntries(
      files.map((file) => [file.split(sep).join('/'), readFileSync(join(FOLDER, file), 'utf8')]),
    );
    expect(committed).toEqual(Object.fromEntries(pages));
  });

  it('hold one page for every method and every type', () => {
    for (const { id } of methods) expect(pages.has(`methods/${id}.md`), id).toBe(true);
    for (const { id } of types) expect(pages.has(`types/${id}.md`), id).toBe(true);
  });

  it('hold one section for every preprocessor, computed method and postprocessor', () => {
    for (const [path, list] of [
      ['preprocessors.md', preprocessors],
      ['computed.md', computedMethods],
      ['postprocessors.md', postprocessors],
    ] as const) {
      for (const { id } of list) expect(pages.get(path), id).toContain(`\n## ${id}\n`);
    }
  });

  it('list every operator of rules under all its names', () => {
    for (const { names } of operators) {
      const cell = names.map((name) => `\`${name.replaceAll('|', '\\|')}\``).join(', ');
      expect(pages.get('rules.md')).toContain(`\n| ${cell} |`);
    }
  });

  it('reference pages have an example each, but for the lists', () => {
    const lists = ['index.md', 'methods.md', 'types.md'];
    const bare = [...pages].filter(
      ([, text]) => !/^(?:Example: |## Examples$|### |\| Example )/mu.test(text),
    );
    expect(bare.map(([path]) => path).sort()).toEqual(lists);
  });

  it('reference pages have an example in every section on the pages that hold one for each concept', () => {
    for (const path of ['fields.md', 'preprocessors.md', 'computed.md', 'rules.md', 'postprocessors.md']) {
      const [concepts = ''] = pages.get(path)!.split('\n# Parameters\n');
      const bare = concepts
        .split(/^## /mu)
        .slice(1)
        .filter((section) => !/^(?:Example: |### |\| Example )/mu.test(section))
        .map((section) => section.split('\n')[0]);
      expect(bare, path).toEqual([]);
    }
  });

  it.each(pageExamples.map((example) => [example.page, example.title, example] as const))(
    'a page of the reference shows what it should: %s: %s',
    async (_page, _title, { lines, config, shown, result }) => {
      const document = documentFromLines(lines);
      if (shown === 'fingerprint') {
        const hits = createExtractor().fingerprintHits(document, JSON.stringify(config));
        expect(hits).toMatchObject(result);
        return;
      }
      const { parsed_document, errors, warnings } = await extract(document, JSON.stringify(config));
      expect(parsed_document).toEqual(result);
      expect([...errors, ...warnings]).toEqual([]);
    },
  );

  it('show what is drawn where an example needs it', () => {
    expect(pages.get('methods/box.md')).toContain('- outline (1, 1) – (3, 1) – (3, 2) – (1, 2)\n');
  });

  it('link only to pages that exist', () => {
    for (const [path, text] of pages) {
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+\.md)\)/gu)) {
        const resolved = new URL(target, `file:///${path}`).pathname.slice(1);
        expect(pages.has(resolved), `${path} links to ${target}`).toBe(true);
      }
    }
  });

  it('reference pages describe every member', () => {
    const undescribed = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/^\| (`[^`]+`) \|.*\|\s+\|$/gmu)].map(([, member]) => `${path} ${member}`),
    );
    expect(undescribed).toEqual([]);
  });
});
