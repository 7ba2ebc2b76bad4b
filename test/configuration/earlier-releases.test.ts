/** Documents as an earlier release has stored them, read by this one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roleType } from '../../packages/server/src/modules/access/index.ts';
import { approvalProfileType } from '../../packages/server/src/modules/approvals/index.ts';
import { counted, openConfiguration } from './open-configuration.ts';

it('goes on using an approval profile that was stored before fields could be required', async () => {
  await using test = await openConfiguration([roleType, approvalProfileType]);
  const components = [{ label: 'Ticket' }, { label: 'Seen', type: 'CHECK_BOX' }];
  const steps = [{ stepIdentifier: 1, partitions: [{ partitionIdentifier: 1, components }] }];
  const settings = { type: 'PARTITIONED_APPROVAL', steps };
  await test.apply({ kind: 'create', type: 'APPROVALPROFILE', name: 'Forms', settings });
  const row = (await test.store.findByName('APPROVALPROFILE', 'Forms'))!;
  const body = row.body.replaceAll('"required":false,', '').replaceAll(',"required":false', '');
  assert.doesNotMatch(body, /required"/);
  const { store } = counted(test.store);
  const configuration = await test.start({ ...store, findByName: async () => ({ ...row, schemaVersion: 1, body }) });
  const { value } = await configuration.get(approvalProfileType, 'Forms');
  const [partition] = value.steps[0]!.partitions;
  assert.deepEqual(
    partition!.properties.map(({ label, required }) => [label, required]),
    [
      ['Ticket', false],
      ['Seen', false],
    ],
  );
});
