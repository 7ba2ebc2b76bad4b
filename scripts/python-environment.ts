/** Environments of Python for programs that tests work with: in `build/`, their packages pinned by hash. */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The Python interpreter of an environment, which is made when it is not there. Needs Python with venv.
 *
 * @param name - of its directory in `build/`
 * @param requirements - the file of its packages with their hashes
 */
export function pythonEnvironment(name: string, requirements: string): string {
  const directory = path.join(root, 'build', name);
  const python = path.join(directory, 'bin/python');
  const done = path.join(directory, 'installed');
  if (existsSync(done)) return python;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.dirname(directory), { recursive: true });
  const inherit: ExecFileSyncOptions = { stdio: ['ignore', 'inherit', 'inherit'] };
  // A virtual environment knows its own path, so it is made where it stays.
  execFileSync('python3', ['-m', 'venv', directory], inherit);
  execFileSync(python, ['-m', 'pip', 'install', '-q', '--require-hashes', '-r', requirements], inherit);
  writeFileSync(done, '');
  return python;
}
