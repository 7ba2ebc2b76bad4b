/** The `sealwright` command: the only file that looks at the process. */
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import { runCli } from './program.ts';
import { askQuestion, askSecret, readToEnd } from './terminal/terminal.ts';

// The reader of a pipe that has seen enough, as `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  userHome: os.homedir(),
  interactive: process.stderr.isTTY,
  readInput: () => readToEnd(process.stdin),
  askSecret: (prompt) => askSecret(prompt, process.stdin, process.stderr),
  askQuestion: (prompt) => askQuestion(prompt, process.stdin, process.stderr),
  now: () => Date.now(),
  writeOut: (text) => process.stdout.write(text),
  streamOut: (text) =>
    new Promise((resolve) => process.stdout.write(text, (error) => resolve(!(error instanceof Error)))),
  writeError: (text) => process.stderr.write(text),
  random: (count) => new Uint8Array(randomBytes(count)),
});
