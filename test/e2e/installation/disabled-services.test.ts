import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestServer } from '../support/test-server.ts';

it('refuses the operations of a service that the operator has switched off, and no others', async (t) => {
  const server = await TestServer.start(t, { disabledServices: ['REST CA Management', 'REST SSH V1'] });
  const ca = encodeURIComponent('CN=ManagementCA,O=Sealwright');
  const off = await server.call('/v1/ssh/ManagementCA/pubkey');
  assert.deepEqual([off.status, off.text], [403, 'This service has been disabled.']);
  assert.equal((await server.call('/v1/ca')).status, 200);
  assert.equal((await server.call(`/v1/ca/${ca}/createcrl`, { method: 'POST' })).status, 200);
});
