import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseServerConfig } from '../server-config/index.ts';
import { supervisorShareOf, workerShareOf } from './process-shares.ts';

const settings = (given: Readonly<Record<string, string>>) => parseServerConfig(given, {}, async () => undefined);

describe('the processes of one start', () => {
  it('hold together the connections to PostgreSQL that were set, six at least each', async () => {
    for (const [workers, whole] of [
      [2, 18],
      [2, 26],
      [4, 30],
      [4, 47],
      [64, 1000],
    ] as const) {
      const config = await settings({ workers: String(workers), 'database-connections': String(whole) });
      const supervisor = supervisorShareOf(config).databaseConnections!;
      const worker = workerShareOf(config).databaseConnections!;
      assert.equal(supervisor.held + workers * worker.held, whole);
      assert.ok(supervisor.held >= 6 && worker.held >= 6);
      assert.deepEqual([supervisor.required, worker.required], [whole, worker.held]);
    }
  });

  it('hold 14 together when there is one, and else 10 each with 6 of the supervisor', async () => {
    assert.equal((await settings({})).databaseConnections?.held, 14);
    const config = await settings({ workers: '4' });
    assert.equal(config.databaseConnections?.held, 46);
    assert.equal(supervisorShareOf(config).databaseConnections?.held, 6);
    assert.equal(workerShareOf(config).databaseConnections?.held, 10);
  });

  it('are refused fewer than they need', async () => {
    await assert.rejects(settings({ workers: '4', 'database-connections': '29' }), {
      message: /'29'; it has to be a number from 30 to 1000, for 4 worker processes and their supervisor/,
    });
  });

  it('divide what is counted in each process', async () => {
    const { limits } = workerShareOf(
      await settings({ workers: '4', 'max-connections': '1001', 'max-client-connections': '40' }),
    );
    assert.deepEqual([limits.connections, limits.connectionsPerClient], [251, 10]);
  });
});
