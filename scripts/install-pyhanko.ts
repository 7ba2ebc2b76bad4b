/**
 * Installs pyHanko, which verifies signed PDF in the tests, in `build/pyhanko`: `node scripts/install-pyhanko.ts`.
 *
 * Its packages are pinned by hash in `scripts/pyhanko/requirements.txt`. Needs Python with venv.
 */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The Python interpreter that has pyHanko. Made when it is not there. */
export function installPyHanko(): string {
  const directory = path.join(root, 'build/pyhanko');
  const python = path.join(directory, 'bin/python');
  const done = path.join(directory, 'installed');
  if (existsSync(done)) return python;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.dirname(directory), { recursive: true });
  const inherit: ExecFileSyncOptions = { stdio: ['ignore', 'inherit', 'inherit'] };
  // A virtual environment knows its own path, so it is made where it stays.
  execFileSync('python3', ['-m', 'venv', directory], inherit);
  const requirements = path.join(root, 'scripts/pyhanko/requirements.txt');
  execFileSync(python, ['-m', 'pip', 'install', '-q', '--require-hashes', '-r', requirements], inherit);
  writeFileSync(done, '');
  return python;
}

if (import.meta.main) console.log(installPyHanko());
