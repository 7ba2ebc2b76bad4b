/** The filling of a large table without its indexes, as the benchmarks of storage do it. */
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { temporarySqlite } from '../../../../test/temporary-database.ts';
import { withoutIndexes } from '../../../../test/without-indexes.ts';
import { openDatabase } from '../../open-database.ts';

it('leaves no statement that looks for other certificates while rows are stored, and makes all of it again', async () => {
  const temporary = await temporarySqlite();
  const database = await openDatabase({ url: temporary.url, definitions: [], onBackgroundError: assert.ifError });
  const definitions = () =>
    database.runStatement(sql<{ readonly sql: string }>`SELECT sql FROM sqlite_master
      WHERE tbl_name = 'certificate' AND type <> 'table' AND sql IS NOT NULL ORDER BY type, name`);
  try {
    const before = await definitions();
    let meanwhile = before;
    const store = async () => void (meanwhile = await definitions());
    await withoutIndexes(database, store, () => {});
    assert.ok(meanwhile.length > 0 && before.length > meanwhile.length);
    for (const { sql: text } of meanwhile) assert.doesNotMatch(text, /^CREATE (?:UNIQUE )?INDEX|FROM certificate\b/);
    assert.deepEqual(await definitions(), before);
  } finally {
    await database.close();
    await temporary.remove();
  }
});
