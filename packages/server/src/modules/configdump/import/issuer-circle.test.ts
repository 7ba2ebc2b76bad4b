import assert from 'node:assert/strict';
import { it } from 'node:test';
import { circleOfIssuers } from './issuer-circle.ts';

const circleOf = (issuers: Readonly<Record<string, string>>) =>
  circleOfIssuers({
    changes: Object.entries(issuers).map(([name, signedBy]) => ({
      item: { codec: { type: { token: 'CA' } }, read: { name, settings: { signedBy } } },
    })) as never,
  });

it('finds CAs that sign each other', () => {
  assert.equal(circleOf({ Root: 'Self Signed', Sub: 'Root', Leaf: 'Sub', Other: 'Root', Far: 'Elsewhere' }), undefined);
  assert.match(circleOf({ Start: 'A', A: 'B', B: 'A' })!, /circle: 'A' is signed by 'B' is signed by 'A'\./);
  assert.match(circleOf({ A: 'A' })!, /'A' is signed by 'A'/);
});
