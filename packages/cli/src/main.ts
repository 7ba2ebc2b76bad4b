/** The `sealwright` command: the only file that looks at the process. */
import { randomBytes } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

// Loading is most of a short command, so the cache has to be on before the program is imported. It stands in the user's own
// directory: what others can write to must not be executed. Where it cannot be made, loading takes longer and nothing else.
enableCompileCache(path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'sealwright'));
const { runCli } = await import('./program.ts');
const { askSecret, readToEnd } = await import('./terminal.ts');

// The reader of a pipe that has seen enough, as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  userHome: os.homedir(),
  interactive: process.stderr.isTTY,
  readInput: () => readToEnd(process.stdin),
  askSecret: (prompt) => askSecret(prompt, process.stdin, process.stderr),
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  random: (count) => new Uint8Array(randomBytes(count)),
});
