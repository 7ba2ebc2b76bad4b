import assert from 'node:assert/strict';
import { it } from 'node:test';
import { X509Certificate } from 'node:crypto';
import { newRequest } from './support/enrollment.ts';
import { TestServer } from './support/test-server.ts';

it('makes a first start usable: enroll, list, revoke, publish a CRL', async (t) => {
  const server = await TestServer.startFirst(t);
  assert.equal(server.running.firstStart, true);

  const { json: cas, status: listed } = await server.call('/v1/ca');
  assert.equal(listed, 200);
  assert.deepEqual(
    (cas['certificate_authorities'] as { name: string }[]).map(({ name }) => name),
    ['ManagementCA'],
  );

  const enrolled = await server.call('/v1/certificate/pkcs10enroll', {
    body: newRequest({ username: 'first', subject: 'CN=first.example' }),
  });
  assert.equal(enrolled.status, 200, enrolled.text);
  const leaf = new X509Certificate(Buffer.from(enrolled.json['certificate'] as string, 'base64'));
  const issuer = new X509Certificate(server.caChain);
  assert.ok(leaf.verify(issuer.publicKey));
  // Node writes whole octets.
  assert.equal(leaf.serialNumber.replace(/^0/, ''), enrolled.json['serial_number']);

  const path = `/v1/certificate/CN=ManagementCA,O=Sealwright/${leaf.serialNumber}`;
  const revoked = await server.call(`${path}/revoke?reason=KEY_COMPROMISE`, { method: 'PUT' });
  assert.equal(revoked.status, 200, revoked.text);
  assert.equal((await server.call(`${path}/revocationstatus`)).json['revocation_reason'], 'KEY_COMPROMISE');

  const crl = await server.call('/v1/ca/CN=ManagementCA,O=Sealwright/createcrl', { method: 'POST' });
  assert.deepEqual([crl.status, crl.json['latest_crl_version'], crl.json['all_success']], [200, 1, true]);
  assert.equal((await server.fetchPlain('/crls/ManagementCA.crl')).status, 200);
});

it('changes nothing by a second start', async (t) => {
  const first = await TestServer.start(t);
  const { superAdministrator } = first;
  await first.running.stop();
  const second = await TestServer.start(t, { home: first.home });
  assert.equal(second.running.firstStart, false);
  assert.deepEqual(second.superAdministrator, superAdministrator);
  assert.equal((await second.call('/v1/ca')).status, 200);
});
