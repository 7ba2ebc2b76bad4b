/** What the list of services shows of runs, on a real database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { contractDefinitions } from '../../test/contract-writes.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../test/temporary-database.ts';
import { AppError } from '../kernel/errors.ts';
import { systemRandom } from '../kernel/random.ts';
import { systemTimers } from '../kernel/timers.ts';
import { Leases } from '../modules/background/index.ts';
import { SqlLeaseStore } from '../storage/stores/lease-store.ts';
import { SYSTEM } from '../modules/access/index.ts';
import { ExecuteService } from '../modules/services/index.ts';
import type { Database } from '../storage/engine/database.ts';
import { openDatabase } from '../storage/open-database.ts';
import { SqlServiceRunStore } from '../storage/stores/service-run-store.ts';
import { LeasedTurns } from './leased-turns.ts';

class OfflineError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'test.offline';
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

  /** Runs a service whose work is that, and gives what was noted at its end. */
  const endOf = async (work: () => Promise<number>, clockBelieved = true) => {
    const runs = new SqlServiceRunStore(database);
    const executeService = new ExecuteService({
      runs,
      turns: new LeasedTurns({
        leases: new Leases({
          store: new SqlLeaseStore(database),
          random: systemRandom(),
          timers: systemTimers,
          onRenewalFailed: assert.ifError,
        }),
        store: new SqlLeaseStore(database),
      }),
      clockBelief: { doubt: clockBelieved ? undefined : { kind: 'wrong', text: 'The clock is wrong.' } },
      expireArchive: work,
      audit: { record: async () => undefined },
    } as never);
    const service = { id: 7, name: 'Archive', value: { work: { worker: 'ARCHIVE_RETENTION' } } } as never;
    await executeService.execute(SYSTEM, service, new AbortController().signal).catch(() => undefined);
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

  /** Runs a service while the end of a run cannot be noted, and gives the ends that were to be noted, the records and the failure. */
  const unnotable = async (work: () => Promise<number>) => {
    const ends: string[] = [];
    const records: string[] = [];
    const executeService = new ExecuteService({
      runs: {
        begin: async () => undefined,
        end: async (_id: number, outcome: string) => {
          ends.push(outcome);
          throw new OfflineError('The database is off line.');
        },
      },
      turns: { exclusively: async (_name: string, task: () => Promise<unknown>) => task() },
      clockBelief: { doubt: undefined },
      expireArchive: work,
      audit: { record: async ({ event }: { event: string }) => void records.push(event) },
    } as never);
    const service = { id: 7, name: 'Archive', value: { work: { worker: 'ARCHIVE_RETENTION' } } } as never;
    const failure: unknown = await executeService
      .execute(SYSTEM, service, new AbortController().signal)
      .catch((error: unknown) => error);
    return { ends, records, failure };
  };

  it('calls no run failed whose end could not be noted, and the record of it is made', async () => {
    const { ends, records } = await unnotable(async () => 2);
    assert.deepEqual([ends, records], [['worked'], ['SERVICE_EXECUTED']]);
  });

  it('does not hide why a run has failed when that could not be noted', async () => {
    const { failure } = await unnotable(() => Promise.reject(new RangeError('the reason')));
    assert.ok(failure instanceof RangeError);
  });

  it('says that a run did not begin since the clock is not believed', async () => {
    const { outcome, problem } = await endOf(async () => 0, false);
    assert.equal(outcome, 'failed');
    assert.match(problem, /clock/);
  });
});
