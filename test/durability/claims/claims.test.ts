import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TemporaryDatabase, temporarySqlite } from '../../../packages/server/test/temporary-database.ts';
import { openUnits, type Units } from '../units.ts';
import { claimAtOnce } from './claim-at-once.ts';
import { expectOneOwner } from './expect-one-owner.ts';

let temporary: TemporaryDatabase;
let units: Units;
before(async () => {
  temporary = await temporarySqlite();
  units = await openUnits(temporary.url, { onBackgroundError: assert.ifError });
});
after(async () => {
  await units.database.close();
  await temporary.remove();
});

describe('100 units that want one thing at once', () => {
  for (const wanted of ['key', 'name', 'username'] as const) {
    it(`give a ${wanted} to one of 100 end entities`, async () => {
      const ids = Array.from({ length: 100 }, units.newId);
      expectOneOwner(wanted, await claimAtOnce(units, wanted, wanted, ids));
    });
  }

  for (const wanted of ['key', 'name'] as const) {
    it(`let the end entity that gets a ${wanted} have it again and again`, async () => {
      const owners = Array.from({ length: 10 }, units.newId);
      const ids = Array.from({ length: 100 }, (_, index) => owners[index % 10]!);
      const claimants = await claimAtOnce(units, wanted, `${wanted} of ten`, ids);
      expectOneOwner(wanted, claimants);
      assert.equal(claimants.filter(({ outcome }) => outcome === 'stored').length, 10);
    });
  }
});
