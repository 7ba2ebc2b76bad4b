import { extendedKeyUsage, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestCa } from '../../../../../test/pki/test-pki.ts';
import { type AdministratorIssuer, Authenticator } from './authenticator.ts';

const CA_ID = 17;
const NOW = Date.UTC(2031, 0, 1) / 1000;

function authenticator(ca: TestCa, issuer: Partial<AdministratorIssuer> = {}) {
  const source = {
    epoch: 1,
    status: 'good' as 'good' | 'revoked' | 'unknown',
    issuersRead: 0,
    list: [{ caId: CA_ID, certificates: [ca.certificate], revoked: false, local: true, ...issuer }],
    async issuers() {
      source.issuersRead++;
      return source.list;
    },
    statusesRead: 0,
    onStatusRead() {},
    async certificateStatus() {
      source.statusesRead++;
      const { status } = source;
      source.onStatusRead();
      return status;
    },
  };
  const clock = { now: NOW, nowMs: () => clock.now * 1000 };
  const subject = new Authenticator({ source, clock });
  const authenticate = async (der: Uint8Array, sha256Fingerprint = Buffer.from(der).toString('hex')) =>
    subject.authenticate({ kind: 'certificate', der, sha256Fingerprint, remoteAddress: '192.0.2.1' });
  return { source, clock, authenticate };
}

const refused = (reason: string) => ({ code: 'access.credentials_refused', reason });

it('finds who is calling, and under which CA', async () => {
  const ca = TestCa.root();
  const { certificate } = ca.issueClient('alice');
  const { authenticate } = authenticator(ca);
  const administrator = await authenticate(certificate.der);
  assert.deepEqual([administrator.issuerCaId, administrator.remoteAddress], [CA_ID, '192.0.2.1']);
  assert.equal(administrator.certificate.subject.toString(), 'CN=alice');
});

it('verifies a certificate once for each epoch, and asks how it stands every time', async () => {
  const ca = TestCa.root();
  const { der } = ca.issueClient('alice').certificate;
  const { source, authenticate } = authenticator(ca);
  await authenticate(der);
  await authenticate(der);
  assert.equal(source.issuersRead, 1);
  source.status = 'revoked';
  await assert.rejects(authenticate(der), refused('revoked'));
  source.status = 'unknown';
  await assert.rejects(authenticate(der), refused('unknown-to-issuer'));
  Object.assign(source, { epoch: 2, list: [], status: 'good' });
  await assert.rejects(authenticate(der), refused('unknown-issuer'));
});

it('asks once how a certificate stands for all requests of one turn, and again for one that comes after', async () => {
  const ca = TestCa.root();
  const { der } = ca.issueClient('alice').certificate;
  const { source, authenticate } = authenticator(ca);
  await authenticate(der);
  source.statusesRead = 0;
  let later: Promise<unknown> | undefined;
  source.onStatusRead = () => {
    source.status = 'revoked';
    later ??= assert.rejects(authenticate(der), refused('revoked'));
  };
  await Promise.all([authenticate(der), authenticate(der), authenticate(der)]);
  assert.equal(source.statusesRead, 1);
  await later;
  assert.equal(source.statusesRead, 2);
});

it('looks once for each epoch at a certificate of an unknown issuer', async () => {
  const ca = TestCa.root();
  const stranger = TestCa.root('CN=Stranger');
  const { der } = stranger.issueClient('mallory').certificate;
  const { source, authenticate } = authenticator(ca);
  await assert.rejects(authenticate(der), refused('unknown-issuer'));
  await assert.rejects(authenticate(der), refused('unknown-issuer'));
  assert.equal(source.issuersRead, 1);
  const [known] = source.list;
  Object.assign(source, { epoch: 2, list: [{ ...known, certificates: [stranger.certificate] }] });
  assert.equal((await authenticate(der)).certificate.subject.toString(), 'CN=mallory');
});

it('looks once for each epoch at what is not a certificate', async () => {
  const ca = TestCa.root();
  const { source, authenticate } = authenticator(ca);
  await assert.rejects(authenticate(new Uint8Array([0x30, 0x80]), 'same'), refused('malformed-certificate'));
  // The same fingerprint stands for the same octets: these are not looked at.
  const { der } = ca.issueClient('alice').certificate;
  await assert.rejects(authenticate(der, 'same'), refused('malformed-certificate'));
  source.epoch = 2;
  await authenticate(der, 'same');
});

it('forgets no good certificate over any number of refused ones', async () => {
  const ca = TestCa.root();
  const { der } = ca.issueClient('alice').certificate;
  const { source, authenticate } = authenticator(ca);
  await authenticate(der);
  for (let count = 0; count < 10_010; count++) await authenticate(new Uint8Array(), `bad ${count}`).catch(() => {});
  await authenticate(der);
  assert.equal(source.issuersRead, 1);
});

it('asks nobody how a certificate of another installation stands', async () => {
  const ca = TestCa.root();
  const { source, authenticate } = authenticator(ca, { local: false });
  source.status = 'unknown';
  await authenticate(ca.issueClient('alice').certificate.der);
});

it('refuses outside of the validity, whose ends belong to it (RFC 5280 §4.1.2.5)', async () => {
  const ca = TestCa.root();
  const { der } = ca.issue({ subject: 'CN=a', notBefore: NOW - 10, notAfter: NOW + 10 }).certificate;
  const { clock, authenticate } = authenticator(ca);
  for (const now of [NOW - 10, NOW + 10]) {
    clock.now = now;
    await authenticate(der);
  }
  clock.now = NOW - 11;
  await assert.rejects(authenticate(der), refused('not-yet-valid'));
  clock.now = NOW + 11;
  await assert.rejects(authenticate(der), refused('expired'));
});

it('refuses the certificates of a CA that is revoked or expired', async () => {
  const ca = TestCa.root();
  const { der } = ca.issueClient('alice').certificate;
  await assert.rejects(authenticator(ca, { revoked: true }).authenticate(der), refused('issuer-not-valid'));
  const { clock, authenticate } = authenticator(ca);
  clock.now = ca.certificate.notAfter + 1;
  const { der: longer } = ca.issue({ subject: 'CN=a', notAfter: clock.now + 1000 }).certificate;
  await assert.rejects(authenticate(longer), refused('issuer-not-valid'));
});

it("refuses a signature that is not the CA's, whatever names and identifiers say", async () => {
  const ca = TestCa.root('CN=Same');
  const impostor = TestCa.root('CN=Same');
  const { der } = impostor.issueClient('alice').certificate;
  await assert.rejects(authenticator(ca).authenticate(der), refused('unknown-issuer'));
  const changed = ca.issueClient('alice').certificate.der.slice();
  changed[changed.length - 1]! ^= 1;
  await assert.rejects(authenticator(ca).authenticate(changed), refused('unknown-issuer'));
});

it('refuses what is not a certificate', async () => {
  const ca = TestCa.root();
  const { der } = ca.issueClient('alice').certificate;
  const { authenticate } = authenticator(ca);
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array([0x30, 0x80]),
    der.slice(0, -1),
    Buffer.from('no certificate'),
  ]) {
    await assert.rejects(authenticate(bytes), refused('malformed-certificate'));
  }
});

it('refuses a certificate whose names or purposes cannot be read', async () => {
  const ca = TestCa.root();
  const { authenticate } = authenticator(ca);
  for (const { oid } of [extendedKeyUsage, subjectAltName]) {
    const extensions = [{ oid, critical: false, value: new Uint8Array([0x04, 0x00]) }];
    const { der } = ca.issue({ subject: 'CN=a', extensions }).certificate;
    await assert.rejects(authenticate(der), refused('malformed-certificate'));
  }
});

it('does not take a purpose for all others', async () => {
  const ca = TestCa.root();
  const { authenticate } = authenticator(ca);
  await authenticate(ca.issue({ subject: 'CN=a', purposes: ['serverAuth', 'clientAuth'] }).certificate.der);
  await assert.rejects(
    authenticate(ca.issue({ subject: 'CN=a', purposes: ['serverAuth'] }).certificate.der),
    refused('not-for-clients'),
  );
});

it('refuses a bearer token, and a request without credentials', async () => {
  const subject = new Authenticator({
    source: { epoch: 1, issuers: async () => [], certificateStatus: async () => 'unknown' },
    clock: { nowMs: () => 0 },
  });
  await assert.rejects(
    subject.authenticate({ kind: 'bearer', token: 'secret', remoteAddress: '' }),
    refused('bearer-not-supported'),
  );
  await assert.rejects(subject.authenticate({ kind: 'none', remoteAddress: '' }), { code: 'access.no_credentials' });
});
