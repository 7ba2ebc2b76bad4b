/** Two servers on one PostgreSQL database: approvals that come to both at the same time. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  createApprovalProfile,
  decide,
  newOfficers,
  type Officers,
  statusOf,
} from '../support/setups/approval-setup.ts';
import { createGuardedCa, requestActivation } from '../support/setups/guarded-ca-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { caOf } from '../support/ca-setup.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTwoServers } from '../support/installations/two-servers.ts';

let end: () => Promise<void>;
let one: TestServer;
let two: TestServer;
let officers: Officers;

before(async () => {
  [one, two] = await startTwoServers({ after: (each) => (end = each) });
  officers = await newOfficers(one);
  await createApprovalProfile(one, 'One of many', {});
  await createApprovalProfile(one, 'Two of many', { numberOfApprovalsRequired: 2 });
  await two.running.installation.configuration.refresh();
});

after(() => end());

/** Has two officers approve at the same time, each at a server of their own, and returns the answers to both. */
async function approveTogether(name: string, profile: string): Promise<readonly number[]> {
  await createGuardedCa(one, name, profile);
  const id = await requestActivation(one, name, officers.requester);
  const answers = await Promise.all([decide(one, id, officers.first), decide(two, id, officers.second)]);
  assert.equal(await statusOf(two, id), 'APPROVED');
  await one.running.installation.configuration.refresh();
  const { id: caId, status } = await caOf(one, name);
  assert.equal(status, 'ACTIVE');
  const activations = auditRows(one).filter(
    ({ event, outcome, ca_id: of }) => event === 'CA_SERVICEACTIVATE' && outcome === 'SUCCESS' && of === caId,
  );
  assert.equal(activations.length, 1);
  return answers.map(({ status: answered }) => answered).toSorted((a, b) => a - b);
}

it('does what one approval is enough for once, and tells the other that it is done', async () => {
  for (let round = 0; round < 10; round++)
    assert.deepEqual(await approveTogether(`One ${round}`, 'One of many'), [200, 409]);
});

it('counts both where two are needed', async () => {
  for (let round = 0; round < 10; round++)
    assert.deepEqual(await approveTogether(`Two ${round}`, 'Two of many'), [200, 200]);
});

it('stores one request of two that ask for the same at the same time', async () => {
  await createGuardedCa(one, 'Asked twice', 'One of many');
  await two.running.installation.configuration.refresh();
  const ask = (server: TestServer) =>
    server.call('/v1/ca_management/Asked%20twice/activate', { method: 'PUT', as: officers.requester });
  const answers = await Promise.all([ask(one), ask(two), ask(one), ask(two)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 400, 400, 400],
  );
});
