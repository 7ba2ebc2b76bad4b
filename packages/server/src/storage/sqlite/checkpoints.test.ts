import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { contractDefinitions, freshName, unit } from '../../../test/contract-writes.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import { openDatabase } from '../open-database.ts';
import { sqlitePath } from './sqlite-database.ts';

it('carries the log over into the file while the database is open, without the writer', async () => {
  const temporary = await temporarySqlite();
  const database = await openDatabase({
    url: temporary.url,
    definitions: contractDefinitions,
    onBackgroundError: assert.ifError,
  });
  const octets = 2_000_000;
  // More than the log may hold: the writer has to wait for a checkpoint and then start it over.
  for (let n = 0; n < 30; n++) {
    await database.commit(unit([{ op: 'item.insert', key: freshName(), value: new Uint8Array(octets) }]));
  }
  const path = sqlitePath(temporary.url);
  for (let n = 0; n < 100 && statSync(path).size < 30 * octets; n++) await delay(50);
  assert.ok(statSync(path).size >= 30 * octets);
  await database.close();
  await temporary.remove();
});
