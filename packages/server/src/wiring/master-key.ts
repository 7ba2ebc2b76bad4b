import type { HomeDirectory } from '../home-directory.ts';
import type { Random } from '../kernel/random.ts';
import { createMasterKey, masterKeyFromText, MasterKeySealer, readMasterKey } from '../tokens/index.ts';

/**
 * The sealer of the installation: its key comes from `secret`, else from the file in the home directory, which is made on the first
 * start.
 *
 * @throws HomeDirectoryError when there is a database and its key is missing
 * @param secret - base64 of 32 octets, such as from an environment that hosts share
 */
export async function openSealer(
  home: HomeDirectory,
  random: Random,
  secret: string | undefined,
): Promise<MasterKeySealer> {
  const key = secret === undefined ? await keyFromFile(home, random) : masterKeyFromText(secret);
  try {
    return new MasterKeySealer(key, random);
  } finally {
    key.fill(0);
  }
}

/** A new key is made for a new installation only: it would open nothing of what another one has sealed. */
async function keyFromFile(home: HomeDirectory, random: Random): Promise<Uint8Array> {
  const existing = await readMasterKey(home.masterKey);
  if (existing !== undefined) return existing;
  await home.requireNoDatabase();
  return createMasterKey(home.masterKey, random);
}
