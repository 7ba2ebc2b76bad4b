import assert from 'node:assert/strict';
import { it } from 'node:test';
import { itemsThatTake } from './rights-taken.ts';

it('asks once which items take a right, however many there are', async () => {
  const changes = Array.from({ length: 2000 }, (_, id) => ({
    item: { where: `item ${id}` },
    writes: { planned: { document: { type: 'ROLE', id } } },
  }));
  let asked = 0;
  const taking = await itemsThatTake({ kind: 'system' } as never, changes as never, {
    async rightsLost(_administrator, all) {
      asked++;
      assert.equal(all.length, 2000);
      return new Map([[7, '/ca/']]);
    },
  });
  assert.deepEqual(
    [...taking.values()],
    [{ where: 'item 7', message: "would take the right to '/ca/' from you, and was left out" }],
  );
  assert.equal(asked, 1);
});
