/** Processes that are started before somebody asks for one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Program } from '../../../src/foundation/platform/program.js';
import { PROCESS_DEFAULTS } from '../../../src/limits.js';
import type { GuardedProcess, ProcessLimits } from '../../../src/run/wall/guarded-process.js';
import { PDF_AHEAD, startAhead, startedProcess } from '../../../src/run/wall/head-start.js';

/** A program that says that it listens, and answers with its process id and its arguments. */
const SOURCE = `
  process.on('message', () => process.send({ pid: process.pid, args: process.argv }));
  process.send({ ready: true });
  process.on('disconnect', () => process.exit());
`;

let folder: string;
let program: Program;
const processes: GuardedProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchorline-'));
  await writeFile(join(folder, 'program.mjs'), SOURCE);
  program = { url: pathToFileURL(join(folder, 'program.mjs')), nodeOptions: [] };
});

afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.remove()));
  await rm(folder, { recursive: true });
});

/** The id that a process answers with, once it has said that it listens. */
async function take(limits: ProcessLimits): Promise<unknown> {
  return (await answerOf(limits)).pid;
}

function answerOf(limits: ProcessLimits): Promise<{ readonly pid: unknown; readonly args: unknown }> {
  return new Promise((resolve, reject) => {
    const taken: GuardedProcess = startedProcess(program, limits, {
      ready: () => void taken.send({}),
      received: (message: unknown) => resolve(message as { pid: unknown; args: unknown }),
      ended: reject,
    });
    processes.push(taken);
  });
}

it('gives the process that was started ahead once, and only for its own limits', async () => {
  startAhead(program);
  startAhead(program);
  const ids = await Promise.all([
    take({ ...PROCESS_DEFAULTS, heapMegabytes: 64 }),
    take(PROCESS_DEFAULTS),
    take(PROCESS_DEFAULTS),
  ]);
  expect(new Set(ids).size).toBe(3);
});

it('hands over a process that is ready already', async () => {
  startAhead(program);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await take(PROCESS_DEFAULTS)).toEqual(expect.any(Number));
});

it('hands over a process with arguments of its own to whoever asks for its program', async () => {
  startAhead({ ...program, args: [PDF_AHEAD] });
  expect((await answerOf(PROCESS_DEFAULTS)).args).toContain(PDF_AHEAD);
});
