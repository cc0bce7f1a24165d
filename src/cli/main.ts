#!/usr/bin/env node
/** The `anchorline` command. */
import { EXIT, run } from './program.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has seen enough, as `head` does; that is no failure.
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), process);
