/** The CRLs that a CA has from the moment on in which it can sign (cases 12 and 13 of the interface count on from there). */
import { CertificationRequest, Crl, crlNumber, deltaCrlIndicator } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestCa } from '../pki/test-pki.ts';
import { latestCrl, sharedServer } from './ca-rest-setup.ts';
import { caOf, caSettings, createCa, HOST } from './ca-setup.ts';
import { whileRefusing } from './server-database.ts';
import type { TestServer } from './test-server.ts';

/** A CRL of a CA as clients get it; undefined when there is none. */
async function crlOf(
  server: TestServer,
  name: string,
  { delta = false, partition = 0 } = {},
): Promise<Crl | undefined> {
  const { settings } = await caOf(server, name);
  const query = `deltaCrl=${delta}&crlPartitionIndex=${partition}`;
  const dn = encodeURIComponent(settings.subject.toString());
  const { json } = await server.call(`/v1/ca/${dn}/getLatestCrl?${query}`);
  return json['crl'] === null ? undefined : Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
}

const numberOf = (crl: Crl | undefined) => crl?.extension(crlNumber);

async function createCrls(server: TestServer, name: string, { delta }: { readonly delta: boolean }) {
  const { settings } = await caOf(server, name);
  const dn = encodeURIComponent(settings.subject.toString());
  const answer = await server.call(`/v1/ca/${dn}/createcrl?deltacrl=${delta}`, { method: 'POST' });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

describe('the first CRL of a CA', () => {
  const shared = sharedServer();

  it('of the management CA is there after the first start', async () => {
    const crl = await latestCrl(shared.server);
    assert.ok(crl.verify((await caOf(shared.server, 'ManagementCA')).chain[0]!.publicKey));
  });

  it('is made with it, also when it is taken off line at once', async () => {
    const { server } = shared;
    const answer = await server.administer('/cas/Brief', { body: { settings: caSettings('Brief') } });
    assert.equal(answer.status, 201, answer.text);
    assert.equal((await server.administer('/cas/Brief/deactivate', { body: {} })).status, 200);
    const crl = await crlOf(server, 'Brief');
    assert.ok(crl?.verify((await caOf(server, 'Brief')).chain[0]!.publicKey));
    assert.equal((await server.fetchPlain('/crls/Brief.crl')).status, 200);
  });

  it('leaves number 1 to the first one that somebody asks for', async () => {
    const { server } = shared;
    await createCa(server, 'Counted');
    assert.equal(numberOf(await crlOf(server, 'Counted')), 0n);
    assert.equal((await createCrls(server, 'Counted', { delta: false }))['latest_crl_version'], 1);
  });

  it('is made with a CA that another one here certifies', async () => {
    const { server } = shared;
    await createCa(server, 'Above');
    await createCa(server, 'Below', { signedBy: 'Above', certificateProfile: 'SUBCA' });
    const crl = await crlOf(server, 'Below');
    assert.ok(crl?.verify((await caOf(server, 'Below')).chain[0]!.publicKey));
  });

  it('is made for every partition, with a delta CRL when the CA issues them', async () => {
    const { server } = shared;
    await createCa(server, 'Parted', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/parted*.crl'],
      deltaCrlPeriod: '2h',
    });
    for (const partition of [0, 1, 2]) {
      const [base, delta] = [
        await crlOf(server, 'Parted', { partition }),
        await crlOf(server, 'Parted', { partition, delta: true }),
      ];
      assert.deepEqual([numberOf(base), numberOf(delta), delta?.extension(deltaCrlIndicator)], [0n, 1n, 0n]);
    }
  });

  it('is what a delta CRL can be asked for by', async () => {
    const { server } = shared;
    await createCa(server, 'With deltas', { deltaCrlPeriod: '2h' });
    const { json } = await server.call(
      `/v1/ca/${encodeURIComponent('CN=With deltas,O=Example')}/createcrl?deltacrl=true`,
      { method: 'POST' },
    );
    assert.deepEqual([json['latest_delta_crl_version'], json['all_success']], [2, true]);
  });

  it('is made when the certificate of a CA arrives that is signed elsewhere, and not before', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Elsewhere');
    await createCa(server, 'Waiting', { signedBy: 'External CA' });
    assert.equal(await crlOf(server, 'Waiting'), undefined);
    const { request } = (await server.running.installation.ca.readCa.report(HOST, 'Waiting')).state;
    const { subject, publicKey } = CertificationRequest.parse(request!.der);
    const certificate = elsewhere.certify({ subject: subject.toString(), publicKey: publicKey.der, ca: true });
    const answer = await server.administer('/cas/Waiting/receive', {
      body: { certificates: [certificate, elsewhere.certificate].map(({ der }) => der.toBase64()) },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok((await crlOf(server, 'Waiting'))?.verify(certificate.publicKey));
  });

  it('that could not be made keeps nobody from the CA, and the CRL Updater makes it', async () => {
    const { server } = shared;
    await whileRefusing(server, 'INSERT', 'crl', async () => createCa(server, 'Interrupted'));
    assert.equal((await caOf(server, 'Interrupted')).status, 'ACTIVE');
    assert.equal(await crlOf(server, 'Interrupted'), undefined);
    const run = await server.call('/v1/system/service/CRL%20Updater/run', { method: 'PUT' });
    assert.equal(run.status, 200, run.text);
    assert.equal(numberOf(await crlOf(server, 'Interrupted')), 0n);
  });

  it('is not made for a CA of elsewhere', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Foreign,O=Example');
    const answer = await server.administer('/cas/Foreign/import', {
      body: { certificates: [elsewhere.certificate.der.toBase64()] },
    });
    assert.ok(answer.status < 300, answer.text);
    assert.equal(await crlOf(server, 'Foreign'), undefined);
  });
});
