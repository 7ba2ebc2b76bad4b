/** Puts every server of a test file on PostgreSQL, and shows that it is there. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { countRows, temporaryPostgres } from '../../../../packages/server/test/temporary-database.ts';
import { auditRows } from '../audit-records.ts';
import { keepRecordsIn } from './server-database.ts';
import { TestServer } from '../test-server.ts';

/** To be called before the tests that are to run there are imported. */
export function runServersOnPostgres(): void {
  keepRecordsIn(temporaryPostgres);

  it('keeps the records of a server in a PostgreSQL database of its own, and nothing in a file', async (t) => {
    const servers = [await TestServer.start(t), await TestServer.start(t)];
    for (const server of servers) {
      assert.match(server.database!, /^postgres:/);
      assert.equal(await countRows(server.database!, 'ca_state'), 1);
      assert.equal(await countRows(server.database!, 'audit_record'), auditRows(server).length);
      assert.equal(existsSync(path.join(server.home, 'sealwright.db')), false);
    }
    assert.notEqual(servers[0]!.database, servers[1]!.database);
  });
}
