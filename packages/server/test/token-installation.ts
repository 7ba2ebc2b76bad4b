/** Crypto tokens over a real database, for tests: what the composition root puts together, and nothing of the rest. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../src/kernel/clock.ts';
import { BlockIds, type Ids } from '../src/kernel/ids.ts';
import { type Random, systemRandom } from '../src/kernel/random.ts';
import { newUnitId, type Write } from '../src/kernel/unit-of-work.ts';
import { Configuration, DocumentPlanner } from '../src/modules/configuration/index.ts';
import {
  ConfiguredTokens,
  type CryptoTokenDriver,
  cryptoTokenHooks,
  CryptoTokens,
  cryptoTokenType,
  type InsertKeyPair,
  type StoredKeyPair,
  TokenDocumentWrites,
} from '../src/modules/crypto-tokens/index.ts';
import { SqlActivationAttemptStore } from '../src/storage/stores/keys/activation-attempt-store.ts';
import { SqlCryptoTokenStore, cryptoTokenWrites } from '../src/storage/stores/keys/crypto-token-store.ts';
import type { Database } from '../src/storage/engine/database.ts';
import { documentWrites, SqlDocumentStore } from '../src/storage/stores/installation/document-store.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import type { WriteDefinition } from '../src/storage/sql/write-definition.ts';
import { LocalKeyHost } from '../src/tokens/key-host/local-key-host.ts';
import { MasterKeySealer } from '../src/tokens/sealing/master-key-sealer.ts';
import { SoftwareSignatures } from '../src/tokens/software/software-signatures.ts';
import { SoftwareTokenDriver } from '../src/tokens/software/software-token.ts';

/** Cheap enough for hundreds of tests. */
export const TEST_SCRYPT_COST = { logN: 4, r: 1, p: 1 };

/** A database and what every process on it shares. */
export class TokenInstallation {
  readonly database: Database;
  readonly store: SqlCryptoTokenStore;
  readonly attempts: SqlActivationAttemptStore;
  readonly random: Random = systemRandom();
  readonly ids: Ids;
  readonly clock = new TestClock();
  readonly #masterKey = this.random.bytes(32);
  readonly #directory: string;

  private constructor(database: Database, ids: Ids, directory: string) {
    this.database = database;
    this.ids = ids;
    this.store = new SqlCryptoTokenStore(database);
    this.attempts = new SqlActivationAttemptStore(database);
    this.#directory = directory;
  }

  static async start(): Promise<TokenInstallation> {
    const directory = mkdtempSync(join(tmpdir(), 'tokens-'));
    const database = await openDatabase({
      url: join(directory, 'test.db'),
      definitions: [...documentWrites, ...cryptoTokenWrites] as readonly WriteDefinition[],
      onBackgroundError: fail,
      dangerSynchronous: 'OFF',
    });
    return new TokenInstallation(database, await BlockIds.start(() => database.claimIdBlock(), fail), directory);
  }

  /** One server process of the installation, with a key host of its own, and with drivers besides the one for software. */
  async startProcess(drivers: readonly CryptoTokenDriver[] = []): Promise<TokenProcess> {
    const { store, attempts, random, ids, clock } = this;
    const documents = new SqlDocumentStore(this.database);
    const sealer = new MasterKeySealer(this.#masterKey, random);
    const configuration = await Configuration.start({
      store: documents,
      sealer,
      types: [cryptoTokenType],
      hooks: () => [
        cryptoTokenHooks(
          () => tokenWrites,
          async () => [],
        ),
      ],
    });
    const planner = new DocumentPlanner({ configuration, ids, random, sealer, clock });
    const directory = new ConfiguredTokens(configuration);
    const signatures = new SoftwareSignatures(assert.ifError);
    const software = new SoftwareTokenDriver({ keyPairs: store, random, signatures, scryptCost: TEST_SCRYPT_COST });
    const host = new LocalKeyHost({ drivers: [software, ...drivers], directory, states: store, attempts });
    const tokenWrites = new TokenDocumentWrites({ host, store });
    const tokens = new CryptoTokens({ host, store, directory, ids, clock });
    return { configuration, planner, host, tokens };
  }

  /** Commits writes as one unit, planned under `epoch`. */
  commit(writes: readonly Write[], epoch?: number): Promise<void> {
    return this.database.commit({ id: newUnitId(this.clock, this.random), epoch, writes });
  }

  /** Stores a key pair as a plan does. */
  async keep(tokenId: number, keyPair: StoredKeyPair): Promise<void> {
    const write: InsertKeyPair = {
      op: 'crypto-token-key.insert',
      id: this.ids.next(),
      tokenId,
      createdMs: 0,
      ...keyPair,
    };
    await this.commit([write]);
  }

  /** Deletes the row of a key pair. */
  async discard(tokenId: number, alias: string): Promise<void> {
    const { id } = (await this.store.findKeyPair(tokenId, alias))!;
    await this.commit([{ op: 'crypto-token-key.delete', id, tokenId } as Write]);
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.#directory, { recursive: true });
  }
}

export interface TokenProcess {
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly host: LocalKeyHost;
  readonly tokens: CryptoTokens;
}

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  ms = 1_700_000_000_000;

  nowMs(): number {
    return this.ms;
  }
}

function fail(error: unknown): never {
  throw error;
}
