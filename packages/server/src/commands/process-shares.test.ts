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
      const worker = workerShareOf(config, 0).databaseConnections!;
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
    assert.equal(workerShareOf(config, 0).databaseConnections?.held, 10);
  });

  it('are refused fewer than they need', async () => {
    await assert.rejects(settings({ workers: '4', 'database-connections': '29' }), {
      message: /'29'; it has to be a number from 30 to 1000, for 4 worker processes and their supervisor/,
    });
  });

  it('divide what is counted in each process, so that together they have what was set', async () => {
    const config = await settings({
      workers: '4',
      'max-connections': '1001',
      'max-client-connections': '4',
      'max-client-requests': '7',
      'body-memory': '18',
      'answer-memory': '9',
      'rsa-pool': '2',
    });
    const shares = [0, 1, 2, 3].map((place) => workerShareOf(config, place));
    const of = (read: (share: (typeof shares)[0]) => number) => shares.map(read);
    assert.deepEqual(
      of(({ limits }) => limits.connections),
      [251, 250, 250, 250],
    );
    assert.deepEqual(
      of(({ limits }) => limits.connectionsPerClient),
      [1, 1, 1, 1],
    );
    assert.deepEqual(
      of(({ limits }) => limits.requestsPerClient),
      [2, 2, 2, 1],
    );
    assert.deepEqual(
      of(({ rsaPool }) => rsaPool.ready),
      [1, 1, 0, 0],
    );
    const memory = of(({ limits }) => limits.bodyMemoryOctets);
    assert.equal(
      memory.reduce((sum, each) => sum + each),
      18 * 2 ** 20,
    );
    assert.equal(
      of(({ limits }) => limits.answerMemoryOctets).reduce((sum, each) => sum + each),
      9 * 2 ** 20,
    );
  });

  it('are refused a limit that leaves nothing for one of them', async () => {
    for (const [name, value, least] of [
      ['max-client-connections', '3', 4],
      ['max-client-requests', '3', 4],
      ['body-memory', '15', 16],
      ['answer-memory', '3', 4],
    ] as const)
      await assert.rejects(settings({ workers: '4', [name]: value }), {
        message: `--${name} is '${value}'; with 4 worker processes it has to be at least ${least}${name.endsWith('-memory') ? '' : ', or 0'}`,
      });
    await assert.rejects(settings({ workers: '64', 'max-connections': '63' }), {
      message: "--max-connections is '63'; with 64 worker processes it has to be at least 64",
    });
  });

  it('have no limit where none is set, and 4 MiB for bodies each where nothing is set', async () => {
    const { limits } = workerShareOf(await settings({ workers: '64', 'max-client-connections': '0' }), 63);
    assert.deepEqual([limits.connectionsPerClient, limits.requestsPerClient], [0, 0]);
    assert.equal(limits.bodyMemoryOctets, 4 * 2 ** 20);
  });
});
