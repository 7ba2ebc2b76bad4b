/** Authentication of end entities by their passwords, on every kind of database for two processes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { authorityType } from '../../../../test/configuration/document-types.ts';
import { testSealer } from '../../../../test/configuration/open-configuration.ts';
import { BlockIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newUnitId, type Write } from '../../src/kernel/unit-of-work.ts';
import { type Administrator, CountedAttempts, SYSTEM } from '../../src/modules/access/index.ts';
import { AuditLog, RecordBound } from '../../src/modules/audit/index.ts';
import { StoredCertificateHolders } from '../../src/modules/ca/index.ts';
import { Configuration } from '../../src/modules/configuration/index.ts';
import {
  certificateProfileType,
  END_ENTITY_PROFILE_ID,
  endEntityProfileType,
} from '../../src/modules/profiles/index.ts';
import {
  type AuthenticatedEndEntity,
  AuthenticateEndEntity,
  LoginAttempts,
  makePasswordVerifier,
} from '../../src/modules/ra/end-entities/index.ts';
import {
  END_ENTITY_STATUS,
  type EndEntity,
  type InsertEndEntity,
  type UpdateEndEntity,
} from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { SqlActivationAttemptStore } from '../../src/storage/stores/keys/activation-attempt-store.ts';
import { SqlCertificateStore } from '../../src/storage/stores/certificates/certificate-store.ts';
import { SqlDocumentStore } from '../../src/storage/stores/installation/document-store.ts';
import { SqlEndEntityStore } from '../../src/storage/stores/end-entities/end-entity-store.ts';
import { SqlKeptKeyStore } from '../../src/storage/stores/end-entities/kept-key-store.ts';
import { WRITE_DEFINITIONS } from '../../src/storage/stores/stores.ts';
import { freshName } from './contract-writes.ts';
import { endEntityOf } from '../end-entity-of.ts';
import { FakeTime, START_MS } from '../fake-time.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';
import { atEnd } from '../at-end.ts';

const PASSWORD = 'foo123';
const refused = { code: 'ra.not_authenticated', kind: 'forbidden' };
const tooMany = { code: 'access.too_many_passwords', kind: 'rate-limited' };
const HOST: Administrator = { kind: 'host' };
const anybody = (_endEntity: EndEntity): boolean => true;

/** Defines the suite. */
export function describeLogins(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`logins of end entities on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let databases: readonly [Database, Database];
    let processes: readonly [Process, Process];
    let verifier: string;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = WRITE_DEFINITIONS;
      const open = () => openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      databases = [await open(), await open()];
      processes = [await processOn(databases[0]), await processOn(databases[1])];
      verifier = await makePasswordVerifier(PASSWORD, systemRandom());
    });
    after(async () => {
      for (const database of databases) await database.close();
      await temporary.remove();
    });

    const commit = (...writes: Write[]) =>
      databases[0].commit({ id: newUnitId(systemClock, systemRandom()), epoch: undefined, writes });
    const find = (username: string) => new SqlEndEntityStore(databases[0]).findByUsername(username);
    const insert = async (changes: Partial<EndEntity> = {}): Promise<EndEntity> => {
      const endEntity = endEntityOf({
        endEntityProfileId: END_ENTITY_PROFILE_ID.EMPTY,
        passwordVerifier: verifier,
        ...changes,
      });
      const write: InsertEndEntity = { op: 'end-entity.insert', endEntity };
      await commit(write);
      return endEntity;
    };
    const limited = (maximum: number, remaining = maximum) => insert({ extended: { logins: { maximum, remaining } } });
    const login = (
      { username }: Pick<EndEntity, 'username'>,
      password = PASSWORD,
      { process = 0, as = SYSTEM, isVisible = anybody } = {},
    ): Promise<AuthenticatedEndEntity> =>
      processes[process]!.authentication.authenticate(as, { username, password }, isVisible);

    it('know the password', async () => {
      const endEntity = await insert();
      const { id, username } = await login(endEntity);
      assert.deepEqual([id, username], [endEntity.id, endEntity.username]);
    });

    it('refuse all who may not enroll alike, and look at a password each time', async () => {
      const none = { username: freshName() };
      const statuses = Object.values(END_ENTITY_STATUS).filter((status) => ![10, 11, 30, 70].includes(status));
      const cases = [
        none,
        await insert({ passwordVerifier: undefined }),
        await limited(3, 0).then(async (endEntity) => set(endEntity, { status: END_ENTITY_STATUS.GENERATED })),
        ...(await Promise.all(statuses.map((status) => insert({ status })))),
      ];
      const messages = new Set<string>();
      for (const endEntity of cases) {
        const before = process.cpuUsage().user;
        await assert.rejects(login(endEntity), (error: Error) => {
          messages.add(error.message);
          return (error as Error & { code: string }).code === refused.code;
        });
        assert.ok(
          process.cpuUsage().user - before > 5000,
          `scrypt takes more processor time, ${JSON.stringify(endEntity)}`,
        );
      }
      await assert.rejects(login(await insert(), 'wrong'), (error: Error) => messages.has(error.message));
      assert.equal(messages.size, 1);
    });

    it('wait until nobody can tell from the time why they are refused', async () => {
      const { waited } = processes[0];
      for (const endEntity of [{ username: freshName() }, await insert(), await limited(3)]) {
        waited.length = 0;
        await assert.rejects(login(endEntity, 'wrong'), refused);
        assert.equal(waited.at(-1), 250);
      }
    });

    it('are those of the statuses that may enroll', async () => {
      for (const status of [10, 11, 30, 70] as const) await login(await insert({ status }));
    });

    it('know nobody whom the caller may not see, and take no attempt from them', async () => {
      const endEntity = await limited(3);
      await assert.rejects(login(endEntity, PASSWORD, { isVisible: ({ caId }) => caId !== endEntity.caId }), refused);
      assert.deepEqual(await find(endEntity.username), endEntity);
    });

    it('count wrong passwords down, and give all back after the right one', async () => {
      const { username } = await limited(5);
      await assert.rejects(login({ username }, 'wrong'), refused);
      await assert.rejects(login({ username }, 'wrong', { process: 1 }), refused);
      assert.deepEqual((await find(username))!.extended.logins, { maximum: 5, remaining: 3 });
      await login({ username });
      assert.deepEqual((await find(username))!.extended.logins, { maximum: 5, remaining: 5 });
    });

    it('make the end entity GENERATED with the last wrong password, and take its password away', async () => {
      const { username } = await limited(2);
      await assert.rejects(login({ username }, 'wrong'), refused);
      assert.equal((await find(username))!.status, END_ENTITY_STATUS.NEW);
      await assert.rejects(login({ username }, 'wrong', { process: 1 }), refused);
      const { status, passwordVerifier, extended } = (await find(username))!;
      assert.deepEqual([status, passwordVerifier], [END_ENTITY_STATUS.GENERATED, undefined]);
      assert.deepEqual(extended.logins, { maximum: 2, remaining: 0 });
      await assert.rejects(login({ username }, PASSWORD, { as: HOST }), refused);
    });

    it('try one of many wrong passwords at once in two processes when one attempt is left', async () => {
      const endEntity = await limited(9, 1);
      let tries = 0;
      const results = await Promise.allSettled(
        Array.from({ length: 64 }, (_, index) => {
          const caller = { actor: { name: 'test', evidence: {} }, renewable: false };
          return processes[index % 2]!.logins.run(endEntity, caller, async () => {
            tries++;
            return false;
          });
        }),
      );
      assert.deepEqual(
        new Set(results.map((result) => result.status === 'fulfilled' && result.value)),
        new Set([false]),
      );
      assert.equal(tries, 1);
      assert.equal((await find(endEntity.username))!.status, END_ENTITY_STATUS.GENERATED);
    });

    it('let all in who give the right password at once in two processes, with one attempt left', async () => {
      const endEntity = await limited(1);
      const logins = Array.from({ length: 6 }, (_, index) => login(endEntity, PASSWORD, { process: index % 2 }));
      for (const { id } of await Promise.all(logins)) assert.equal(id, endEntity.id);
      assert.deepEqual((await find(endEntity.username))!.extended.logins, { maximum: 1, remaining: 1 });
    });

    it('count an attempt of a process that has ended meanwhile', async (t) => {
      const { passing } = processes[0];
      passing.milliseconds = 1000;
      atEnd(t, () => (passing.milliseconds = 0));
      // It has taken the last attempt.
      const { username } = await limited(1, 0);
      await assert.rejects(login({ username }), refused);
      assert.equal((await find(username))!.status, END_ENTITY_STATUS.GENERATED);
    });

    it('wait after three wrong passwords, whether there is such an end entity or not, and only for that caller', async () => {
      for (const { username } of [{ username: freshName() }, await insert(), await limited(9)]) {
        for (const process of [0, 1, 0]) await assert.rejects(login({ username }, 'wrong', { process }), refused);
        await assert.rejects(login({ username }, PASSWORD, { process: 1 }), { ...tooMany, retryAfterSeconds: 1 });
        const isThere = (await find(username)) !== undefined;
        const ofOther = login({ username }, PASSWORD, { as: HOST });
        await (isThere ? ofOther : assert.rejects(ofOther, refused));
      }
    });

    it('hold no longer when the end entity has another password, another status, or is another one', async () => {
      const endEntity = await insert();
      const { authentication } = processes[0];
      const shown = await login(endEntity);
      assert.equal(await authentication.requireStill(shown, endEntity), endEntity);
      for (const changed of [
        undefined,
        { ...endEntity, id: endEntity.id + 1 },
        { ...endEntity, passwordVerifier: 'another' },
        { ...endEntity, passwordVerifier: undefined },
        { ...endEntity, status: END_ENTITY_STATUS.GENERATED },
      ])
        await assert.rejects(authentication.requireStill(shown, changed), refused);
    });

    const set = async (endEntity: EndEntity, changes: Partial<EndEntity>): Promise<EndEntity> => {
      const changed = { ...endEntity, ...changes, version: endEntity.version + 1 };
      const write: UpdateEndEntity = {
        op: 'end-entity.update',
        endEntity: changed,
        expectedVersion: endEntity.version,
      };
      await commit(write);
      return changed;
    };
  });
}

type Process = Awaited<ReturnType<typeof processOn>>;

/**
 * The authentication of one process. Its time passes only while it waits, and only when a test says so. The database's clock, by which wrong
 * passwords have the next one wait, stands still.
 */
async function processOn(database: Database) {
  const [random, time] = [systemRandom(), new FakeTime()];
  const ids = await BlockIds.start(
    () => database.claimIdBlock(),
    (error) => {
      throw error;
    },
  );
  const audit = new AuditLog({ clock: time, random, ids, store: database });
  const endEntities = new SqlEndEntityStore(database);
  const certificates = new SqlCertificateStore(database);
  const waited: number[] = [];
  const passing = { milliseconds: 0 };
  const pause = async (milliseconds: number) => {
    waited.push(milliseconds);
    await time.pass(passing.milliseconds);
  };
  const keptKeys = new SqlKeptKeyStore(database);
  const logins = new LoginAttempts({ endEntities, keptKeys, store: database, audit, clock: time, random }, pause);
  const configuration = await Configuration.start({
    store: new SqlDocumentStore(database),
    sealer: testSealer(),
    types: [authorityType, certificateProfileType, endEntityProfileType],
  });
  const authentication = new AuthenticateEndEntity(
    {
      endEntities,
      logins,
      attempts: new CountedAttempts(new SqlActivationAttemptStore(database, sql<number>`CAST(${START_MS} AS bigint)`)),
      certificates,
      configuration,
      holders: new StoredCertificateHolders(certificates),
      audit,
      refusals: new RecordBound(time),
      clock: time,
    },
    pause,
  );
  return { authentication, logins, passing, waited };
}
