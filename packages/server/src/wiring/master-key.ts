import type { HomeDirectory } from '../home-directory.ts';
import type { Random } from '../kernel/random.ts';
import { createMasterKey, masterKeyFromText, readMasterKey } from '../tokens/master-key.ts';
import { MasterKeySealer } from '../tokens/master-key-sealer.ts';

/**
 * The sealer of the installation: its key comes from `secret`, else from the file in the home directory, which is made on the first
 * start.
 *
 * @param secret - base64 of 32 octets, such as from an environment that hosts share
 */
export async function openSealer(
  home: HomeDirectory,
  random: Random,
  secret: string | undefined,
): Promise<MasterKeySealer> {
  const key =
    secret === undefined
      ? ((await readMasterKey(home.masterKey)) ?? (await createMasterKey(home.masterKey, random)))
      : masterKeyFromText(secret);
  try {
    return new MasterKeySealer(key, random);
  } finally {
    key.fill(0);
  }
}
