import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { answerThroughTroubles } from '../support/load/ocsp-troubles.ts';
import { TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

it('answers right or to try later, whatever becomes of keys, crypto tokens, clock and SQLite meanwhile', async (t) => {
  const server = await TestServer.start(t);
  const other = new DatabaseSync(path.join(server.home, 'sealwright.db'), { timeout: 60_000 });
  atEnd(t, () => other.close());
  await answerThroughTroubles(server, {
    // The server has the file open and reads it by itself. Others can keep it from writing, and from nothing else.
    isReadable: true,
    goAway: () => other.exec('BEGIN IMMEDIATE'),
    comeBack: () => other.exec('ROLLBACK'),
  });
});
