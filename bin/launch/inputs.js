// The files that a bundle was made of, and whether they are still what they were.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Inputs
 * @property {Readonly<Record<string, readonly number[]>>} files - what the system says of them, by their paths relative to the root
 * @property {string} digest - of all their contents
 */

/**
 * @param {string} root - of the repository
 * @param {readonly string[]} sources - what esbuild says that it has read; the rest that decides what it makes of them is added
 * @returns {Inputs}
 */
export function describeInputs(root, sources) {
  const read = sources.filter((file) => existsSync(path.join(root, file)));
  return describe(root, [...new Set([...read, ...manifestsOf(root, read), ...launcher(root)])].toSorted());
}

/**
 * Compares the files with what they were.
 *
 * Sizes and times are enough when they are equal; the time of the last change, which no program can set, is among them. Otherwise
 * contents decide, so that the copy of an installation is as good as the installation.
 *
 * @param {string} root - of the repository
 * @param {Inputs} then
 * @returns {Inputs | undefined} the same object when nothing was touched, another one when only times have changed
 */
export function comparedWithNow(root, then) {
  const isSame = Object.entries(then.files).every(([file, [size, mtimeMs, ctimeMs]]) => {
    // Two thousand times, so without path.join, which costs as much as the system call.
    const now = statSync(`${root}/${file}`, { throwIfNoEntry: false });
    return now !== undefined && now.size === size && now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs;
  });
  if (isSame) return then;
  const now = describe(root, Object.keys(then.files));
  return now.digest === then.digest ? now : undefined;
}

/**
 * Tells whether a file may have been changed after a moment that has just been, as far as the clock of the file system tells.
 *
 * @param {number} moment - in milliseconds
 * @param {Inputs} inputs - as they are now
 */
export function mayHaveChangedSince(moment, { files }) {
  const now = Date.now();
  return Object.values(files).some(([, ...times]) => times.some((at) => at > moment - CLOCK_GRAIN_MS && at <= now));
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Inputs}
 */
function describe(root, files) {
  const hash = createHash('sha256');
  /** @type {Record<string, readonly number[]>} */
  const described = {};
  for (const file of files) {
    // Before the contents: a change after this is seen by the next start.
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
    described[file] = [size, mtimeMs, ctimeMs];
    hash.update(`${file}\0${size}\0`).update(readFileSync(path.join(root, file)));
  }
  return { files: described, digest: hash.digest('base64url') };
}

/**
 * Manifests of packages decide what an import finds.
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
function manifestsOf(root, files) {
  /** @type {Set<string>} */
  const directories = new Set(['']);
  for (const file of files) {
    for (let at = path.posix.dirname(file); at !== '.' && !directories.has(at); at = path.posix.dirname(at)) {
      directories.add(at);
    }
  }
  return [...directories]
    .map((directory) => path.posix.join(directory, 'package.json'))
    .filter((file) => existsSync(path.join(root, file)));
}

/**
 * Returns the files that make bundles.
 *
 * @param {string} root
 */
function launcher(root) {
  const files = readdirSync(HERE).map((name) => path.join(HERE, name));
  return files.map((file) => path.relative(root, file).replaceAll('\\', '/'));
}

const HERE = path.dirname(fileURLToPath(import.meta.url));
const CLOCK_GRAIN_MS = 20;
