/** Validators ask responders: which of them, in which order with CRLs, and whom they believe. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Certificate, type Der, formatPem, type OcspRequest } from '@sealwright/pki';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { type TestAnswer, TestResponder } from '../../pki/test-ocsp.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { ocspServer } from '../support/ocsp-server.ts';
import { makeSigningToken, makeWorker, publicKeyOf, signing } from '../support/setups/signing-setup.ts';
import { validate } from '../support/setups/validation-setup.ts';

const NOW = Math.floor(Date.now() / 1000);
const REVOKED_AT = NOW - 86_400;
const REVOKED = { status: 'revoked', revokedAt: REVOKED_AT, reason: 'KEY_COMPROMISE' } as const;

describe('validators and OCSP', async () => {
  const answers = new Map<string, (request: OcspRequest | undefined) => Uint8Array>();
  const outside = await ocspServer((path, request) => answers.get(path)?.(request));
  const shared = sharedServer({ outboundHosts: outboundHosts(outside.host) });
  const root = TestCa.root('CN=Root');
  const ca = root.subordinate('CN=Issuing', 'P-256', [outside.responderAt('/root')]);
  const delegate = TestResponder.delegated(ca);
  let serial = 0;

  /** A certificate, with a responder of its own that answers so and that nobody has asked yet; a key is made unless there is one. */
  const certified = (answer: TestAnswer | undefined, by = delegate, publicKey?: Der<'SubjectPublicKeyInfo'>) => {
    const path = `/ocsp/${serial++}`;
    const contents = { subject: 'CN=alice', extensions: [outside.responderAt(path), outside.crlAt(`${path}/crl`)] };
    const certificate =
      publicKey === undefined ? ca.issue(contents).certificate : ca.certify({ ...contents, publicKey });
    if (answer !== undefined) answers.set(path, () => by.answer(certificate, NOW, answer));
    return { certificate, path };
  };
  const certificateWith = (answer: TestAnswer | undefined, by = delegate) => certified(answer, by).certificate;
  const service = (name: string, classPath: string, properties: Readonly<Record<string, string>> = {}) =>
    makeWorker(shared.server, name, {
      IMPLEMENTATION_CLASS: 'ValidationServiceWorker',
      AUTHTYPE: 'NOAUTH',
      'VAL1.CLASSPATH': classPath,
      'VAL1.ISSUER1.CERTCHAIN': ca.chainPem,
      ...properties,
    });
  const lineOf = async (worker: string, { der }: Certificate) =>
    (await validate(shared.server, worker, 'validateCertificate', der)).text;
  const statusOf = async (worker: string, certificate: Certificate) =>
    (await lineOf(worker, certificate)).split(';')[0];

  before(async () => {
    answers.set('/root', () => new TestResponder(root).answer(ca.certificate, NOW));
    await service('OCSP', 'org.signserver.validationservice.server.OCSPValidator');
    await service('Both', 'OCSPCRLValidator', { 'VAL1.ISSUER1.CRLS': formatPem('X509 CRL', root.issueCrl()) });
    await service('CRL', 'CRLValidator', { 'VAL1.ISSUER1.CRLS': formatPem('X509 CRL', root.issueCrl()) });
  });

  it('say what the responder says', async () => {
    assert.equal(await lineOf('OCSP', certificateWith({})), 'VALID;;This certificate is valid;-1;');
    const revoked = certificateWith({ status: REVOKED });
    assert.match(await lineOf('OCSP', revoked), new RegExp(`^REVOKED;;[^;]*;1;${REVOKED_AT}000$`));
    assert.equal(await statusOf('OCSP', certificateWith({ status: { status: 'unknown' } })), 'DONTVERIFY');
  });

  it('believe nobody whom the CA has not certified for it, unless told so', async () => {
    const stranger = TestCa.root('CN=Stranger');
    const byStranger = certificateWith({}, new TestResponder(ca, stranger));
    assert.equal(await statusOf('OCSP', byStranger), 'DONTVERIFY');
    await service('Trusting', 'OCSPValidator', {
      'VAL1.ISSUER1.AUTHORIZEDOCSPRESPONDERCERT1': TestCa.root('CN=Other').certificatePem,
      'VAL1.ISSUER1.AUTHORIZEDOCSPRESPONDERCERT2': stranger.certificatePem,
    });
    assert.equal(await statusOf('Trusting', certificateWith({}, new TestResponder(ca, stranger))), 'VALID');
    assert.equal(
      await statusOf('Trusting', certificateWith({}, new TestResponder(ca, TestCa.root('CN=Stranger')))),
      'DONTVERIFY',
    );
  });

  it('ask whether a responder is revoked itself, unless its certificate says that nobody has to', async () => {
    const responder = ca.issue({ subject: 'CN=Responder', purposes: ['OCSPSigning'] });
    const by = new TestResponder(ca, responder);
    const crlOf = (entries: Parameters<TestCa['issueCrl']>[0]) => ({
      'VAL1.ISSUER1.CRLS': formatPem('X509 CRL', ca.issueCrl(entries)),
    });
    await service('Responder good', 'OCSPValidator', crlOf([]));
    await service(
      'Responder lost',
      'OCSPValidator',
      crlOf([{ certificate: responder.certificate, revokedAt: REVOKED_AT }]),
    );
    assert.equal(await statusOf('Responder good', certificateWith({}, by)), 'VALID');
    assert.equal(await statusOf('Responder lost', certificateWith({}, by)), 'DONTVERIFY');
    assert.equal(await statusOf('OCSP', certificateWith({}, by)), 'DONTVERIFY');
  });

  it('ask responders first, and for CRLs where those do not know', async () => {
    const { asked } = outside;
    const answered = certified({});
    answers.set(`${answered.path}/crl`, () =>
      ca.issueCrl([{ certificate: answered.certificate, revokedAt: REVOKED_AT }]),
    );
    assert.equal(await statusOf('Both', answered.certificate), 'VALID');
    assert.equal(asked.includes(`GET ${answered.path}/crl`), false);
    for (const answer of [
      undefined,
      { status: { status: 'unknown' } },
      { thisUpdate: NOW - 9000, nextUpdate: NOW - 5000 },
    ] as const) {
      const silent = certified(answer);
      answers.set(`${silent.path}/crl`, () =>
        ca.issueCrl([{ certificate: silent.certificate, revokedAt: REVOKED_AT }]),
      );
      assert.equal(await statusOf('Both', silent.certificate), 'REVOKED');
    }
  });

  it('ask nobody but for what their class says', async () => {
    const { asked } = outside;
    const one = certified({ status: REVOKED });
    answers.set(`${one.path}/crl`, () => ca.issueCrl());
    assert.equal(await statusOf('CRL', one.certificate), 'VALID');
    assert.equal(asked.includes(`POST ${one.path}`), false);
    assert.equal(await statusOf('OCSP', one.certificate), 'REVOKED');
    assert.equal(asked.filter((request) => request === `GET ${one.path}/crl`).length, 1);
  });

  it('say that the CA is revoked when its own CA answers so', async () => {
    const lost = root.subordinate('CN=Lost', 'P-256', [outside.responderAt('/lost')]);
    answers.set('/lost', () => new TestResponder(root).answer(lost.certificate, NOW, { status: REVOKED }));
    await service('Lost', 'OCSPValidator', { 'VAL1.ISSUER1.CERTCHAIN': lost.chainPem });
    assert.equal(await statusOf('Lost', lost.issue({ subject: 'CN=alice' }).certificate), 'CAREVOKED');
  });

  it('of XAdES ask responders first, and for CRLs where those do not know', async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Signing', { p256: ['EC', 'P-256'] });
    const publicKey = await publicKeyOf(server, 'Signing', 'p256');
    await makeWorker(server, 'XAdES', {
      IMPLEMENTATION_CLASS: 'XAdESValidator',
      AUTHTYPE: 'NOAUTH',
      TRUSTANCHORS: root.certificatePem,
      CERTIFICATES: ca.certificatePem,
    });
    const verdictOf = async ({ certificate, path }: ReturnType<typeof certified>) => {
      await makeWorker(server, path.slice(1).replace('/', ' '), {
        IMPLEMENTATION_CLASS: 'XAdESSigner',
        AUTHTYPE: 'NOAUTH',
        CRYPTOTOKEN: 'Signing',
        DEFAULTKEY: 'p256',
        SIGNERCERTCHAIN: formatPem('CERTIFICATE', certificate.der) + ca.chainPem,
      });
      const target = `/workers/${encodeURIComponent(path.slice(1).replace('/', ' '))}/process`;
      const { json, status, text } = await signing(server, target, { body: { data: '<order>10</order>' } });
      assert.equal(status, 200, text);
      const document = Buffer.from(json['data'] as string, 'base64');
      return (await validate(server, 'XAdES', 'validateDocument', document)).text;
    };
    const withKey = (answer: TestAnswer | undefined) => certified(answer, delegate, publicKey);
    assert.equal(await verdictOf(withKey({})), 'VALID');
    assert.equal(await verdictOf(withKey({ status: REVOKED })), 'INVALID');
    assert.equal(await verdictOf(withKey(undefined)), 'INVALID');
    const listed = withKey(undefined);
    answers.set(`${listed.path}/crl`, () => ca.issueCrl());
    assert.equal(await verdictOf(listed), 'VALID');
  });
});
