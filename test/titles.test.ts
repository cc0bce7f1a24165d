/** Titles of tests read without the `describe` around them: in the list of what failed, and in searches. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Words that begin the rest of a sentence, whose beginning is elsewhere. */
const REST = new Set(
  [
    'about above across after against among and around as at because before behind below beside between beyond but by',
    'despite during except for from if in inside into like nor of off on once only or outside over per since so',
    'than that then though through till to toward under unless until upon via when where whereas whether which while',
    'who whom whose with within without yet',
    'are be been can cannot could did do does had has have is may might must was were will would',
  ].flatMap((words) => words.split(' ')),
);

/** Words that a title has at least. */
const LEAST_WORDS = 3;

/** A title with its place. */
interface Title {
  readonly place: string;
  readonly title: string;
}

/** The titles of the tests in a file. */
function titlesIn(file: string): readonly Title[] {
  const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: Title[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !/^(?:it|test)$/u.test(nameOf(node.expression))) return;
    const [title, ...rest] = node.arguments;
    if (!title || rest.length === 0 || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
      return;
    const { line } = source.getLineAndCharacterOfPosition(title.getStart(source));
    found.push({ place: `${file}:${line + 1}`, title: title.getText(source).slice(1, -1) });
  };
  visit(source);
  return found;
}

/** The function that is called in the end: `it` of `it.skipIf(…).each([…])`. */
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return nameOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? nameOf(callee.tag) : '';
}

describe('the titles of tests', () => {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap(titlesIn);

  it('titles are found at all', () => {
    expect(all.length).toBeGreaterThan(3_000);
  });

  it('a title is a whole statement, which begins at its beginning', () => {
    const rests = all.filter(({ title }) => REST.has(title.split(/[\s,:]/u)[0]!.toLowerCase()));
    expect(rests).toEqual([]);
  });

  it(`a title has ${LEAST_WORDS} words or more`, () => {
    expect(all.filter(({ title }) => title.trim().split(/\s+/u).length < LEAST_WORDS)).toEqual([]);
  });
});
