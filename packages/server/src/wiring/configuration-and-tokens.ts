/** The configuration of an installation, and the crypto tokens that it describes. */
import type { Clock } from '../kernel/clock.ts';
import type { BlockIds } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { Configuration, type HooksOfType, type Sealer } from '../modules/configuration/index.ts';
import {
  type ActivationAttemptStore,
  ConfiguredTokens,
  CryptoTokens,
  type TokenDirectory,
  TokenDocumentWrites,
} from '../modules/crypto-tokens/index.ts';
import { OwnTokenDirectory } from '../modules/signing/index.ts';
import { type Database, type SqlCryptoTokenStore, SqlDocumentStore } from '../storage/index.ts';
import {
  KeystoreDriver,
  LocalKeyHost,
  type Pkcs11TokenDriver,
  type Pkcs11TokenDriverDeps,
  type SoftwareSignatures,
  SoftwareTokenDriver,
} from '../tokens/index.ts';
import { DOCUMENT_TYPES } from './document-types.ts';

interface ConfigurationDeps {
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: Random;
  readonly pkcs11?: Pick<Pkcs11TokenDriverDeps, 'libraries'>;
  readonly keystoreDirectories?: readonly string[];
  readonly signatures: SoftwareSignatures;
}

/** Opens both together, because they need one another: a hook of a token's document stores the token's activation code. */
export async function openConfiguration(
  { sealer, clock, random, pkcs11, keystoreDirectories = [], signatures }: ConfigurationDeps,
  database: Database,
  ids: BlockIds,
  {
    attempts,
    keyPairs,
    devices,
  }: {
    readonly attempts: ActivationAttemptStore;
    readonly keyPairs: SqlCryptoTokenStore;
    readonly devices: Pkcs11TokenDriver | undefined;
  },
  hooks: (configuration: Configuration, tokenWrites: () => TokenDocumentWrites) => readonly HooksOfType[],
): Promise<{ configuration: Configuration; tokens: CryptoTokens }> {
  let tokenWrites: TokenDocumentWrites;
  const configuration = await Configuration.start({
    store: new SqlDocumentStore(database),
    sealer,
    types: DOCUMENT_TYPES,
    hooks: (made) => hooks(made, () => tokenWrites),
  });
  const directory = bothDirectories(
    new ConfiguredTokens(configuration),
    new OwnTokenDirectory({ configuration, libraries: pkcs11?.libraries ?? [] }),
  );
  const drivers = [
    new SoftwareTokenDriver({ keyPairs, random, signatures }),
    new KeystoreDriver({ directories: keystoreDirectories, random, signatures }),
    ...(devices === undefined ? [] : [devices]),
  ];
  const host = new LocalKeyHost({
    drivers,
    directory,
    states: keyPairs,
    attempts,
  });
  tokenWrites = new TokenDocumentWrites({ host, store: keyPairs });
  return { configuration, tokens: new CryptoTokens({ host, store: keyPairs, directory, ids, clock }) };
}

/** Joins the two directories. Ids are unique across both types, so a token has at most one description. */
function bothDirectories(configured: TokenDirectory, own: TokenDirectory): TokenDirectory {
  return {
    find: async (id) => (await configured.find(id)) ?? own.find(id),
    autoActivationCode: async (id) => (await configured.autoActivationCode(id)) ?? own.autoActivationCode(id),
    precedence: async (id) => [...(await configured.precedence(id)), ...(await own.precedence(id))],
    epoch: () => configured.epoch(),
  };
}
