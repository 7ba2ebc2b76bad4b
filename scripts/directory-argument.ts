import path from 'node:path';
import process from 'node:process';

/** Returns the directory that a script is called with. Ends the process when there is none. */
export function directoryArgument(): string {
  const [, script = '', directory] = process.argv;
  if (directory === undefined) {
    console.error(`usage: node ${path.relative('', script)} DIRECTORY`);
    process.exit(2);
  }
  return directory;
}
