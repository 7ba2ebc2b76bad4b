import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { connectionsForSearches } from '../../server-config/values.ts';
import { contractDefinitions } from '../../../test/contracts/contract-writes.ts';
import { temporaryPostgres } from '../../../test/temporary-database.ts';
import { openDatabase } from '../open-database.ts';
import { shareOf, urlWithShare } from './connection-share.ts';
import { atEnd } from '../../../test/at-end.ts';

describe('the connections of a process', () => {
  it('are divided among writes, point reads and reader threads, to the last', () => {
    const purposes = { lanes: 2, readerThreads: 1, searches: 2 };
    assert.deepEqual(shareOf(14, purposes), { lanes: 2, pool: 8, reader: 4 });
    assert.deepEqual(shareOf(6, purposes), { lanes: 2, pool: 3, reader: 1 });
    for (let connections = 6; connections <= 200; connections++) {
      const { lanes, pool, reader } = shareOf(connections, purposes);
      assert.equal(lanes + pool + reader, connections);
    }
  });

  it('are as many for a reader thread as it works on tasks at a time, where the start has not refused them', () => {
    for (let searches = 1; searches <= 64; searches++) {
      const share = (connections: number) => shareOf(connections, { lanes: 2, readerThreads: 1, searches });
      const least = connectionsForSearches(searches);
      assert.equal(share(least).reader, searches + 2);
      assert.equal(share(200).reader, searches + 2);
      assert.equal(share(least - 1).reader, searches + 1);
    }
  });

  it('have the name that the operator has chosen', () => {
    assert.equal(urlWithShare('postgres://h/d?application_name=mine', 14), 'postgres://h/d?application_name=mine');
    assert.match(
      urlWithShare('postgres://h/d?a=b', 14),
      /^postgres:\/\/h\/d\?a=b&application_name=sealwright%20[0-9a-f]{8}%2014$/,
    );
  });

  it('are refused at the start when the server cannot hold those that all processes may need', async (t) => {
    const temporary = await temporaryPostgres();
    const opened: { close(): Promise<void> }[] = [];
    atEnd(t, async () => {
      for (const each of opened) await each.close();
      await temporary.remove();
    });
    const open = async (connections: number) => {
      const database = await openDatabase({
        url: temporary.url,
        definitions: contractDefinitions,
        onBackgroundError: assert.ifError,
        connections,
        requiredConnections: connections,
      });
      opened.push(database);
      return database;
    };
    const client = new Client({ connectionString: temporary.url });
    await client.connect();
    opened.push({ close: () => client.end() });
    await client.query(`ALTER DATABASE ${new URL(temporary.url).pathname.slice(1)} CONNECTION LIMIT 22`);
    const first = await open(14);
    await first.readEpoch();
    // The test itself holds one.
    await assert.rejects(open(8), {
      code: 'storage.too_few_connections',
      message: /may need 8 connections to PostgreSQL, and 7 are left \(the limit of the database\)/,
    });
    await (await open(7)).readEpoch();
  });
});
