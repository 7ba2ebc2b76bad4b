/** The validation service: each status, by the records of the CAs here, by CRLs that are given, and by neither. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  type Certificate,
  crlDistributionPoints,
  crlNumber,
  deltaCrlIndicator,
  type DistributionPointName,
  formatPem,
  freshestCrl,
  makeExtension,
  nameConstraints,
} from '@sealwright/pki';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { TestCa, type TestSubject } from '../../pki/test-pki.ts';
import { certificatePath, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { makeWorker, signing } from '../support/setups/signing-setup.ts';
import { validate } from '../support/setups/validation-setup.ts';

const SERVICE = { IMPLEMENTATION_CLASS: 'ValidationServiceWorker', AUTHTYPE: 'NOAUTH' };
const NOW = Math.floor(Date.now() / 1000);
const REVOKED_AT = NOW - 86_400;

describe('a validation service', async () => {
  const served = new Map<string, Uint8Array>();
  const lists = await listServer(served);
  const shared = sharedServer({ outboundHosts: outboundHosts(lists.host) });
  const root = TestCa.root('CN=Root');
  const issuing = root.subordinate('CN=Issuing');
  const lost = root.subordinate('CN=Lost');
  const revoked = issue(issuing, { subject: 'CN=revoked' });
  const crls = (...of: readonly Uint8Array[]) => of.map((der) => formatPem('X509 CRL', der)).join('');

  const service = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, { ...SERVICE, ...properties });
  const lineOf = async (worker: string, certificate: Certificate, purposes = ''): Promise<string> => {
    const answer = await validate(shared.server, worker, 'validateCertificate', certificate.der, {
      certPurposes: purposes,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.type, 'text/plain');
    return answer.text;
  };
  const statusOf = async (worker: string, certificate: Certificate) =>
    (await lineOf(worker, certificate)).split(';')[0];

  before(async () => {
    await service('Validation', {
      'VAL1.CLASSPATH': 'org.signserver.validationservice.server.CRLValidator',
      'VAL1.ISSUER1.CERTCHAIN': issuing.chainPem,
      'VAL1.ISSUER1.CRLS': crls(
        root.issueCrl([{ certificate: lost.certificate, revokedAt: REVOKED_AT }]),
        issuing.issueCrl([{ certificate: revoked, revokedAt: REVOKED_AT, reason: 'KEY_COMPROMISE' }]),
      ),
      'VAL1.ISSUER2.CERTCHAIN': lost.chainPem,
      'VAL1.ISSUER2.CRLS': crls(root.issueCrl([{ certificate: lost.certificate, revokedAt: REVOKED_AT }])),
    });
  });

  it('calls a certificate of its issuer valid', async () => {
    assert.equal(await lineOf('Validation', issue(issuing, {})), 'VALID;;This certificate is valid;-1;');
  });

  it('says when and why one was revoked', async () => {
    assert.match(await lineOf('Validation', revoked), new RegExp(`^REVOKED;;[^;]*;1;${REVOKED_AT}000$`));
  });

  it('says that one has ended, has not begun, or is of nobody it knows', async () => {
    assert.equal(await statusOf('Validation', issue(issuing, { notAfter: NOW - 60 })), 'EXPIRED');
    assert.equal(await statusOf('Validation', issue(issuing, { notBefore: NOW + 600 })), 'NOTYETVALID');
    assert.equal(await statusOf('Validation', issue(TestCa.root('CN=Nobody'), {})), 'ISSUERNOTSUPPORTED');
  });

  it('says that the CA is revoked, whatever the certificate is', async () => {
    assert.match(await lineOf('Validation', issue(lost, {})), new RegExp(`^CAREVOKED;;[^;]*;0;${REVOKED_AT}000$`));
  });

  it('says that a CA has ended or not begun', async () => {
    for (const [at, notBefore, notAfter, status] of [
      [1, NOW - 600, NOW - 60, 'CAEXPIRED'],
      [2, NOW + 600, NOW + 6000, 'CANOTYETVALID'],
    ] as const) {
      const ca = root.subordinate('CN=Short', 'P-256', [], { notBefore, notAfter });
      await service(`CA dates ${at}`, noRevocation(ca.chainPem));
      assert.equal(await statusOf(`CA dates ${at}`, issue(ca, {})), status);
    }
  });

  it('does not verify one that another CA of that name has signed', async () => {
    const impostor = TestCa.root('CN=Root').subordinate('CN=Issuing');
    assert.equal(await statusOf('Validation', issue(impostor, {})), 'DONTVERIFY');
  });

  it('does not verify one whose name the CA may not certify', async () => {
    const subtree = { base: { type: 'dNSName', value: 'example.com' }, minimum: 0 } as const;
    const constraints = makeExtension(nameConstraints, { permittedSubtrees: [subtree] }, true);
    const limited = root.subordinate('CN=Limited', 'P-256', [constraints]);
    await service('Limited', noRevocation(limited.chainPem));
    assert.equal(await statusOf('Limited', issue(limited, { alternativeNames: 'dNSName=www.example.com' })), 'VALID');
    assert.equal(await statusOf('Limited', issue(limited, { alternativeNames: 'dNSName=evil.net' })), 'DONTVERIFY');
  });

  it('never calls one valid whose revocation nobody knows, unless that is not asked for', async () => {
    for (const validator of ['CRLValidator', 'OCSPValidator', 'OCSPCRLValidator']) {
      await service(validator, { 'VAL1.CLASSPATH': validator, 'VAL1.ISSUER1.CERTCHAIN': issuing.chainPem });
      assert.match(
        await lineOf(validator, issue(issuing, {})),
        /^DONTVERIFY;;Whether CN=Issuing is revoked is not known;-1;$/,
      );
    }
    await service('None', noRevocation(issuing.chainPem));
    assert.equal(await statusOf('None', issue(issuing, {})), 'VALID');
    assert.equal(await statusOf('None', revoked), 'VALID');
  });

  it('fetches the lists that certificates and properties name, from hosts that are allowed only', async () => {
    const { host, asked } = lists;
    const pointing = (url: string) => {
      const point = { distributionPoint: fullName(url) };
      return makeExtension(crlDistributionPoints, [point], false);
    };
    const ca = root.subordinate('CN=Pointing', 'P-256', [pointing(`http://${host}/root`)]);
    const bad = issue(ca, { extensions: [pointing(`http://${host}/pointing`)] });
    served.set('/root', root.issueCrl());
    served.set('/pointing', ca.issueCrl([{ certificate: bad, revokedAt: REVOKED_AT }]));
    await service('Fetching', { 'VAL1.CLASSPATH': 'CRLValidator', 'VAL1.ISSUER1.CERTCHAIN': ca.chainPem });
    const good = issue(ca, { extensions: [pointing(`http://${host}/pointing`)] });
    assert.equal(await statusOf('Fetching', good), 'VALID');
    assert.equal(await statusOf('Fetching', bad), 'REVOKED');
    const before = asked.length;
    const elsewhere = issue(ca, { extensions: [pointing(`http://localhost:${host.split(':')[1]}/pointing`)] });
    assert.equal(await statusOf('Fetching', elsewhere), 'DONTVERIFY');
    assert.equal(asked.length, before);
    await service('Paths', {
      'VAL1.CLASSPATH': 'CRLValidator',
      'VAL1.ISSUER1.CERTCHAIN': ca.chainPem,
      'VAL1.ISSUER1.CRLPATHS': `http://${host}/nothing;http://${host}/pointing`,
    });
    assert.equal(await statusOf('Paths', elsewhere), 'VALID');
  });

  describe('with lists in its properties that are still current', () => {
    const { host } = lists;
    const [older, newer] = [NOW - 5 * 86_400, NOW - 3600];
    const number = (value: bigint) => makeExtension(crlNumber, value, false);
    /** A certificate with its list at `path`, and a service that was given an earlier one. */
    const validated = async (name: string, type: typeof crlDistributionPoints) => {
      const at = `/${encodeURIComponent(name)}`;
      const point = { distributionPoint: fullName(`http://${host}${at}`) };
      const certificate = issue(issuing, { extensions: [makeExtension(type, [point], false)] });
      const verdict = async (given: Uint8Array) => {
        await service(name, {
          'VAL1.CLASSPATH': 'CRLValidator',
          'VAL1.ISSUER1.CERTCHAIN': issuing.chainPem,
          'VAL1.ISSUER1.CRLS': crls(root.issueCrl(), given),
        });
        return statusOf(name, certificate);
      };
      return { at, certificate, verdict };
    };

    it('believes a newer one that the certificate names', async () => {
      const { at, certificate, verdict } = await validated('Newer', crlDistributionPoints);
      served.set(at, issuing.issueCrl([{ certificate, revokedAt: REVOKED_AT }], [], newer));
      assert.equal(await verdict(issuing.issueCrl([], [], older)), 'REVOKED');
    });

    it('believes no older one that the certificate names', async () => {
      const { at, certificate, verdict } = await validated('Older', crlDistributionPoints);
      served.set(at, issuing.issueCrl([], [], older));
      assert.equal(await verdict(issuing.issueCrl([{ certificate, revokedAt: REVOKED_AT }], [], newer)), 'REVOKED');
    });

    it('believes a delta that the certificate names', async () => {
      const { at, certificate, verdict } = await validated('Delta', freshestCrl);
      const delta = [number(2n), makeExtension(deltaCrlIndicator, 1n, true)];
      served.set(at, issuing.issueCrl([{ certificate, revokedAt: REVOKED_AT }], delta, newer));
      assert.equal(await verdict(issuing.issueCrl([], [number(1n)], older)), 'REVOKED');
    });

    it('believes a newer one by which the certificate is no longer on hold', async () => {
      const { at, certificate, verdict } = await validated('Released', crlDistributionPoints);
      served.set(at, issuing.issueCrl([], [], newer));
      const held = { certificate, revokedAt: REVOKED_AT, reason: 'CERTIFICATE_HOLD' } as const;
      assert.equal(await verdict(issuing.issueCrl([held], [], older)), 'VALID');
    });

    it('goes by them where the certificate names none that can be fetched', async () => {
      const { verdict } = await validated('Absent', crlDistributionPoints);
      assert.equal(await verdict(issuing.issueCrl([], [], older)), 'VALID');
    });
  });

  it('looks for what the certificate is good for, when asked', async () => {
    const signs = issue(issuing, { usages: ['nonRepudiation'] });
    const both = issue(issuing, { usages: ['digitalSignature', 'keyEncipherment'] });
    assert.match(await lineOf('Validation', signs, 'ELECTRONIC_SIGNATURE'), /^VALID;ELECTRONIC_SIGNATURE;/);
    assert.match(
      await lineOf('Validation', both, 'IDENTIFICATION,ELECTRONIC_SIGNATURE'),
      /^VALID;IDENTIFICATION,ELECTRONIC_SIGNATURE;/,
    );
    assert.match(await lineOf('Validation', signs, 'IDENTIFICATION'), /^BADCERTPURPOSE;;/);
    assert.match(
      await lineOf('Validation', issue(issuing, { usages: ['keyAgreement'] }), 'ELECTRONIC_SIGNATURE'),
      /^BADCERTPURPOSE;;/,
    );
  });

  it('knows at once what a CA of this installation has revoked', async () => {
    const { server } = shared;
    await service('Own', {
      'VAL1.CLASSPATH': 'CRLValidator',
      'VAL1.ISSUER1.CERTCHAIN': server.caChain,
    });
    const certificate = await enroll(server, newRequest({ username: 'validated', subject: 'CN=validated' }));
    assert.equal(await statusOf('Own', certificate), 'VALID');
    const answer = await server.call(`${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`, { method: 'PUT' });
    assert.equal(answer.status, 200, answer.text);
    assert.match(await lineOf('Own', certificate), /^REVOKED;;[^;]*;4;\d{13}$/);
  });

  it('remembers for a time what it found of issuers that are to be remembered', async () => {
    const { server } = shared;
    const cached = { TIMEINCACHE: '3600', CACHEDISSUERS: 'CN=Else;CN=ManagementCA,O=Sealwright' };
    await service('Cached', {
      ...cached,
      'VAL1.CLASSPATH': 'CRLValidator',
      'VAL1.ISSUER1.CERTCHAIN': server.caChain,
    });
    const certificate = await enroll(server, newRequest({ username: 'cached', subject: 'CN=cached' }));
    assert.equal(await statusOf('Cached', certificate), 'VALID');
    await server.call(`${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`, { method: 'PUT' });
    assert.equal(await statusOf('Cached', certificate), 'VALID');
    assert.equal(await statusOf('Own', certificate), 'REVOKED');
  });

  it('takes certificates in PEM and base64 too, and nothing else', async () => {
    const certificate = issue(issuing, {});
    for (const text of [formatPem('CERTIFICATE', certificate.der), certificate.der.toBase64()]) {
      const answer = await validate(shared.server, 'Validation', 'validateCertificate', Buffer.from(text));
      assert.match(answer.text, /^VALID;/);
    }
    const answer = await validate(shared.server, 'Validation', 'validateCertificate', Buffer.from('no certificate'));
    assert.deepEqual([answer.status, answer.text.startsWith('Invalid certificate: ')], [400, true]);
  });

  it('is not for other requests, nor for REST', async () => {
    const unsupported = /^The process request sent to validation service with ID \d+ isn't supported\n?$/;
    for (const type of ['signDocument', 'validateDocument']) {
      const answer = await validate(shared.server, 'Validation', type, issuing.certificate.der);
      assert.equal(answer.status, 400);
      assert.match(answer.text, unsupported);
    }
    const body = { data: issuing.certificate.der.toBase64(), encoding: 'BASE64' };
    const answer = await signing(shared.server, '/workers/Validation/process', { body });
    assert.equal(answer.status, 400);
    assert.match(String(answer.json['error']), unsupported);
  });

  it('refuses a type of request that there is not', async () => {
    assert.equal((await validate(shared.server, 'Validation', 'guess', issuing.certificate.der)).status, 400);
  });

  for (const [what, properties] of Object.entries({
    'no validator': {},
    'no issuer': { 'VAL1.CLASSPATH': 'CRLValidator' },
    'a validator that is for tests': { ...noRevocation(root.chainPem), 'VAL1.CLASSPATH': 'DummyValidator' },
    'no class': { 'VAL1.ISSUER1.CERTCHAIN': root.chainPem },
    'a chain without a root': noRevocation(issuing.certificatePem),
    'an invalid chain': noRevocation('MIIB'),
    'an id that is too large': { ...noRevocation(root.chainPem), 'VAL256.CLASSPATH': 'CRLValidator' },
    'lists in an invalid place': { ...noRevocation(root.chainPem), 'VAL1.ISSUER1.CRLPATHS': 'file:///x.crl' },
    'CRLs that are not CRLs': { ...noRevocation(root.chainPem), 'VAL1.ISSUER1.CRLS': root.chainPem },
    'another checker': { ...noRevocation(root.chainPem), CERTTYPECHECKER: 'com.example.Checker' },
    'an invalid time': { ...noRevocation(root.chainPem), TIMEINCACHE: 'long' },
    'an invalid name': { ...noRevocation(root.chainPem), CACHEDISSUERS: 'nobody' },
  }))
    it(`is misconfigured with ${what}`, async () => {
      await service(what, properties);
      const answer = await validate(shared.server, what, 'validateCertificate', issuing.certificate.der);
      assert.equal(answer.status, 500, answer.text);
      assert.match(answer.text, /Worker is misconfigured/);
    });
});

function issue(ca: TestCa, contents: Partial<TestSubject>): Certificate {
  return ca.issue({ subject: 'CN=alice', ...contents }).certificate;
}

function noRevocation(chain: string): Readonly<Record<string, string>> {
  return { 'VAL1.CLASSPATH': 'NoRevocationCheckingValidator', 'VAL1.ISSUER1.CERTCHAIN': chain };
}

/** A server of CRLs on a port of its own. */
async function listServer(served: ReadonlyMap<string, Uint8Array>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const crl = served.get(url);
    response.writeHead(crl === undefined ? 404 : 200).end(crl);
  }).listen(0, '127.0.0.1');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function fullName(value: string): DistributionPointName {
  return { type: 'fullName', names: [{ type: 'uniformResourceIdentifier', value }] };
}
