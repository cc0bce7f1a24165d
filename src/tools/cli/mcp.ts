/** `anchorline mcp`: serves the commands that authors of configs use to coding agents. */
import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { InputFailure, isMissingPackage } from './failure.js';
import type { CommandOutput } from './mcp-server.js';
import type { Surroundings } from './streams.js';

const HELP = `
The server speaks over standard input and output, and is started by a coding agent:
  $ claude mcp add anchorline -- npx anchorline mcp

Its tools are lines, tables, suggest, extract, why, lint and test. They read files in the folder that the server is started
in, and none outside of it. It needs the package @modelcontextprotocol/sdk.`;

/** Runs the command line. @returns the exit code */
type CommandLine = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

/** Adds the command to the program. @param run the command line itself */
export function addMcpCommand(program: Command, streams: Surroundings, run: CommandLine): void {
  program
    .command('mcp')
    .summary('serve tools to a coding agent')
    .description('Serves what authors of configs use to a coding agent, by the Model Context Protocol.')
    .addHelpText('after', HELP)
    .action(() => serve(streams, run));
}

async function serve(streams: Surroundings, run: CommandLine): Promise<void> {
  const [{ StdioServerTransport }, { mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('./mcp-server.js'),
  ]).catch(missing);
  const server = mcpServer(streams.cwd(), (args) => captured(args, streams, run));
  const closed = new Promise<void>((ended) => {
    server.server.onclose = ended;
    streams.stdin.once('end', ended);
  });
  await server.connect(new StdioServerTransport(streams.stdin, streams.stdout));
  await closed;
  await server.close();
}

function missing(error: unknown): never {
  if (!isMissingPackage(error)) throw error;
  throw new InputFailure([
    'error: anchorline mcp needs the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk',
  ]);
}

/** Runs a command whose streams are those of nobody else: standard output belongs to the protocol. */
async function captured(
  args: readonly string[],
  streams: Surroundings,
  run: CommandLine,
): Promise<CommandOutput> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const code = await run(args, { ...streams, stdin: Readable.from([]), stdout, stderr });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
