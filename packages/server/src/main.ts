/** The program on its host: `sealwright start` and `sealwright admin`. The only file that reads the environment and the arguments. */
import { enableCompileCache } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { terminalText } from './commands/terminal-text.ts';
import { AppError } from './kernel/errors.ts';

// Arguments may hold a password, and every user of the host sees them in the list of processes until they are overwritten.
process.title = 'sealwright';

const [command = 'help', ...args] = process.argv.slice(2);

// Loading is most of a start. Compiled code is kept where only the user that runs the server can change it. Threads find the place in the
// environment: without it each of them loads a compiler of its own, which costs 15 MB.
process.env['NODE_COMPILE_CACHE'] ??= path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'),
  'sealwright',
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

try {
  const { runHostCommand } = await import('./commands/host-commands.ts');
  process.exitCode = await runHostCommand(command, args, process.env);
} catch (error) {
  // A refusal is told in one line; anything else is a bug and shows where. Both may quote what others wrote.
  const lines = error instanceof AppError ? [`sealwright: ${error.message}`] : (error as Error).stack!.split('\n');
  process.stderr.write(`${lines.map(terminalText).join('\n')}\n`);
  process.exitCode = 1;
}
