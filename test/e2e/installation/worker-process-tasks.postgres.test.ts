/** Tasks and connections of two worker processes on PostgreSQL. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { onServer, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { ServerProcess } from '../support/server-process.ts';
import { describeTasksOfWorkers } from '../support/worker-processes/worker-process-tasks-suite.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

describeTasksOfWorkers(temporaryPostgres);

describe('the connections of a supervisor and its worker processes', () => {
  it('are no more than were set, and have room before anything starts', async (t) => {
    const database = await temporaryPostgres();
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-connections-'));
    let server: ServerProcess | undefined;
    atEnd(t, async () => {
      await server?.stop();
      await database.remove();
      rmSync(home, { recursive: true });
    });
    const start = (connections: string) =>
      ServerProcess.start({
        home,
        database: database.url,
        settings: ['--workers', '2', '--rsa-pool', '0', '--database-connections', connections],
      });
    await onServer(database.url, `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} CONNECTION LIMIT 25`);
    await assert.rejects(start('26'), /may need 26 connections to PostgreSQL, and 25 are left/);
    server = await start('24');
    const { rows } = await onServer(
      database.url,
      "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sealwright %'",
    );
    const shares = (rows as readonly { readonly name: string }[]).map(({ name }) => Number(name.split(' ').at(-1)));
    assert.deepEqual(
      shares.toSorted((one, other) => one - other),
      [6, 9, 9],
    );
  });
});
