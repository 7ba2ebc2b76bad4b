/** One process on SQLite: what is deactivated while 32 clients enroll signs nothing more. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withDatabase } from '../installations/server-database.ts';
import { assertNothingIsSignedAfter, makeManualToken } from './deactivation.ts';
import { TestServer } from '../test-server.ts';

it('signs nothing with a CA after the answer that deactivated it', async (t) => {
  const server = await TestServer.start(t, { logLevel: 'warn' });
  const caller = { call: server.call.bind(server), administer: server.administer.bind(server) };
  const stored = async () =>
    withDatabase(server, (database) => Number(database.prepare('SELECT count(*) AS n FROM certificate').get()!['n']));
  const path = '/v1/ca_management/ManagementCA';
  await assertNothingIsSignedAfter(
    { path: `${path}/deactivate`, refusal: { status: 503, message: /ManagementCA/ } },
    [caller],
    stored,
  );
  assert.equal((await caller.call(`${path}/activate`, { method: 'PUT' })).status, 200);
});

it('signs nothing with a token after the answer that deactivated it', async (t) => {
  const server = await TestServer.start(t, { logLevel: 'warn' });
  const caller = { call: server.call.bind(server), administer: server.administer.bind(server) };
  await makeManualToken(caller, 'known');
  const stored = async () =>
    withDatabase(server, (database) => Number(database.prepare('SELECT count(*) AS n FROM certificate').get()!['n']));
  const path = '/v1/cryptotoken/ManagementCA';
  await assertNothingIsSignedAfter(
    { path: `${path}/deactivate`, refusal: { status: 503, message: /Device was unavailable/ } },
    [caller],
    stored,
  );
  const activated = await caller.call(`${path}/activate`, { method: 'PUT', body: { activation_code: 'known' } });
  assert.equal(activated.status, 200, activated.text);
});
