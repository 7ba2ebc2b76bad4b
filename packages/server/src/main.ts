/** The program on its host: `sealwright start` and `sealwright admin`. The only file that reads the environment and the arguments. */
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { AppError } from './kernel/errors.ts';

const [command = 'help', ...args] = process.argv.slice(2);

// Loading is most of a start, so the cache has to be on before the program is imported.
enableCompileCache();

try {
  const { runHostCommand } = await import('./commands/host-commands.ts');
  process.exitCode = await runHostCommand(command, args, process.env);
} catch (error) {
  // A refusal is told in one line; anything else is a bug and shows where.
  process.stderr.write(error instanceof AppError ? `sealwright: ${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}
