/** The configuration of an installation, and the crypto tokens that it describes. */
import type { Duplex } from 'node:stream';
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
  RemoteKeyHost,
  serveKeyHost,
  type SoftwareSignatures,
  SoftwareTokenDriver,
} from '../tokens/index.ts';
import type { Supervisor } from './installation-deps.ts';
import { DOCUMENT_TYPES } from './document-types.ts';

interface ConfigurationDeps {
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: Random;
  readonly pkcs11?: Pick<Pkcs11TokenDriverDeps, 'libraries'>;
  readonly keystoreDirectories?: readonly string[];
  readonly signatures: SoftwareSignatures;
  readonly supervisor?: Supervisor;
}

/** Opens both together, because they need one another: a hook of a token's document stores the token's activation code. */
export async function openConfiguration(
  { sealer, clock, random, pkcs11, keystoreDirectories = [], signatures, supervisor }: ConfigurationDeps,
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
): Promise<{
  configuration: Configuration;
  tokens: CryptoTokens;
  /** Has the key host of this process answer another one; undefined where it is elsewhere. */
  serveKeys: ((channel: Duplex, onBroken: (error: unknown) => void) => void) | undefined;
}> {
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
  const software = new SoftwareTokenDriver({ keyPairs, random, signatures });
  const openLocal = () =>
    new LocalKeyHost({
      drivers: [
        software,
        new KeystoreDriver({ directories: keystoreDirectories, random, signatures }),
        ...(devices === undefined ? [] : [devices]),
      ],
      directory,
      states: keyPairs,
      attempts,
    });
  const host =
    supervisor === undefined
      ? openLocal()
      : new RemoteKeyHost({ channel: supervisor.keys, onLost: supervisor.onLost, directory, software });
  tokenWrites = new TokenDocumentWrites({ host, store: keyPairs });
  const reach = async (epoch: number) => {
    if (configuration.epoch < epoch) await configuration.refresh();
  };
  const serveKeys =
    host instanceof LocalKeyHost
      ? (channel: Duplex, onBroken: (error: unknown) => void) => serveKeyHost(channel, host, reach, onBroken)
      : undefined;
  return { configuration, serveKeys, tokens: new CryptoTokens({ host, store: keyPairs, directory, ids, clock }) };
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
