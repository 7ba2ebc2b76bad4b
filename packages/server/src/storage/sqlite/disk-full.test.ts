import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { pragma } from '../../../test/sqlite-pragma.ts';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import type { Database } from '../engine/database.ts';
import { openDatabase } from '../open-database.ts';
import { atEnd } from '../../../test/at-end.ts';

it('refuses every group of 64 that there is no room for, keeps those before, and goes on when there is room', async (t) => {
  const temporary = await temporarySqlite();
  const database = await openDatabase({
    url: temporary.url,
    definitions: contractDefinitions,
    onBackgroundError: assert.ifError,
  });
  atEnd(t, async () => {
    await database.close();
    await temporary.remove();
  });
  const answered = new Set<string>();
  const commitGroup = async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const key = freshName();
        const value = new Uint8Array(600);
        const answer = await database.commit(unit([{ op: 'item.insert', key, value }])).then(
          () => 'stored',
          ({ code }: { code: string }) => code,
        );
        if (answer === 'stored') answered.add(key);
        return answer;
      }),
    );
    return new Set(answers);
  };

  const pages = await pragma(database, 'page_count');
  // One group takes about 20 pages: the second or third one does not fit, and it is not its first unit that fails.
  await pragma(database, `max_page_count = ${pages + 40}`);
  const outcomes: string[] = [];
  for (let n = 0; n < 8; n++) outcomes.push([...(await commitGroup())].join(' and '));
  assert.equal(outcomes[0], 'stored');
  assert.equal(outcomes.at(-1), 'storage.unavailable');
  assert.deepEqual(new Set(outcomes), new Set(['stored', 'storage.unavailable']));
  assert.deepEqual(await storedNames(database), answered);

  await pragma(database, 'max_page_count = 1000000');
  assert.deepEqual(await commitGroup(), new Set(['stored']));
  assert.deepEqual(await storedNames(database), answered);
});

async function storedNames(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.kysely.selectFrom('installation_item').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
