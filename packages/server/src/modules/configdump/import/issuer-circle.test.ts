import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issuersFirst } from './issuers-first.ts';
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

it('follows thousands of CAs, each under the one before', async () => {
  const under = Array.from({ length: 20_000 }, (_each, index) => [`CA ${index + 1}`, `CA ${index}`] as const);
  assert.equal(await circleOf(Object.fromEntries(under)), undefined);
  const sorted = issuersFirst(new Map(under.toReversed()));
  assert.deepEqual([sorted.length, sorted[0], sorted.at(-1)], [20_000, 'CA 1', 'CA 20000']);
});

it('makes certificates of issuers before those of whom they certify', () => {
  const sorted = issuersFirst(
    new Map([
      ['Leaf', 'Sub'],
      ['Sub', 'Root'],
      ['Root', 'Self Signed'],
      ['A', 'B'],
      ['B', 'A'],
    ]),
  );
  assert.deepEqual(sorted.slice(0, 3), ['Root', 'Sub', 'Leaf']);
  assert.deepEqual(new Set(sorted), new Set(['Root', 'Sub', 'Leaf', 'A', 'B']));
});
