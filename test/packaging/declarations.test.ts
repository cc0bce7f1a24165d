import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropUnreachableDeclarations } from '../../packaging/declarations.js';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'anchorline-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  const manifest = {
    exports: { '.': { types: './dist/index.d.ts' }, './package.json': './package.json' },
    dependencies: { zod: '4' },
    peerDependencies: {},
  };
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

const isLeft = (name: string) => existsSync(join(project, name));

describe('declarations', () => {
  it('stay where an entry point leads to them, by whatever import', () => {
    write({
      'dist/index.d.ts': 'export * from \'./rooms/a.js\';\nexport declare const b: import("./b.ts").B;\n',
      'dist/rooms/a.d.ts': "import type { z } from 'zod';\nimport '../c.js';\nexport type A = z.ZodType;\n",
      'dist/b.d.ts': "import { createHash } from 'node:crypto';\nexport type B = typeof createHash;\n",
      'dist/c.d.ts': 'export {};\n',
      'dist/rooms/inner.d.ts': "export * from 'unknown';\n",
      'dist/rooms/inner.js': '',
    });
    dropUnreachableDeclarations(project);
    expect(['index', 'rooms/a', 'b', 'c'].map((name) => isLeft(`dist/${name}.d.ts`))).toEqual(
      Array(4).fill(true),
    );
    expect(isLeft('dist/rooms/inner.d.ts')).toBe(false);
    expect(isLeft('dist/rooms/inner.js')).toBe(true);
  });

  it('may not need packages that users do not have, but for examples in comments', () => {
    write({ 'dist/index.d.ts': "/**\n * import x from 'hono';\n */\nexport * from '@scope/name/part';\n" });
    expect(() => dropUnreachableDeclarations(project)).toThrow('that users do not have: @scope/name');
  });

  it('may have texts that are written as imports are', () => {
    write({ 'dist/index.d.ts': "export type End = 'from' | 'to';\n" });
    expect(() => dropUnreachableDeclarations(project)).not.toThrow();
  });
});
