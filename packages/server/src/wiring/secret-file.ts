/** Secret files that the settings name. */
import { open } from 'node:fs/promises';
import process from 'node:process';

/**
 * Reads a secret file, which only its owner may be able to read.
 *
 * @param refuse - makes the error of what is wrong, a clause that begins with a verb and never holds what is in the file
 */
export async function readSecretFile(name: string, refuse: (what: string, cause?: Error) => Error): Promise<string> {
  const file = await open(name).catch((cause: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read: ${cause.code}.`, cause);
  });
  try {
    const { mode, size } = await file.stat();
    if ((mode & OTHERS) !== 0 && process.platform !== 'win32')
      throw refuse(`may be read or written by others. Run 'chmod 600 ${name}', and make another secret.`);
    if (size > MAX_OCTETS) throw refuse('is too large.');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const OTHERS = 0o077;
const MAX_OCTETS = 1024;
