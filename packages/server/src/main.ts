/** The program on its host: `sealwright start`, `sealwright doctor` and the like. The only file that reads the environment and the arguments. */
import process from 'node:process';
import { runHostCommand } from './commands/host-commands.ts';
import { terminalText } from './commands/terminal-text.ts';
import { AppError } from './kernel/errors.ts';
import { StorageUnavailableError } from './kernel/unit-of-work.ts';

// Arguments may hold a password, and every user of the host sees them in the list of processes until they are overwritten.
process.title = 'sealwright';

/** Errors of the command line or the settings. Their exit code is the same as in the program that speaks to servers. */
const COMMAND_LINE: ReadonlySet<string> = new Set(['installation.bad_argument', 'installation.bad_setting']);

try {
  process.exitCode = await runHostCommand(process.argv.slice(2), process.env);
} catch (error) {
  // A refusal is told in one line; anything else is a bug and shows where. Both may quote what others wrote.
  const lines =
    error instanceof AppError
      ? [`sealwright: ${error.message}${reasonOf(error)}`]
      : (error as Error).stack!.split('\n');
  process.stderr.write(`${lines.map(terminalText).join('\n')}\n`);
  process.exitCode = error instanceof AppError && COMMAND_LINE.has(error.code) ? 2 : 1;
}

/** Returns the reason why the database is not available. Clients do not learn it; the operator who starts the program can mend it. */
function reasonOf(error: AppError): string {
  const { cause } = error;
  return error instanceof StorageUnavailableError && cause instanceof Error ? ` (${cause.message})` : '';
}
