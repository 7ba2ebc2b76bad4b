// The file that runs a program: that of its bundle, which is made when there is none of the present sources, or that of the sources.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findBundle, makeBundle } from './bundle.js';

/**
 * @param {string} root - of the repository
 * @param {string} packageName - of the directory in `packages` that has the program
 * @returns {Promise<string>} the file to import
 */
export async function programFile(root, packageName) {
  const bundle = findBundle(root, packageName) ?? (await makeOrTell(root, packageName));
  if (bundle !== undefined) {
    cacheCompiledCode(path.join(bundle, 'compiled'));
    return path.join(bundle, 'main.js');
  }
  cacheCompiledCode(path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'sealwright'));
  return path.join(root, 'packages', packageName, 'src/main.ts');
}

/**
 * @param {string} root
 * @param {string} packageName
 */
async function makeOrTell(root, packageName) {
  try {
    return await makeBundle(root, packageName);
  } catch (error) {
    console.error(
      `sealwright: runs from its sources, since they cannot be bundled: ${/** @type {Error} */ (error).message}`,
    );
    return undefined;
  }
}

/**
 * Has Node keep the code that it compiles. Threads find the place in the environment: without it each of them that reads sources loads a
 * compiler of its own, which costs 15 MB.
 *
 * @param {string} directory - used when it can be the user's own: what others can write to must not be executed
 */
function cacheCompiledCode(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    if (process.getuid !== undefined && lstatSync(directory).uid !== process.getuid()) return;
    chmodSync(directory, 0o700);
  } catch {
    // Loading takes longer and nothing else.
    return;
  }
  process.env['NODE_COMPILE_CACHE'] = directory;
  enableCompileCache(directory);
}
