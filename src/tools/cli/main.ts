#!/usr/bin/env node
/** The `anchorline` command. */
import { setFlagsFromString } from 'node:v8';
import { programBeside } from '../../foundation/platform/program.js';
import { PDF_AHEAD, startAhead } from '../../run/wall/head-start.js';
import { patientCompiler } from '../../run/wall/patient-compiler.js';

for (const flag of patientCompiler()) setFlagsFromString(flag);

const args = process.argv.slice(2);
const isPdf = (arg: string) => /\.pdf$/iu.test(arg);
/** What may say that no process reads the document. */
const WITHOUT_WORKER = /^(?:--workers\b.*|--help|-h)$/u;

// It loads the library while this process loads the command.
if (args[0] === 'extract' && !args.some((arg) => WITHOUT_WORKER.test(arg)))
  startAhead({
    ...programBeside(import.meta.url, '../../run/programs/worker'),
    args: args.some(isPdf) ? [PDF_AHEAD] : [],
  });

const { EXIT, run } = await import('./program.js');

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has seen enough, as `head` does; that is no failure.
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
}

process.exitCode = await run(args, process);
