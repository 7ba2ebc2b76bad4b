/** CAs over the administration interface, from their making to their renewal. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Certificate, CertificationRequest, formatPem, parsePem } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { caSettings, HOST } from '../support/ca-setup.ts';
import { type Answer, send } from '../support/test-server.ts';

describe('the administration interface of CAs', () => {
  const shared = sharedServer();
  const call = async (target: string, body?: unknown): Promise<Answer> => {
    const { server } = shared;
    const url = new URL(`/sealwright/v1/cas/${target}`, server.running.urls[0]);
    return send(url, { ...server.superAdministrator, ca: server.caChain }, body === undefined ? {} : { body });
  };
  const chainOf = ({ json }: Answer) =>
    (json['certificate_chain'] as string[]).map((pem) => Certificate.parse(parsePem(pem)[0]!.der));

  it('makes a root and a CA below it', async () => {
    const root = await call('Root', { settings: caSettings('Root') });
    assert.deepEqual([root.status, root.json['status'], root.json['key_alias']], [201, 'ACTIVE', 'Root key']);
    const sub = await call('Sub', { settings: caSettings('Sub', { signedBy: 'Root', certificateProfile: 'SUBCA' }) });
    assert.equal(sub.status, 201);
    assert.deepEqual(
      chainOf(sub).map(({ subject }) => subject.toString()),
      ['CN=Sub,O=Example', 'CN=Root,O=Example'],
    );
    assert.equal((await call('Root', { settings: caSettings('Root') })).status, 409);
    assert.equal((await call('Bad', { settings: {} })).status, 400);
  });

  it('leaves nothing of a CA that could not be made, so that it can be made again', async () => {
    const unmade = async (name: string, settings: Readonly<Record<string, unknown>>, status: number) => {
      const refused = await call(name, { settings });
      assert.deepEqual([refused.status, refused.headers['x-outcome']], [status, 'not-done'], refused.text);
      assert.equal((await call(name)).status, 404);
    };
    await unmade('Thief', caSettings('Thief', { certSignKey: 'Root key' }), 409);
    assert.equal((await call('Root/deactivate', {})).json['status'], 'OFFLINE');
    const settings = caSettings('Again', { signedBy: 'Root', certificateProfile: 'SUBCA' });
    await unmade('Again', settings, 503);
    await shared.server.running.installation.ca.caActivation.activate(HOST, 'Root');
    assert.equal((await call('Again', { settings })).status, 201);
  });

  it('takes a CA that could not be initialised up again', async () => {
    const settings = caSettings('Later', { signKeySpec: '' });
    const made = await shared.server.administer('/documents/CA/Later', { method: 'POST', body: { settings } });
    assert.equal(made.status, 201, made.text);
    assert.equal((await call('Later/initialize', {})).status, 404, 'there is no such key');
    assert.equal((await call('Later')).json['status'], 'UNINITIALIZED');
    const edited = await send(
      new URL('/sealwright/v1/documents/CA/Later', shared.server.running.urls[0]),
      { ...shared.server.superAdministrator, ca: shared.server.caChain },
      { method: 'PUT', body: { settings: { ...settings, signKeySpec: 'P-256' } } },
    );
    assert.equal(edited.status, 200);
    assert.equal((await call('Later/initialize', {})).json['status'], 'ACTIVE');
    assert.equal((await call('Later/initialize', {})).status, 409);
  });

  it('renews a CA, and shows the certificates that link its keys', async () => {
    const { status, json } = await call('Root/renew', { new_key: true });
    assert.deepEqual([status, json['key_alias'], json['key_sequence']], [200, 'Root key00001', '00001']);
    const roles = (json['further_certificates'] as { role: string }[]).map(({ role }) => role);
    assert.deepEqual(roles.toSorted(), ['former', 'new-with-old', 'old-with-new']);
  });

  it('gives a request, and takes the certificate that is made of it', async () => {
    const elsewhere = TestCa.root('CN=Elsewhere');
    const settings = caSettings('Far', { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    const made = await call('Far', { settings });
    assert.equal(made.json['status'], 'WAITING_CERTIFICATE_RESPONSE');
    assert.match(String(made.json['certification_request']), /^-----BEGIN CERTIFICATE REQUEST-----/);
    const { json } = await call('Far/csr', { key_alias: 'Far key' });
    const { subject, publicKey } = CertificationRequest.parse(
      parsePem(json['certification_request'] as string)[0]!.der,
    );
    const signed = elsewhere.certify({ subject: subject.toString(), publicKey: publicKey.der, ca: true });
    const bundle = formatPem('CERTIFICATE', signed.der) + elsewhere.certificatePem;
    const received = await call('Far/receive', { certificates: [bundle] });
    assert.deepEqual([received.status, received.json['status']], [200, 'ACTIVE']);
    assert.equal((await call('Far/receive', { certificates: [bundle] })).status, 422);
    assert.equal((await call('Root/receive', { certificates: ['no certificate'] })).status, 400);
  });

  it('imports a CA of which there is only a certificate', async () => {
    const elsewhere = TestCa.root('CN=Only a certificate');
    const { status, json } = await call('Only/import', { certificates: [elsewhere.certificatePem] });
    assert.deepEqual([status, json['status'], json['key_alias']], [200, 'EXTERNAL', '']);
  });

  it('takes a CA off line and on line', async () => {
    assert.equal((await call('Root/deactivate', {})).json['status'], 'OFFLINE');
    assert.equal((await call('Root/activate', {})).json['status'], 'ACTIVE');
    assert.equal((await call('Only/activate', {})).status, 422);
  });

  it('knows no CA of another name', async () => {
    assert.equal((await call('Nobody')).status, 404);
    for (const act of ['renew', 'activate', 'initialize', 'csr']) {
      assert.equal((await call(`Nobody/${act}`, {})).status, 404, act);
    }
  });
});
