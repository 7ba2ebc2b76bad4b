/** CAs taken off line and on line, and their certification requests, over the CA REST interface. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CertificationRequest, formatPem, parsePem } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { createRole } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { assertRefusal, sharedServer, takeTokenOffline } from '../support/ca-rest-setup.ts';
import { caOf, certificateOf, createCa, HOST } from '../support/ca-setup.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import type { ClientIdentity, TestServer } from '../support/test-server.ts';

describe('activation and deactivation of a CA', () => {
  const shared = sharedServer();
  const put = (name: string, act: 'activate' | 'deactivate', as?: ClientIdentity) =>
    shared.server.call(`/v1/ca_management/${encodeURIComponent(name)}/${act}`, {
      method: 'PUT',
      ...(as === undefined ? {} : { as }),
    });
  const isDone = async (answer: ReturnType<typeof put>) => {
    const { status, text } = await answer;
    assert.deepEqual([status, text], [200, '']);
  };

  it('take a CA off line and on line again, twice each', async () => {
    const { server } = shared;
    await createCa(server, 'Issuing CA');
    for (const [act, status] of [
      ['deactivate', 'OFFLINE'],
      ['deactivate', 'OFFLINE'],
      ['activate', 'ACTIVE'],
      ['activate', 'ACTIVE'],
    ] as const) {
      await isDone(put('Issuing CA', act));
      assert.equal((await caOf(server, 'Issuing CA')).status, status);
    }
    const events = auditRows(server).filter(({ event }) => event.startsWith('CA_SERVICE'));
    assert.deepEqual(
      events.map(({ event, outcome }) => [event, outcome]),
      [
        ['CA_SERVICEDEACTIVATE', 'SUCCESS'],
        ['CA_SERVICEDEACTIVATE', 'VOID'],
        ['CA_SERVICEACTIVATE', 'SUCCESS'],
        ['CA_SERVICEACTIVATE', 'VOID'],
      ],
    );
  });

  it('keep a CA that is off line from issuing certificates and CRLs', async () => {
    await createCa(shared.server, 'Quiet CA');
    await isDone(put('Quiet CA', 'deactivate'));
    const body = { ...newRequest({ username: 'quiet', subject: 'CN=quiet' }), certificate_authority_name: 'Quiet CA' };
    assert.equal((await shared.server.call('/v1/certificate/pkcs10enroll', { body })).status, 503);
    const crl = await shared.server.call('/v1/ca/CN=Quiet CA,O=Example/createcrl', { method: 'POST' });
    assert.equal(crl.status, 400);
  });

  it('are refused for a CA that waits for its certificate', async () => {
    await createCa(shared.server, 'Waiting', { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    assertRefusal(
      await put('Waiting', 'activate'),
      422,
      "CA Waiting must have the status 'offline' in order to be activated",
    );
    assertRefusal(
      await put('Waiting', 'deactivate'),
      422,
      "CA Waiting must have the status 'active' in order to be deactivated",
    );
  });

  it('are refused for a name that no CA has', async () => {
    assertRefusal(await put('Nobody', 'activate'), 422, 'Unknown CA name');
    assertRefusal(await put('Nobody', 'deactivate'), 422, 'Unknown CA name');
  });

  it('need the right to activate CAs, and the one to the CA', async () => {
    const { server } = shared;
    const rules = { '/administrator/': 'ALLOW', '/ca_functionality/activate_ca/': 'ALLOW', '/ca/Quiet CA/': 'ALLOW' };
    const officer = await officerWith(server, 'Officers', rules);
    await isDone(put('Quiet CA', 'activate', officer));
    assert.equal((await put('Issuing CA', 'deactivate', officer)).status, 403);
    const reader = await officerWith(server, 'Readers', { '/administrator/': 'ALLOW', '/ca/': 'ALLOW' });
    assert.equal((await put('Quiet CA', 'deactivate', reader)).status, 403);
  });

  it('are refused for a CA that has expired', async () => {
    const { server } = shared;
    await createCa(server, 'Old', { validity: '1d' });
    await createCa(server, 'Old and quiet', { validity: '1d' });
    await isDone(put('Old and quiet', 'deactivate'));
    server.clock.advanceSeconds(2 * 86_400);
    assertRefusal(await put('Old', 'activate'), 422, "CA Old must have the status 'offline' in order to be activated");
    assertRefusal(
      await put('Old', 'deactivate'),
      422,
      "CA Old must have the status 'active' in order to be deactivated",
    );
    assert.equal((await put('Old and quiet', 'activate')).status, 422);
    assert.equal((await shared.server.call('/v1/ca_management/status', { as: null })).json['version'], '1.0');
  });
});

describe('generatecsr', () => {
  const shared = sharedServer();
  const put = (name: string, body: Readonly<Record<string, unknown>>) =>
    shared.server.call(`/v1/ca/CN=${name},O=Example/generatecsr`, { method: 'PUT', body });
  const requestOf = (text: string) => CertificationRequest.parse(parsePem(text)[0]!.der);

  it('gives the request of a root with its present key, as PEM', async () => {
    await createCa(shared.server, 'Root');
    const { status, headers, text } = await put('Root', { key_pair: 'Root key', response_format: 'PEM' });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/octet-stream/);
    assert.match(String(headers['content-disposition']), /^attachment; filename="[^"]+\.pem"$/);
    assert.match(text, /^-----BEGIN CERTIFICATE REQUEST-----/);
    const request = requestOf(text);
    request.verifyProofOfPossession();
    assert.equal(
      request.publicKey.sha256Fingerprint,
      (await certificateOf(shared.server, 'Root')).publicKey.sha256Fingerprint,
    );
  });

  it('gives the request of a root in DER', async () => {
    const { status, headers, bytes } = await put('Root', { key_pair: 'Root key', response_format: 'DER' });
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /^attachment; filename="[^"]+\.der"$/);
    const request = CertificationRequest.parse(new Uint8Array(bytes));
    request.verifyProofOfPossession();
    assert.equal(request.subject.toString(), 'CN=Root,O=Example');
  });

  it('gives a new key, with the next sequence at the end of its alias, and DER unless told otherwise', async () => {
    const { installation } = shared.server.running;
    const { status, headers } = await put('Root', { key_pair: 'GENERATE_NEW' });
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /^attachment; filename="[^"]+\.der"$/);
    const { id, settings, keyAlias } = await caOf(shared.server, 'Root');
    const { request } = (await installation.ca.states.findState(id))!;
    assert.equal(request?.keyAlias, 'Root key00001');
    const { publicKey } = await installation.tokens.cryptoTokens.getKeyPair(settings.cryptoTokenId!, 'Root key00001');
    const read = CertificationRequest.parse(request.der);
    assert.equal(read.publicKey.der.toHex(), Buffer.from(publicKey).toString('hex'));
    assert.equal(keyAlias, 'Root key', 'the CA goes on with the key that it has');
  });

  it('gives the request of a sub CA, with its subject, and keeps the chain that comes with it', async () => {
    const elsewhere = TestCa.root('CN=Elsewhere');
    await createCa(shared.server, 'Sub', { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    const body = { key_pair: 'Sub key', certificate_chain: [elsewhere.certificatePem], response_format: 'PEM' };
    const { status, text } = await put('Sub', body);
    assert.equal(status, 200);
    const request = requestOf(text);
    assert.equal(request.subject.toString(), 'CN=Sub,O=Example');
    const certificate = elsewhere.certify({ subject: 'CN=Sub,O=Example', publicKey: request.publicKey.der, ca: true });
    // Alone: the root came with the request.
    await shared.server.running.installation.ca.receiveCaCertificate.receive(HOST, 'Sub', [
      formatPem('CERTIFICATE', certificate.der),
    ]);
    assert.equal((await caOf(shared.server, 'Sub')).status, 'ACTIVE');
  });

  it('refuses a chain of eleven, and one that holds no certificates', async () => {
    const { certificatePem } = TestCa.root();
    const chain = (certificate_chain: readonly string[]) => put('Sub', { key_pair: 'Sub key', certificate_chain });
    assert.equal((await chain(Array.from({ length: 11 }, () => certificatePem))).status, 400);
    assert.equal((await chain(Array.from({ length: 6 }, () => certificatePem + certificatePem))).status, 400);
    assert.equal((await chain(['no certificate'])).status, 400);
  });

  it('refuses a key that the token does not hold, and a CA that does not exist', async () => {
    assertRefusal(
      await put('Sub', { key_pair: 'another key' }),
      400,
      'CA cryptotoken is offline or the key pair not found.',
    );
    assertRefusal(await put('Nobody', { key_pair: 'key' }), 400, 'CA with DN: CN=Nobody,O=Example does not exist.');
    assert.equal((await put('Sub', {})).status, 400);
    assert.equal((await put('Sub', { key_pair: 'Sub key', response_format: 'XML' })).status, 400);
  });

  it('refuses while the token is off line', async () => {
    await takeTokenOffline(shared.server);
    assertRefusal(
      await put('Sub', { key_pair: 'Sub key' }),
      400,
      'CA cryptotoken is offline or the key pair not found.',
    );
  });
});

async function officerWith(
  server: TestServer,
  role: string,
  rules: Readonly<Record<string, string>>,
): Promise<ClientIdentity> {
  const keyPair = newKeyPair();
  const body = newRequest({ username: role, subject: `CN=${role}`, keyPair, profile: 'ENDUSER' });
  const identity = identityOf(await server.call('/v1/certificate/pkcs10enroll', { body }), keyPair);
  await createRole(server.running.installation, role, rules, [
    { issuer: 'ManagementCA', matchKey: 'WITH_COMMONNAME', matchValue: role },
  ]);
  return identity;
}
