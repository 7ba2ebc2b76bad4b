import assert from 'node:assert/strict';
import { it } from 'node:test';
import { circleOfIssuers } from './issuer-circle.ts';

/** @param stored - CAs that are there, with their issuers */
const circleOf = (issuers: Readonly<Record<string, string>>, stored: Readonly<Record<string, string>> = {}) =>
  circleOfIssuers(
    {
      changes: Object.entries(issuers).map(([name, signedBy]) => ({
        item: { codec: { type: { token: 'CA' } }, read: { name, settings: { signedBy } } },
      })) as never,
    },
    {
      find: async (_type: unknown, name: string) => (Object.hasOwn(stored, name) ? { name } : undefined),
      present: async ({ name }: { name: string }) => ({ signedBy: stored[name] }),
    } as never,
  );

it('finds CAs that sign each other', async () => {
  assert.equal(
    await circleOf({ Root: 'Self Signed', Sub: 'Root', Leaf: 'Sub', Other: 'Root', Far: 'Elsewhere' }),
    undefined,
  );
  assert.match((await circleOf({ Start: 'A', A: 'B', B: 'A' }))!, /circle: 'A' is signed by 'B' is signed by 'A'\./);
  assert.match((await circleOf({ A: 'A' }))!, /'A' is signed by 'A'/);
});

it('follows CAs that are there already', async () => {
  assert.match(
    (await circleOf({ A: 'Stored' }, { Stored: 'Further', Further: 'A' }))!,
    /circle: 'A' is signed by 'Stored' is signed by 'Further' is signed by 'A'\./,
  );
  // The dump decides on what it holds.
  assert.equal(await circleOf({ A: 'Stored', Further: 'Self Signed' }, { Stored: 'Further', Further: 'A' }), undefined);
});
