/**
 * Builds `pkcs11js`, the optional peer of the server, for the tests, in `build/pkcs11js`: `node scripts/install-pkcs11js.ts`.
 *
 * It compiles on install, so `npm ci` does not bring it and the workspace's lock file does not have it; its own lock file stands in
 * `scripts/pkcs11js`. Needs a C++ compiler, make and Python. The headers are those of the Node that runs this.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The directory that the server is given as `--pkcs11js`. Made when it is not there; tests may ask at the same time. */
export function installPkcs11js(): string {
  const directory = path.join(root, 'build/pkcs11js');
  if (isBuilt(directory)) return directory;
  mkdirSync(path.dirname(directory), { recursive: true });
  const work = mkdtempSync(path.join(root, 'build/pkcs11js-'));
  try {
    cpSync(path.join(root, 'scripts/pkcs11js'), work, { recursive: true });
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: work,
      env: { ...process.env, ...headersOfNode() },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (!isBuilt(work)) throw new RangeError('npm ci has not built pkcs11js');
    if (!isBuilt(directory)) rmSync(directory, { recursive: true, force: true });
    renameSync(work, directory);
  } catch (error) {
    // Another one may have been first.
    if (!isBuilt(directory)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return directory;
}

function isBuilt(directory: string): boolean {
  return existsSync(path.join(directory, 'node_modules/pkcs11js/build/Release/pkcs11.node'));
}

/** So that node-gyp downloads nothing. */
function headersOfNode(): Record<string, string> {
  const directory = path.join(root, `node_modules/node-${process.platform}-${process.arch}`);
  return existsSync(path.join(directory, 'include')) ? { npm_config_nodedir: directory } : {};
}

if (import.meta.main) console.log(installPkcs11js());
