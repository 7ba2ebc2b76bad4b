/**
 * Installs pyHanko, which verifies signed PDF in the tests, in `build/pyhanko`: `node scripts/install-pyhanko.ts`.
 *
 * Its packages are pinned by hash in `scripts/pyhanko/requirements.txt`.
 */
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from './python-environment.ts';

/** The Python interpreter that has pyHanko. Made when it is not there. */
export function installPyHanko(): string {
  return pythonEnvironment('pyhanko', fileURLToPath(new URL('pyhanko/requirements.txt', import.meta.url)));
}

if (import.meta.main) console.log(installPyHanko());
