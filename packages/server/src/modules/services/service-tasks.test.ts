/** Runs of services as the list of services shows them, on a real database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BELIEVED } from '../../../test/believed-clock.ts';
import { contractDefinitions } from '../../../test/contracts/contract-writes.ts';
import { FakeTime } from '../../../test/fake-time.ts';
import { MemoryLeases } from '../../../test/memory-leases.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import { appError } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { type Database, openDatabase, SqlServiceRunStore } from '../../storage/index.ts';
import { SYSTEM } from '../access/index.ts';
import { Leases, RunTask } from '../background/index.ts';
import { ServiceTasks, type ServiceTasksDeps } from './service-tasks.ts';

class OfflineError extends appError('unavailable', 'test.offline') {}

/** Runs a service whose work is that. Returns the records that are made, and what is thrown. */
async function runOf(work: () => Promise<number>, deps: Pick<ServiceTasksDeps, 'runs'> & Partial<ServiceTasksDeps>) {
  const records: string[] = [];
  const tasks = new ServiceTasks({
    executors: { ARCHIVE_RETENTION: work },
    clockBelief: BELIEVED,
    audit: { record: async ({ event }: { event: string }) => void records.push(event) },
    ...deps,
  } as never);
  const time = new FakeTime();
  const store = new MemoryLeases(time);
  const leases = new Leases({ store, random: systemRandom(), timers: time, onRenewalFailed: assert.ifError });
  const value = { worker: 'ARCHIVE_RETENTION', intervalSeconds: 60 };
  const task = tasks.taskOf({ id: 7, name: 'Archive', value } as never, SYSTEM);
  const failure: unknown = await new RunTask({ leases, leaseStore: store, host: '' })
    .run(task, new AbortController().signal)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { records, failure };
}

describe('the note of a run', () => {
  let temporary: TemporaryDatabase;
  let database: Database;
  before(async () => {
    temporary = await temporarySqlite();
    database = await openDatabase({
      url: temporary.url,
      definitions: contractDefinitions,
      onBackgroundError: assert.ifError,
    });
  });
  after(async () => {
    await database.close();
    await temporary.remove();
  });

  /** Gives what is noted at the end of a run. */
  const endOf = async (work: () => Promise<number>, deps: Partial<ServiceTasksDeps> = {}) => {
    const runs = new SqlServiceRunStore(database);
    await runOf(work, { ...deps, runs });
    const { endedMs: _, ...end } = (await runs.list()).get(7)!.end!;
    return end;
  };

  it('says that there was nothing to do', async () => {
    assert.deepEqual(await endOf(async () => 0), { outcome: 'nothing-to-do', problem: '' });
  });

  it('says why a run has failed', async () => {
    const end = await endOf(() => Promise.reject(new OfflineError('The token\n is off line.')));
    assert.deepEqual(end, { outcome: 'failed', problem: 'The token  is off line.' });
  });

  it('says nothing of an error that is for the log alone', async () => {
    const end = await endOf(() => Promise.reject(new RangeError('row 17 of secrets')));
    assert.deepEqual(end, { outcome: 'failed', problem: 'General failure.' });
  });

  it('says that a run did not begin since the clock is not believed', async () => {
    const clockBelief = { ...BELIEVED, doubt: { kind: 'wrong', text: 'The clock is wrong.' } } as const;
    const { outcome, problem } = await endOf(async () => 0, { clockBelief });
    assert.equal(outcome, 'failed');
    assert.match(problem, /clock/);
  });
});

describe('a run whose end cannot be noted', () => {
  /** Gives the ends that were to be noted, too. */
  const unnotable = async (work: () => Promise<number>) => {
    const ends: string[] = [];
    const notes = {
      begin: async () => undefined,
      end: async ({ outcome }: { outcome: string }) => {
        ends.push(outcome);
        throw new OfflineError('The database is off line.');
      },
    };
    return { ends, ...(await runOf(work, { runs: { notes: () => notes } })) };
  };

  it('is not called failed, and the record of it is made', async () => {
    const { ends, records } = await unnotable(async () => 2);
    assert.deepEqual([ends, records], [['worked'], ['SERVICE_EXECUTED']]);
  });

  it('does not hide why a run has failed', async () => {
    const { failure } = await unnotable(() => Promise.reject(new RangeError('the reason')));
    assert.ok(failure instanceof RangeError);
  });
});
