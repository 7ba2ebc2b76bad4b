import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import { openDatabase } from '../open-database.ts';
import { sqlitePath } from './sqlite-database.ts';
import { eventually } from '../../../../../test/eventually.ts';

it('carries over what is written while a checkpoint runs', async () => {
  const { temporary, database, path } = await openTemporary();
  let written = 0;
  const insert = async (octets: number) => {
    await database.commit(unit([{ op: 'item.insert', key: freshName(), value: new Uint8Array(octets) }]));
    written += octets;
  };
  // A checkpoint begins 250 ms after the first of these, and takes some tens.
  for (const pauseMs of [245, 255, 265, 275]) {
    await insert(20_000_000);
    await delay(pauseMs);
    await insert(1_000_000);
    await eventually(`what was written after ${pauseMs} ms`, () => statSync(path).size >= written);
  }
  await database.close();
  await temporary.remove();
});

it('carries the log over into the file while the database is open, without the writer', async () => {
  const { temporary, database, path } = await openTemporary();
  const octets = 2_000_000;
  // More than the log may hold: the writer has to wait for a checkpoint and then start it over.
  for (let n = 0; n < 30; n++) {
    await database.commit(unit([{ op: 'item.insert', key: freshName(), value: new Uint8Array(octets) }]));
  }
  await eventually('the file', () => statSync(path).size >= 30 * octets);
  await database.close();
  await temporary.remove();
});

async function openTemporary() {
  const temporary = await temporarySqlite();
  const { url } = temporary;
  const database = await openDatabase({ url, definitions: contractDefinitions, onBackgroundError: assert.ifError });
  return { temporary, database, path: sqlitePath(url) };
}
