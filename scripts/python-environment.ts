/** Environments of Python for programs that tests work with: in `build/`, their packages pinned by hash. */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  if (existsSync(path.join(directory, 'installed'))) return python;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.dirname(directory), { recursive: true });
  // It knows its own path, so it is made where it stays, and a link leads to it once it is whole: test files run at once.
  const made = mkdtempSync(`${directory}-`);
  const inherit: ExecFileSyncOptions = { stdio: ['ignore', 'inherit', 'inherit'] };
  execFileSync('python3', ['-m', 'venv', made], inherit);
  execFileSync(
    path.join(made, 'bin/python'),
    ['-m', 'pip', 'install', '-q', '--require-hashes', '-r', requirements],
    inherit,
  );
  writeFileSync(path.join(made, 'installed'), '');
  try {
    symlinkSync(made, directory, 'junction');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(made, { recursive: true });
  }
  return python;
}
