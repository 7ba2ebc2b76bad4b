/** Path check for files in directories that the operator has allowed. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The path to use, or the reason of the refusal. */
export type AllowedPath =
  | { readonly outcome: 'allowed'; readonly path: string }
  /** Outside all directories. */
  | { readonly outcome: 'outside' }
  /** A link leads out of the directory. */
  | { readonly outcome: 'led-out' };

/**
 * Returns the normalized path to use, without `..`, which after a link would mean another directory.
 *
 * The path is compared as written and after resolving links, so that no link in an allowed directory leads out of it.
 *
 * @param directories - absolute
 */
export async function allowedPath(file: string, directories: readonly string[]): Promise<AllowedPath> {
  const resolved = path.resolve(file);
  const directory = directories.find((allowed) => isWithin(resolved, allowed));
  if (!path.isAbsolute(file) || directory === undefined) return { outcome: 'outside' };
  const real = await realpath(directory);
  const above = await existingAbove(path.dirname(resolved));
  if (above !== real && !isWithin(above, real)) return { outcome: 'led-out' };
  return { outcome: 'allowed', path: resolved };
}

function isWithin(file: string, directory: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Returns the nearest existing directory, with links resolved. */
async function existingAbove(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch (error) {
    const parent = path.dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
    return existingAbove(parent);
  }
}
