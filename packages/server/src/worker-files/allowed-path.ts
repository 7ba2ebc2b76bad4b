/** The one way to a file in a directory that the operator has allowed. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The path to use, or the reason why there is none. */
export type AllowedPath =
  | { readonly outcome: 'allowed'; readonly path: string }
  /** In none of the directories. */
  | { readonly outcome: 'outside' }
  /** A link leads out of the directory. */
  | { readonly outcome: 'led-out' };

/**
 * Finds the path to use instead of the given one: without `..`, which would mean another directory after a link.
 *
 * Compared as written, and as the directories lead: a link within one of them leads out of it for nobody.
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

/** The nearest directory that there is, without links. */
async function existingAbove(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch (error) {
    const parent = path.dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
    return existingAbove(parent);
  }
}
