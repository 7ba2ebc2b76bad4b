/** A configuration in a database of its own, for tests. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockIds } from '../../packages/server/src/kernel/ids.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { newUnitId, planAndCommit } from '../../packages/server/src/kernel/unit-of-work.ts';
import {
  type AnyDocumentType,
  Configuration,
  type DocumentChange,
  type DocumentPlan,
  DocumentPlanner,
  type DocumentStore,
  type HooksOfType,
  type Sealer,
} from '../../packages/server/src/modules/configuration/index.ts';
import {
  documentWrites,
  SqlDocumentStore,
} from '../../packages/server/src/storage/stores/installation/document-store.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';

/** The configuration and the use cases that a test works with. */
export type TestConfiguration = Awaited<ReturnType<typeof openConfiguration>>;

/** Opens a configuration of `types` on a new SQLite file. `await using` closes and removes it. */
export async function openConfiguration(types: readonly AnyDocumentType[], hooks: readonly HooksOfType[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'configuration-'));
  const database = await openDatabase({
    url: join(directory, 'test.db'),
    definitions: documentWrites,
    onBackgroundError: (error) => {
      throw error;
    },
  });
  const store = new SqlDocumentStore(database);
  const sealer = testSealer();
  const clock = { nowMs: () => 1_900_000_000_000 };
  const random = systemRandom();
  const ids = await BlockIds.start(
    () => database.claimIdBlock(),
    (error) => {
      throw error;
    },
  );
  const start = (on: DocumentStore = store) => Configuration.start({ store: on, sealer, types, hooks: () => hooks });
  const close = async () => {
    await database.close();
    rmSync(directory, { recursive: true });
  };
  const configuration = await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const plannerOf = (on: Configuration) => new DocumentPlanner({ configuration: on, sealer, ids, random, clock });
  const planner = plannerOf(configuration);
  return {
    configuration,
    planner,
    /** The planner of another process. */
    plannerOf,
    store,
    database,
    /** As another process sees the same database, through `on` when it is given. */
    start,
    /** Plans and commits, again when the configuration has moved. */
    async apply(...changes: readonly DocumentChange[]): Promise<DocumentPlan> {
      const done = await planAndCommit(async (previous) => {
        if (previous !== undefined) await configuration.refresh();
        const plan = await planner.plan(changes);
        return { unit: { id: newUnitId(clock, random), epoch: plan.epoch, writes: plan.writes }, result: plan };
      }, database);
      await configuration.refresh();
      return done;
    },
    /** Commits a plan as it is. */
    commit(plan: DocumentPlan): Promise<void> {
      return database.commit({ id: newUnitId(clock, random), epoch: plan.epoch, writes: plan.writes });
    },
    [Symbol.asyncDispose]: close,
  };
}

/** The store as a plain object, and the names of the reads that it was asked for. */
export function counted(store: DocumentStore): { store: DocumentStore; asked: string[] } {
  const asked: string[] = [];
  const count = <A extends unknown[], R>(name: string, read: (...given: A) => R) => {
    return (...given: A): R => {
      asked.push(name);
      return read(...given);
    };
  };
  return {
    asked,
    store: {
      readEpoch: () => store.readEpoch(),
      findById: count('findById', (type: string, id: number) => store.findById(type, id)),
      findByName: count('findByName', (type: string, key: string) => store.findByName(type, key)),
      findByPublicId: count('findByPublicId', (type: string, id: number) => store.findByPublicId(type, id)),
      findByIds: count('findByIds', (type: string, ids: readonly number[]) => store.findByIds(type, ids)),
      findByNames: count('findByNames', (type: string, keys: readonly string[]) => store.findByNames(type, keys)),
      publicIdsAmong: count('publicIdsAmong', (type: string, ids: readonly number[]) =>
        store.publicIdsAmong(type, ids),
      ),
      highestPublicId: count('highestPublicId', (type: string) => store.highestPublicId(type)),
      page: count('page', (type: string, after: string, limit: number) => store.page(type, after, limit)),
      pageHeads: count('pageHeads', (type: string, after: string, limit: number) =>
        store.pageHeads(type, after, limit),
      ),
    },
  };
}

/** AES-256-GCM under a key that lives as long as the test. */
export function testSealer(): Sealer {
  const key = randomBytes(32);
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    },
  };
}
