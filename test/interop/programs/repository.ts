/** Files of repositories that no registry has, by the commit. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD = fileURLToPath(new URL('../../../build', import.meta.url));

/** Files of one repository at one commit. */
export interface RepositoryFiles {
  /** Of its directory in `build/`. */
  readonly name: string;
  readonly url: string;
  /** The environment variable that names a clone to take instead. */
  readonly variable: string;
  /** In full, so that it says what the files hold. */
  readonly commit: string;
  /** From its root. */
  readonly paths: readonly string[];
}

/** Returns the directory with the files, which are fetched unless they are there. Several test files may do it at once. */
export async function checkOut({ name, url, variable, commit, paths }: RepositoryFiles): Promise<string> {
  const directory = path.join(BUILD, name);
  const checkedOut = path.join(directory, commit);
  if (existsSync(checkedOut)) return checkedOut;
  const repository = process.env[variable] ?? url;
  mkdirSync(directory, { recursive: true });
  const clone = mkdtempSync(path.join(directory, 'clone-'));
  try {
    await run('git', ['clone', '-q', '--no-checkout', repository, clone]);
    await run('git', ['-C', clone, 'checkout', '-q', commit, '--', ...paths]);
  } catch (error) {
    rmSync(clone, { recursive: true });
    throw new TypeError(`${repository} cannot be cloned: give a clone that you have as ${variable}`, { cause: error });
  }
  try {
    renameSync(clone, checkedOut);
  } catch (error) {
    rmSync(clone, { recursive: true });
    if (!existsSync(checkedOut)) throw error;
  }
  return checkedOut;
}
