import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type TemporaryDatabase, temporaryPostgres } from '../../../test/temporary-database.ts';
import { endWhenSilent, openPostgresPool } from './postgres-connection.ts';

describe('connections to PostgreSQL', () => {
  let temporary: TemporaryDatabase;
  before(async () => (temporary = await temporaryPostgres()));
  after(() => temporary.remove());

  it('end with the statement that waits for an answer when the server is silent', async () => {
    const client = new Client({ connectionString: temporary.url });
    client.on('error', () => {});
    await client.connect();
    endWhenSilent(client, 20);
    await assert.rejects(client.query('select pg_sleep(600)'), { code: 'ETIMEDOUT' });
  });

  it('of a pool wait for an answer somewhat longer than a statement may take', async () => {
    const pool = openPostgresPool(temporary.url, { statementMs: 30_000, connectMs: 5000 }, 1);
    // The server may end it first, when the database is removed.
    pool.on('error', () => {});
    const client = await pool.connect();
    try {
      const { stream } = client.connection;
      assert.ok(stream instanceof Socket);
      assert.equal(stream.timeout, 35_000);
      assert.ok(pool.options.idleTimeoutMillis! < stream.timeout);
    } finally {
      client.release();
      await pool.end();
    }
  });
});
