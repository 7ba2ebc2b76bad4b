// The check whether code that was written by an earlier start may run in this one.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * Tells whether nobody could have written these files who could not have written the sources just as well.
 *
 * They and the directories up to the root of the repository belong to whom the sources belong, to the user that runs this, or to the
 * administrator of the host, and are not links. What stands below `node_modules` and its `.cache`, which are as others made them, can
 * be written by nobody else. Where the system knows no such owners, directories inherit their protection, and this is true.
 *
 * @param {string} root - of the repository
 * @param {...string} files - below it; directories as well
 */
export function isProtected(root, ...files) {
  if (process.getuid === undefined) return true;
  const owners = [process.getuid(), ADMINISTRATOR, lstatSync(path.join(root, 'package.json')).uid];
  /** @type {Set<string>} */
  const checked = new Set([root]);
  for (const file of files) {
    for (let at = file; !checked.has(at); at = path.dirname(at)) {
      checked.add(at);
      const { uid, mode } = lstatSync(at);
      const forbidden = path.relative(root, at).split(path.sep).length > 2 ? GROUP_OR_OTHERS : OTHERS;
      if (!owners.includes(uid) || (mode & forbidden) !== 0 || (mode & TYPE) === LINK) return false;
    }
  }
  return true;
}

const ADMINISTRATOR = 0;
const OTHERS = 0o002;
const GROUP_OR_OTHERS = 0o022;
const TYPE = 0o170000;
const LINK = 0o120000;
