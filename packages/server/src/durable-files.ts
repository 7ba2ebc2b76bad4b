/** Files that survive the loss of power, for their owner alone. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Makes a directory (0700 unless given) with those above it that are missing, each durable in the one that holds it. */
export async function makeDirectory(directory: string, mode = OWNER_DIRECTORY): Promise<void> {
  const topmost = await mkdir(directory, { recursive: true, mode });
  if (topmost === undefined) return;
  for (let made = directory; ; made = path.dirname(made)) {
    await syncDirectory(path.dirname(made));
    if (made === topmost) return;
  }
}

/** Writes a file (0600) that must not be there yet. Its name is durable once its directory is: {@link syncDirectory}. */
export async function writeDurably(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(file, 'wx', OWNER_FILE);
  try {
    await handle.writeFile(content);
    await handle.chmod(OWNER_FILE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes durable which files are in a directory. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows has no directory handle to flush.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const OWNER_DIRECTORY = 0o700;
const OWNER_FILE = 0o600;
