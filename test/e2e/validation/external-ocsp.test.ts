/** OCSP for CAs that are elsewhere: answers are of their imported CRLs, and signed by a responder that they have certified. */
import {
  type Certificate,
  CertificationRequest,
  crlNumber,
  deltaCrlIndicator,
  type Extension,
  formatPem,
  issuingDistributionPoint,
  makeExtension,
  oid,
  parsePem,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestCa, type TestRevocation } from '../../pki/test-pki.ts';
import { createExternalCa } from '../support/administration.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { type AskOptions, ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const DAY = 86_400;
let last = 0;

/** An external CA of this name with a crypto token for its responder; its CRLs are taken over with all entries. */
async function externalCa(server: TestServer, settings: Readonly<Record<string, unknown>> = {}) {
  const name = `External ${++last}`;
  const ca = TestCa.root(`CN=${name}`);
  await createExternalCa(server.running.installation, name, ca);
  const token = `Responders ${last}`;
  await makeSigningToken(server, token, {});
  await editCa(server, name, { ocspCryptoToken: token, acceptRevocationsOfNonExistingEntries: true, ...settings });
  return { name, ca, token };
}

const csrOf = (server: TestServer, name: string) =>
  server.administer(`/cas/${encodeURIComponent(name)}/ocsp-csr`, { body: {} });
const receive = (server: TestServer, name: string, ...certificates: readonly string[]) =>
  server.administer(`/cas/${encodeURIComponent(name)}/ocsp-receive`, { body: { certificates } });

async function requested(server: TestServer, name: string): Promise<CertificationRequest> {
  const { status, json, text } = await csrOf(server, name);
  assert.equal(status, 200, text);
  return CertificationRequest.parse(parsePem(json['certification_request'] as string)[0]!.der);
}

/** Has the CA certify its responder here, and gives the certificate. */
async function certifyResponder(
  server: TestServer,
  name: string,
  ca: TestCa,
  validity: { readonly notBefore?: number; readonly notAfter?: number } = {},
): Promise<Certificate> {
  const request = await requested(server, name);
  const certificate = ca.certify({
    subject: String(request.subject),
    publicKey: request.publicKey.der,
    purposes: ['OCSPSigning'],
    ...validity,
  });
  const { status, text } = await receive(server, name, formatPem('CERTIFICATE', certificate.der));
  assert.equal(status, 200, text);
  return certificate;
}

interface CrlOptions {
  readonly extensions?: readonly Extension[];
  readonly lifetime?: number;
  readonly partition?: number;
}

const delta = (base: number) => ({ extensions: [makeExtension(deltaCrlIndicator, BigInt(base), true)] });

/** Says that a CRL is of the certificates that name these addresses. */
const pointAt = (...addresses: readonly string[]) =>
  makeExtension(
    issuingDistributionPoint,
    {
      distributionPoint: {
        type: 'fullName',
        names: addresses.map((value) => ({ type: 'uniformResourceIdentifier' as const, value })),
      },
      onlyContainsUserCerts: false,
      onlyContainsCACerts: false,
      onlyContainsAttributeCerts: false,
      indirectCRL: false,
    },
    true,
  );

async function newestCrl(server: TestServer, name: string) {
  const { ca, storage } = server.running.installation;
  const { id } = (await ca.authorities.findByName(name))!;
  return storage.stores.crls.findLatestHead({ caId: id, partition: 0 }, 'base');
}

async function importCrl(
  server: TestServer,
  ca: TestCa,
  number: number,
  revoked: readonly TestRevocation[] = [],
  options: CrlOptions = {},
): Promise<void> {
  const { status, text } = await offerCrl(server, ca, number, revoked, options);
  assert.equal(status, 200, text);
}

function offerCrl(
  server: TestServer,
  ca: TestCa,
  number: number,
  revoked: readonly TestRevocation[],
  { extensions = [], lifetime = DAY, partition = 0 }: CrlOptions,
) {
  const now = Math.floor(server.clock.nowMs() / 1000);
  const all = [makeExtension(crlNumber, BigInt(number), false), ...extensions];
  const crl = ca.issueCrl(revoked, all, now - 60, now + lifetime);
  const body =
    '--boundary\r\nContent-Disposition: form-data; name="crlFile"; filename="x.crl"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const index = '--boundary\r\nContent-Disposition: form-data; name="crlPartitionIndex"\r\n\r\n';
  const rawBody = Buffer.concat([
    Buffer.from(`${index}${partition}\r\n${body}`),
    crl,
    Buffer.from('\r\n--boundary--\r\n'),
  ]);
  const dn = encodeURIComponent(String(ca.certificate.subject));
  return server.call(`/v1/ca/${dn}/importcrl`, {
    method: 'POST',
    rawBody,
    headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
  });
}

const revocationOf = (
  certificate: Certificate,
  reason: TestRevocation['reason'] = 'KEY_COMPROMISE',
): TestRevocation => ({
  certificate,
  revokedAt: Math.floor(Date.now() / 1000) - DAY,
  reason,
});

describe('the OCSP responder of an external CA', () => {
  const shared = sharedServer();
  const statusOf = (certificate: Certificate, ca: TestCa, options: AskOptions = {}) =>
    ocspStatus(shared.server.running.urls[1]!, certificate, ca.certificate, options);

  it('answers what the imported CRL says, signed under the certificate of the CA, for as long as the CRL counts', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    const { certificate: revoked } = ca.issue({ subject: 'CN=revoked' });
    const { certificate: good } = ca.issue({ subject: 'CN=good' });
    assert.equal(await statusOf(good, ca), 'unauthorized', 'nobody is certified');
    const responder = await certifyResponder(server, name, ca);
    assert.equal(await statusOf(good, ca), 'tryLater', 'there is no CRL');
    await importCrl(server, ca, 1, [revocationOf(revoked)], { lifetime: 3600 });
    const request = ocspRequest([
      [good, ca.certificate],
      [revoked, ca.certificate],
    ]);
    const answer = await ocspAnswer(await postOcsp(server.running.urls[1]!, request));
    assert.ok(typeof answer !== 'string');
    assert.ok(answer.verify(responder.publicKey));
    const [one, two] = answer.responses;
    assert.deepEqual(one!.certificateStatus, { status: 'good' });
    assert.ok(two!.certificateStatus.status === 'revoked' && two!.certificateStatus.reason === 'KEY_COMPROMISE');
    // Known to be so when the CRL was made, and no longer than it counts.
    const { thisUpdate, nextUpdate } = (await newestCrl(server, name))!;
    assert.deepEqual([one!.thisUpdate, one!.nextUpdate], [thisUpdate, nextUpdate]);
    // The next one is obeyed at once.
    await importCrl(server, ca, 2, [revocationOf(revoked), revocationOf(good)]);
    assert.equal(await statusOf(good, ca), 'revoked');
  });

  it('says tryLater of a CRL that leaves something out, or whose entries were not all taken over', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server, { acceptRevocationsOfNonExistingEntries: false });
    const { certificate: revoked } = ca.issue({ subject: 'CN=revoked' });
    await certifyResponder(server, name, ca);
    await importCrl(server, ca, 1, [revocationOf(revoked)]);
    assert.equal(await statusOf(revoked, ca), 'tryLater');
    await editCa(server, name, { acceptRevocationsOfNonExistingEntries: true });
    assert.equal(await statusOf(revoked, ca), 'tryLater', 'what was left out stays so');
    const point = {
      onlyContainsUserCerts: false,
      onlyContainsCACerts: true,
      onlyContainsAttributeCerts: false,
      indirectCRL: false,
    };
    await importCrl(server, ca, 2, [], { extensions: [makeExtension(issuingDistributionPoint, point, true)] });
    assert.equal(await statusOf(revoked, ca), 'tryLater', 'it is of CAs alone');
    await importCrl(server, ca, 3, [revocationOf(revoked)]);
    assert.equal(await statusOf(revoked, ca), 'revoked');
  });

  it('takes no CRL with something critical that it does not understand', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    await certifyResponder(server, name, ca);
    const unknown = { oid: oid('1.3.6.1.4.1.99999.1'), critical: true, value: Buffer.from('0500', 'hex') } as Extension;
    const { status, text } = await offerCrl(server, ca, 1, [], { extensions: [unknown] });
    assert.equal(status, 400, text);
    assert.match(text, /critical extension 1\.3\.6\.1\.4\.1\.99999\.1/);
    assert.equal(await statusOf(ca.issue({ subject: 'CN=good' }).certificate, ca), 'tryLater');
  });

  it('takes a CRL for one of a partition only at the address of that partition', async () => {
    const { server } = shared;
    const at = (partition: number) => `http://crl.example/p${partition}.crl`;
    const { name, ca } = await externalCa(server, {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/p*.crl'],
    });
    await certifyResponder(server, name, ca);
    const { certificate } = ca.issue({ subject: 'CN=good' });
    await importCrl(server, ca, 1);
    await importCrl(server, ca, 1, [], { partition: 1, extensions: [pointAt(at(1))] });
    await importCrl(server, ca, 1, [], { partition: 2, extensions: [pointAt(at(1))] });
    assert.equal(await statusOf(certificate, ca), 'tryLater', 'nobody knows what partition 2 has');
    await importCrl(server, ca, 2, [], { partition: 2, extensions: [pointAt('http://other.example/2.crl', at(2))] });
    assert.equal(await statusOf(certificate, ca), 'good');
  });

  it('follows a certificate that is released from hold, and leaves others revoked', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    await certifyResponder(server, name, ca);
    const held = ca.issue({ subject: 'CN=held' }).certificate;
    const stays = ca.issue({ subject: 'CN=stays' }).certificate;
    const revoked = ca.issue({ subject: 'CN=revoked' }).certificate;
    const hold = (certificate: Certificate) => revocationOf(certificate, 'CERTIFICATE_HOLD');
    await importCrl(server, ca, 1, [hold(held), hold(stays), revocationOf(revoked)]);
    assert.equal(await statusOf(held, ca), 'revoked');
    await importCrl(server, ca, 2, [hold(stays)], delta(1));
    assert.equal(await statusOf(held, ca), 'revoked', 'a delta lists changes alone');
    await importCrl(server, ca, 3, [hold(stays)]);
    assert.equal(await statusOf(held, ca), 'good');
    assert.equal(await statusOf(stays, ca), 'revoked');
    assert.equal(await statusOf(revoked, ca), 'revoked', 'which no CRL takes back');
  });

  it('says tryLater after a delta CRL whose entries were dropped, or whose base CRL is not here', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    await certifyResponder(server, name, ca);
    const revoked = ca.issue({ subject: 'CN=revoked' }).certificate;
    const good = ca.issue({ subject: 'CN=good' }).certificate;
    await importCrl(server, ca, 1);
    await importCrl(server, ca, 2, [revocationOf(ca.issue({ subject: 'CN=other' }).certificate)], delta(1));
    assert.equal(await statusOf(good, ca), 'good');
    await editCa(server, name, { acceptRevocationsOfNonExistingEntries: false });
    await importCrl(server, ca, 3, [revocationOf(revoked)], delta(1));
    assert.equal(await statusOf(revoked, ca), 'tryLater');
    await editCa(server, name, { acceptRevocationsOfNonExistingEntries: true });
    await importCrl(server, ca, 4, [revocationOf(revoked)], delta(1));
    assert.equal(await statusOf(revoked, ca), 'revoked');
    await importCrl(server, ca, 6, [], delta(5));
    assert.equal(await statusOf(good, ca), 'tryLater', 'base CRL 5 may have more');
    await importCrl(server, ca, 7);
    assert.equal(await statusOf(good, ca), 'good');
  });

  it('says nothing of a CA that has another key until a CRL of that key is imported', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    await certifyResponder(server, name, ca);
    await importCrl(server, ca, 1);
    const renewed = TestCa.root(String(ca.certificate.subject));
    const imported = await server.administer(`/cas/${encodeURIComponent(name)}/import`, {
      body: { certificates: [renewed.certificatePem] },
    });
    assert.equal(imported.status, 200, imported.text);
    const { certificate } = renewed.issue({ subject: 'CN=new' });
    assert.equal(await statusOf(certificate, renewed), 'unauthorized');
    assert.equal(await statusOf(ca.issue({ subject: 'CN=old' }).certificate, ca), 'unauthorized');
    await certifyResponder(server, name, renewed);
    assert.equal(await statusOf(certificate, renewed), 'tryLater');
    await importCrl(server, renewed, 2);
    assert.equal(await statusOf(certificate, renewed), 'good');
  });

  it('no longer signs once the CRL has its certificate, and gets another key', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    const responder = await certifyResponder(server, name, ca);
    await importCrl(server, ca, 1);
    const { certificate } = ca.issue({ subject: 'CN=good' });
    assert.equal(await statusOf(certificate, ca), 'good');
    await importCrl(server, ca, 2, [revocationOf(responder)]);
    assert.equal(await statusOf(certificate, ca), 'tryLater');
    const again = await receive(server, name, formatPem('CERTIFICATE', responder.der));
    assert.match(again.text, /is revoked by the CRL/);
    const next = await certifyResponder(server, name, ca);
    assert.notDeepEqual(next.publicKey.der, responder.publicKey.der);
    assert.equal(await statusOf(certificate, ca), 'good');
  });

  it('takes only a certificate of its key, by its CA, that lets it sign answers', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    const { publicKey } = await requested(server, name);
    const other = TestCa.root('CN=Other');
    const contents = { subject: 'CN=responder', publicKey: publicKey.der, purposes: ['OCSPSigning'] } as const;
    const refusals: readonly (readonly [Certificate, RegExp])[] = [
      [other.certify(contents), /not by the present key/],
      [ca.certify({ ...contents, purposes: ['serverAuth'] }), /lacks the purpose OCSPSigning/],
      [ca.certify({ ...contents, usages: ['keyEncipherment'] }), /lacks digitalSignature/],
      [ca.certify({ ...contents, notBefore: 1_500_000_000, notAfter: 1_600_000_000 }), /has ended/],
      [ca.issue({ subject: 'CN=responder', purposes: ['OCSPSigning'] }).certificate, /for another key/],
    ];
    for (const [certificate, message] of refusals) {
      const { status, text } = await receive(server, name, formatPem('CERTIFICATE', certificate.der));
      assert.ok(status >= 400 && status < 500, text);
      assert.match(text, message);
    }
  });

  it('is warned of before it ends, since only the CA can renew it, and ends what it signs', async () => {
    const { server } = shared;
    const { name, ca } = await externalCa(server);
    const listed = async () => {
      const { json } = await server.administer('/cas');
      const cas = json['cas'] as { name: string; ocsp_responder?: object }[];
      return cas.find((each) => each.name === name)!.ocsp_responder;
    };
    assert.equal(await listed(), undefined, 'it has certified none');
    const now = Math.floor(server.clock.nowMs() / 1000);
    const text = (seconds: number) => new Date(seconds * 1000).toISOString();
    await certifyResponder(server, name, ca, { notBefore: now - 10 * DAY, notAfter: now + 20 * DAY });
    assert.deepEqual(await listed(), { missing: 0, ends_soon: false, not_after: text(now + 20 * DAY) });
    await certifyResponder(server, name, ca, { notBefore: now - 10 * DAY, notAfter: now + 3600 });
    assert.deepEqual(await listed(), { missing: 0, ends_soon: true, not_after: text(now + 3600) });
    await importCrl(server, ca, 1);
    const { certificate } = ca.issue({ subject: 'CN=good' });
    const request = ocspRequest([[certificate, ca.certificate]]);
    const answer = await ocspAnswer(await postOcsp(server.running.urls[1]!, request));
    assert.ok(typeof answer !== 'string' && answer.responses[0]!.nextUpdate === now + 3600);
  });

  it('is refused to a CA whose settings do not fit, and to one that certifies its own', async () => {
    const { server } = shared;
    const { name } = await externalCa(server, { ocspNeverIssued: 'REVOKED' });
    assert.match((await csrOf(server, name)).text, /'ocspNeverIssued'.*has to be 'UNKNOWN'/);
    await editCa(server, name, { ocspNeverIssued: 'UNKNOWN', ocspCryptoToken: 'Same' });
    assert.match((await csrOf(server, name)).text, /'ocspCryptoToken'.*has to name a crypto token/);
    const own = await csrOf(server, 'ManagementCA');
    assert.equal(own.status, 409, own.text);
  });

  it('has a key that signs for no worker', async () => {
    const { server } = shared;
    const { name, ca, token } = await externalCa(server);
    await certifyResponder(server, name, ca);
    const { authorities } = server.running.installation.ca;
    const { ocspResponders } = server.running.installation.storage.stores;
    const [{ keyAlias: alias } = { keyAlias: '' }] = await ocspResponders.listOfCa(
      (await authorities.findByName(name))!.id,
      1,
    );
    const plain = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', CRYPTOTOKEN: token };
    await makeWorker(server, 'Forger', { ...plain, DEFAULTKEY: alias });
    const signed = () => signing(server, '/workers/Forger/process', { body: { data: 'x' } });
    assert.equal((await signed()).status, 503);
    // The certificate of the key that it has left behind counts on.
    await editCa(server, name, { ocspResponderKeySpec: 'P-384' });
    await certifyResponder(server, name, ca);
    const after = await signed();
    assert.equal(after.status, 503, after.text);
    assert.match(after.json['error'] as string, /OCSP responder/);
  });
});

it('says nothing of an external CA beyond the nextUpdate of its CRL', async (t) => {
  const server = await TestServer.start(t);
  const { name, ca } = await externalCa(server);
  await certifyResponder(server, name, ca);
  await importCrl(server, ca, 1, [], { lifetime: 3600 });
  const { certificate } = ca.issue({ subject: 'CN=good' });
  const status = () => ocspStatus(server.running.urls[1]!, certificate, ca.certificate);
  assert.equal(await status(), 'good');
  server.clock.advanceSeconds(3700);
  assert.equal(await status(), 'tryLater');
  await importCrl(server, ca, 2);
  assert.equal(await status(), 'good');
});
