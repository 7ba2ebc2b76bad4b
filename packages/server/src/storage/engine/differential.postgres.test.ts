/** The same units on both databases: the same answers and the same rows. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as fc from 'fast-check';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { type TemporaryDatabase, temporaryPostgres, temporarySqlite } from '../../../test/temporary-database.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Database } from './database.ts';
import { openDatabase } from '../open-database.ts';

let temporaries: TemporaryDatabase[];
let databases: Database[];
before(async () => {
  temporaries = [await temporarySqlite(), await temporaryPostgres()];
  databases = await Promise.all(
    temporaries.map(({ url }) => openDatabase({ url, definitions: contractDefinitions, onBackgroundError: () => {} })),
  );
});
after(async () => {
  for (const database of databases) await database.close();
  for (const temporary of temporaries) await temporary.remove();
});

const name = fc.constantFrom('a', 'b', 'c');
const version = fc.integer({ min: 1, max: 3 });
const write = fc.oneof(
  fc.record({ op: fc.constant('item.insert'), key: name, version, value: fc.uint8Array({ maxLength: 4 }) }),
  fc.record({ op: fc.constant('item.update'), key: name, version, value: fc.uint8Array({ maxLength: 4 }) }),
  fc.record({ op: fc.constant('item.delete'), key: name, version }),
  fc.record({ op: fc.constant('item.expect'), key: name, version }),
  fc.record({ op: fc.constant('item.rename'), key: name, to: name }),
  fc.record({
    op: fc.constant('key.claim'),
    id: fc.constantFrom(1, 2),
    value: fc.constantFrom(Uint8Array.of(0), Uint8Array.of(0xff)),
    owner: fc.constantFrom(1, 2),
  }),
  fc.constant({ op: 'epoch.move' }),
);
/** Writes of a plan, and the number of epoch changes that it has missed. */
const act = fc.record({
  writes: fc.array(write, { maxLength: 5 }),
  behind: fc.constantFrom(undefined, 0, 0, 1),
  again: fc.boolean(),
});

type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
/** Renames of a row that the previous write has renamed, and a rename of a missing row together with one to a name that exists. */
const RENAMES: readonly Act[] = (
  [
    [
      { op: 'item.insert', key: 'c', version: 1, value: new Uint8Array() },
      { op: 'item.rename', key: 'c', to: 'a' },
      { op: 'item.rename', key: 'a', to: 'a' },
    ],
    [
      { op: 'item.insert', key: 'c', version: 1, value: new Uint8Array() },
      { op: 'item.rename', key: 'b', to: 'a' },
      { op: 'item.rename', key: 'a', to: 'c' },
    ],
  ] satisfies readonly Act['writes'][]
).map((writes) => ({ writes, behind: undefined, again: false }));

it('gives the same answers and rows for the same units', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 20 }), async (acts) => {
      const prefix = freshName();
      for (const { writes, behind, again } of acts) {
        const epochs = await Promise.all(databases.map((database) => database.readEpoch()));
        assert.equal(epochs[0], epochs[1]);
        const own = writes.map((each) => inNamespace(each, prefix));
        const planned = unit(own, behind === undefined ? undefined : epochs[0]! - behind);
        await assertSame((database) => outcome(database, planned));
        if (again) await assertSame((database) => outcome(database, planned));
      }
      await assertSame((database) =>
        database.kysely
          .selectFrom('installation_item')
          .selectAll()
          .where('name', 'like', `${prefix}-%`)
          .orderBy('name')
          .execute(),
      );
      await assertSame((database) =>
        database.kysely.selectFrom('key_claim').selectAll().orderBy('ca_id').orderBy('public_key_sha256').execute(),
      );
    }),
    { numRuns: 300, examples: [[[...RENAMES]]] },
  );
});

async function assertSame(call: (database: Database) => Promise<unknown>): Promise<void> {
  const [sqlite, postgres] = await Promise.all(databases.map(call));
  assert.deepEqual(postgres, sqlite);
}

function outcome(database: Database, planned: UnitOfWork): Promise<unknown> {
  return database.commit(planned).then(
    () => 'stored',
    ({ name, op, reason, epoch }: Record<string, unknown>) => ({ name, op, reason, epoch }),
  );
}

/** Prefixes the names of a run, so that runs do not collide. */
function inNamespace<W extends { op: string; key?: string; to?: string }>(each: W, prefix: string): W {
  return {
    ...each,
    ...(each.key !== undefined && { key: `${prefix}-${each.key}` }),
    ...(each.to !== undefined && { to: `${prefix}-${each.to}` }),
  };
}
