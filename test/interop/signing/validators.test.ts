/** Validators judge as other programs do: certificates as OpenSSL, and documents that xmlsec1 has signed as xmlsec1. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Certificate, formatPem, makeExtension, nameConstraints } from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { makeWorker } from '../../e2e/support/setups/signing-setup.ts';
import { validate } from '../../e2e/support/setups/validation-setup.ts';
import { TestCa, type TestRevocation } from '../../pki/test-pki.ts';
import { OpenSsl } from '../programs/openssl.ts';

const NOW = Math.floor(Date.now() / 1000);
const NOAUTH = { AUTHTYPE: 'NOAUTH' };
const openssl = new OpenSsl();
const directory = mkdtempSync(join(tmpdir(), 'sealwright-validators-'));
after(() => openssl.remove());
after(() => rmSync(directory, { recursive: true }));

describe('a validator', () => {
  const shared = sharedServer();
  const root = TestCa.root('CN=Root');
  const ca = root.subordinate('CN=Issuing');
  const subtree = { base: { type: 'dNSName', value: 'example.com' }, minimum: 0 } as const;
  const constraints = makeExtension(nameConstraints, { permittedSubtrees: [subtree] }, true);
  const limited = root.subordinate('CN=Limited', 'P-256', [constraints]);
  const lost = root.subordinate('CN=Lost');
  const revoked = ca.issue({ subject: 'CN=revoked' }).certificate;
  const list = (of: TestCa, entries: readonly TestRevocation[] = []) => formatPem('X509 CRL', of.issueCrl(entries));
  const crls =
    list(root, [{ certificate: lost.certificate, revokedAt: NOW - 60 }]) +
    list(ca, [{ certificate: revoked, revokedAt: NOW - 60 }]) +
    list(limited) +
    list(lost);

  before(async () => {
    openssl.write('root.pem', root.certificatePem);
    openssl.write('crls.pem', crls);
    const issuers = [ca, limited, lost].flatMap(({ chainPem }, at) => [
      [`VAL1.ISSUER${at + 1}.CERTCHAIN`, chainPem],
      [`VAL1.ISSUER${at + 1}.CRLS`, crls],
    ]);
    await makeWorker(shared.server, 'Certificates', {
      ...NOAUTH,
      IMPLEMENTATION_CLASS: 'ValidationServiceWorker',
      'VAL1.CLASSPATH': 'CRLValidator',
      ...(Object.fromEntries(issuers) as Readonly<Record<string, string>>),
    });
    await makeWorker(shared.server, 'XML', {
      ...NOAUTH,
      IMPLEMENTATION_CLASS: 'XMLValidator',
      VALIDATIONSERVICEWORKER: 'Certificates',
    });
  });

  for (const [what, by, certificate, status, problem] of [
    ['a valid one', ca, ca.issue({ subject: 'CN=a' }).certificate, 'VALID', /: OK$/m],
    ['one with a name that is permitted', limited, named('www.example.com'), 'VALID', /: OK$/m],
    ['one with a name that is not', limited, named('evil.net'), 'DONTVERIFY', /permitted subtree violation/],
    ['one that is revoked', ca, revoked, 'REVOKED', /certificate revoked/],
    [
      'one of a CA that is revoked',
      lost,
      lost.issue({ subject: 'CN=a' }).certificate,
      'CAREVOKED',
      /certificate revoked/,
    ],
    ['one that has ended', ca, ca.issue({ subject: 'CN=a', notAfter: NOW - 60 }).certificate, 'EXPIRED', /has expired/],
    [
      'one that has not begun',
      ca,
      ca.issue({ subject: 'CN=a', notBefore: NOW + 600 }).certificate,
      'NOTYETVALID',
      /not yet valid/,
    ],
    [
      'one of somebody else',
      ca,
      TestCa.root('CN=Issuing').issue({ subject: 'CN=a' }).certificate,
      'DONTVERIFY',
      /signature failure|unable to get/,
    ],
  ] as const)
    it(`of certificates finds of ${what} what OpenSSL finds`, async () => {
      const answer = await validate(shared.server, 'Certificates', 'validateCertificate', certificate.der);
      assert.equal(answer.text.split(';')[0], status);
      assert.match(verifyWithOpenSsl(certificate, by), problem);
    });

  it('of XML finds of what xmlsec1 has signed what xmlsec1 finds', async () => {
    const signer = ca.issue({ subject: 'CN=Signer', keyType: 'RSA-2048' });
    const key = write('key.pem', signer.privateKeyPem);
    const certificate = write('signer.pem', signer.certificatePem);
    const signed = join(directory, 'signed.xml');
    execFileSync(
      'xmlsec1',
      ['--sign', '--privkey-pem', `${key},${certificate}`, '--output', signed, write('template.xml', TEMPLATE)],
      {
        stdio: 'pipe',
      },
    );
    const text = readFileSync(signed, 'utf8');
    for (const [document, verdict] of [
      [text, 'VALID'],
      [text.replace('>10<', '>1000<'), 'INVALID'],
    ] as const) {
      assert.equal((await validate(shared.server, 'XML', 'validateDocument', Buffer.from(document))).text, verdict);
      const trusted = [
        '--trusted-pem',
        write('root.pem', root.certificatePem),
        '--untrusted-pem',
        write('ca.pem', ca.certificatePem),
      ];
      const { status, error } = spawnSync('xmlsec1', ['--verify', ...trusted, write('document.xml', document)]);
      if (error !== undefined) throw error;
      assert.equal(status === 0, verdict === 'VALID');
    }
  });

  function named(host: string): Certificate {
    return limited.issue({ subject: 'CN=a', alternativeNames: `dNSName=${host}` }).certificate;
  }
});

function verifyWithOpenSsl(certificate: Certificate, ca: TestCa): string {
  openssl.write('leaf.pem', formatPem('CERTIFICATE', certificate.der));
  openssl.write('ca.pem', ca.certificatePem);
  const lists = ['-crl_check_all', '-CRLfile', 'crls.pem'];
  return openssl.outcome('verify', '-x509_strict', ...lists, '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'leaf.pem')
    .output;
}

function write(name: string, content: string): string {
  const file = join(directory, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

const TEMPLATE = `<order><pay>10</pay><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
<Reference URI=""><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>
<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue/></Reference></SignedInfo>
<SignatureValue/><KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature></order>`;
