import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Certificate } from '../certificate/index.ts';
import { KNOWN_EXTENSIONS } from '../extension/index.ts';
import { oid } from '../der/index.ts';
import { parsePem } from '../pem.ts';
import { certificateFields, extensionField, formatCertificateText, toBeSignedFields } from './certificate-text.ts';
import { extensionLines } from './extension-text.ts';
import { printable } from './lines.ts';

const FIXTURES = new URL('../certificate/fixtures/', import.meta.url);
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.pem'));
const read = (name: string) => Certificate.parse(parsePem(readFileSync(new URL(name, FIXTURES), 'ascii'))[0]!.der);

describe('the text of a certificate', () => {
  it('shows the fields in their order, and extensions in words', () => {
    assert.equal(
      formatCertificateText(read('bouncycastle-extensions.pem')),
      `Version: 3
Serial number: 562770F4DC5CF2537193918F1897D3FB560021
Signature algorithm: SHA256withECDSA
Issuer: OU=Exämple+CN=Bouncy Castle CA,C=SE
Not before: 2023-04-05T06:07:08Z
Not after: 2100-01-01T00:00:00Z
Subject: OU=Exämple+CN=Bouncy Castle CA,C=SE
Public key: ECDSA P-256
    04:41:ae:08:a8:eb:ad:cf:d3:9c:ae:01:51:c8:ca:11:2a:2e:7d:b9
    19:bc:76:b9:20:6c:b0:b9:3a:de:a1:0b:15:3e:8d:1d:22:86:0f:b2
    c6:7c:36:cb:9e:36:3c:d9:da:2d:8a:64:3d:a9:08:82:31:4a:73:3c
    d1:e4:76:3a:80
Extensions:
    basicConstraints (critical): CA
    subjectKeyIdentifier: 45:fc:01:64:7d:49:51:ec:45:88:9b:aa:35:8a:77:6d:2e:d0:8e:bf
    authorityKeyIdentifier:
        45:fc:01:64:7d:49:51:ec:45:88:9b:aa:35:8a:77:6d:2e:d0:8e:bf
        issuer: directoryName=OU=Exämple+CN=Bouncy Castle CA\\,C=SE
        serial number: 81
    keyUsage (critical): keyCertSign, decipherOnly
    extKeyUsage: serverAuth, anyExtendedKeyUsage
    subjectAltName:
        dNSName=a.example.com
        iPAddress=10.0.0.1
        iPAddress=2001:db8::1
        directoryName=OU=Exämple+CN=in a directory\\,C=SE
        registeredID=1.2.3
        upn=upn@example.com
    privateKeyUsagePeriod:
        not before: 2023-04-05T06:07:08Z
        not after: 2100-01-01T00:00:00Z
    nameConstraints (critical):
        permitted: iPAddress=10.0.0.0/8
        permitted: dNSName=example.com
        excluded: directoryName=CN=x+OU=Exämple\\,C=SE
    policyMappings (critical): 1.2.3 = 1.2.4
    policyConstraints (critical):
        explicit policy required after 0
        no policy mapping after 200
    certificatePolicies:
        1.2.3
            CPS: https://example.com/
            user notice: Example 1, 2: a text
    cRLDistributionPoints:
        relative to the issuer: CN=relative
        reasons: KEY_COMPROMISE, AA_COMPROMISE
        CRL issuer: directoryName=OU=Exämple+CN=crl issuer\\,C=SE
    freshestCRL: uniformResourceIdentifier=http://example.com/d.crl
    qcStatements:
        qcCompliance
        qcSSCD
        qcLimitValue: 5 * 10^3 EUR
        qcRetentionPeriod: 10 years
        qcSyntaxV2: 0.4.0.194121.1.1
    subjectDirectoryAttributes: 30:12:30:10:06:08:2b:06:01:05:05:07:09:04:31:04:13:02:53:45
    ocspNoCheck: present
    subjectInfoAccess: caRepository: uniformResourceIdentifier=http://example.com/
    inhibitAnyPolicy (critical): after 1`,
    );
  });

  it('is the same before the certificate is signed', () => {
    assert.ok(names.length > 50);
    for (const name of names) {
      const certificate = read(name);
      assert.deepEqual(toBeSignedFields(certificate.tbs), certificateFields(certificate), name);
    }
  });

  it('has the value of an extension in hexadecimal when it is not known, or not what its type says', () => {
    assert.deepEqual(extensionLines(oid('1.2.3'), Uint8Array.of(1, 0xab)), ['01:ab']);
    assert.deepEqual(extensionLines(oid('1.2.3'), new Uint8Array(0)), ['(empty)']);
    for (const { oid: known } of KNOWN_EXTENSIONS.certificate)
      assert.deepEqual(extensionLines(known, Uint8Array.of(0xff, 0xff)), ['ff:ff']);
  });

  it('names the fields of extensions', () => {
    assert.equal(extensionField(oid('2.5.29.15')), 'extensions.keyUsage');
    assert.equal(extensionField(oid('1.2.3')), 'extensions.1.2.3');
  });

  it('escapes what would change what a terminal shows', () => {
    assert.equal(printable('a\u001b[2Jb\u202ec\nd é 😀'), 'a\\u001b[2Jb\\u202ec\\u000ad é 😀');
  });
});
