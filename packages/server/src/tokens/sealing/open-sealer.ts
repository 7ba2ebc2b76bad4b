import type { Random } from '../../kernel/random.ts';
import { createMasterKey, masterKeyFromText, readMasterKey } from './master-key.ts';
import { MasterKeySealer } from './master-key-sealer.ts';

/** The home directory as far as the master key is concerned. */
interface MasterKeyHome {
  /** The path of the key's file. */
  readonly masterKey: string;
  /** @throws HomeDirectoryError when there is a database */
  requireNoDatabase(): Promise<void>;
}

/**
 * Opens the sealer of the installation: its key comes from `secret`, else from the file in the home directory, which is made on the first
 * start.
 *
 * @throws HomeDirectoryError when there is a database and its key is missing
 * @param secret - base64 of 32 octets, such as from an environment that hosts share
 */
export async function openSealer(
  home: MasterKeyHome,
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
async function keyFromFile(home: MasterKeyHome, random: Random): Promise<Uint8Array> {
  const existing = await readMasterKey(home.masterKey);
  if (existing !== undefined) return existing;
  await home.requireNoDatabase();
  return createMasterKey(home.masterKey, random);
}
