/** Certificates, CRLs and requests of other producers: what they say, and the same octets from what was read. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';

import { certificateFixtures, crlFixtures, type Fixture, requestFixtures } from '../test/producers.ts';
import { rebuildCertificate, rebuildCrl, rebuildRequest, type Rebuilt } from '../test/re-encoding.ts';
import { subjectAltName } from './extension/index.ts';
import { formatGeneralNames } from './general-name/index.ts';

const certificates = certificateFixtures();
const crls = crlFixtures();
const requests = requestFixtures();

/** Values that are read and known not to be written the same. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'gnutls-pss': ['SHA256withRSAandMGF1: parameters written differently'],
  'nss-full': ['cRLNumber: NULL stands where INTEGER belongs (at byte 0)'],
};
const DEPARTURES: Readonly<Record<string, readonly string[]>> = {
  'nss-full': ['generalized-time-before-2050'],
  'bouncycastle-no-attributes': ['attributes-missing'],
};

/** Signed by the key of another fixture; the others sign themselves. */
const ISSUERS: readonly (readonly [name: RegExp, issuer: string])[] = [
  [/^openssl-(?:leaf|version-1|full)$/, 'openssl-p256'],
  [/^openssl-empty$/, 'openssl-rsa'],
  [/^(?:gnutls|jdk)-full$/, '$1-p256'],
  [/^nss-(?:leaf|full)$/, 'nss-p256'],
  [/^go-(?:full|empty)$/, 'go-p256'],
  [/^bouncycastle-(?:key-.*|delta)$/, 'bouncycastle-extensions'],
];

describe('a certificate of another producer', () => {
  for (const { name, read } of certificates) {
    it(`is read, verified and built again: ${name}`, () => {
      assertConforms(name, read, rebuildCertificate);
      assert.equal(read.verify(issuerOf(name).publicKey), true);
    });

    it(`says what OpenSSL finds in it: ${name}`, () => {
      const other = new X509Certificate(read.der);
      assert.equal(read.serialNumberText.padStart(other.serialNumber.length, '0'), other.serialNumber);
      assert.equal(read.notBefore, other.validFromDate.getTime() / 1000);
      assert.equal(read.notAfter, other.validToDate.getTime() / 1000);
      assert.equal(read.sha256Fingerprint, other.fingerprint256.replaceAll(':', '').toLowerCase());
      assert.deepEqual(new Uint8Array(other.publicKey.export({ format: 'der', type: 'spki' })), read.publicKey.der);
    });
  }

  it('has the alternative names that were asked for', () => {
    const names = { openssl: 'leaf', gnutls: 'p256', jdk: 'p256', nss: 'leaf', go: 'p256', bouncycastle: 'extensions' };
    const found = Object.entries(names).map(([producer, which]) => [
      producer,
      formatGeneralNames(certificate(`${producer}-${which}`).extension(subjectAltName)!),
    ]);
    const common = 'rfc822Name=a@example.com, iPAddress=10.0.0.1, uniformResourceIdentifier=https://example.com/';
    assert.deepEqual(Object.fromEntries(found), {
      openssl:
        'dNSName=a.example.com, rfc822Name=a@mail.example.com, iPAddress=10.1.2.3, iPAddress=2001:db8::1, ' +
        'uniformResourceIdentifier=https://example.com/, registeredID=1.2.3.4, upn=upn@example.com, ' +
        'directoryName=CN=In a Directory\\,C=SE',
      gnutls:
        'dNSName=a.example.com, uniformResourceIdentifier=https://example.com/, iPAddress=10.0.0.1, ' +
        'upn=upn@example.com, rfc822Name=a@example.com',
      jdk: `dNSName=a.example.com, ${common}, registeredID=1.2.3.4`,
      nss: `dNSName=a.example.com, ${common}, registeredID=1.2.3.4`,
      go:
        'dNSName=a.example.com, dNSName=*.example.com, rfc822Name=a@example.com, iPAddress=10.0.0.1, ' +
        'iPAddress=2001:db8::1, uniformResourceIdentifier=https://example.com/',
      bouncycastle:
        'dNSName=a.example.com, iPAddress=10.0.0.1, iPAddress=2001:db8::1, ' +
        'directoryName=OU=Exämple+CN=in a directory\\,C=SE, registeredID=1.2.3, upn=upn@example.com',
    });
  });

  it('has the subject that was asked for', () => {
    const subject = (name: string) => String(certificate(name).subject);
    assert.equal(subject('openssl-rsa'), 'E=ca@example.com,CN=OpenSSL CA,OU=One+OU=Two,O=Exämple AB,C=SE');
    assert.equal(subject('gnutls-rsa'), 'CN=GnuTLS CA,O=Example,C=SE');
    assert.equal(subject('jdk-rsa'), 'CN=JDK CA,OU=One+OU=Two,O=Example,C=SE');
    assert.equal(subject('nss-leaf'), 'CN=NSS leaf,O=Example,C=SE');
    assert.equal(subject('go-rsa'), 'SN=5,CN=Go CA,OU=One+OU=Two,O=Exämple,C=SE');
    assert.equal(subject('bouncycastle-pss'), 'OU=Exämple+CN=Bouncy Castle CA,C=SE');
  });
});

describe('a CRL of another producer', () => {
  for (const { name, read } of crls) {
    it(`is read, verified and built again: ${name}`, () => {
      assertConforms(name, read, rebuildCrl);
      // Its key has no certificate here: what verifies is the request of the same algorithm.
      if (name !== 'bouncycastle-ml-dsa-44') assert.equal(read.verify(issuerOf(name).publicKey), true);
      else assert.equal(read.verify(request(name).publicKey), true);
    });
  }

  it('revokes what was asked for', () => {
    const serials = crls.map(({ name, read }) => [
      name,
      Array.from(read.entries(), ({ serialNumberText }) => serialNumberText),
    ]);
    assert.deepEqual(Object.fromEntries(serials), {
      'bouncycastle-delta': ['1', '400000000000000000', 'A'],
      'bouncycastle-ml-dsa-44': [],
      'gnutls-full': ['7F00112233'],
      'go-empty': [],
      'go-full': ['1', 'FF', '40000000000000000000000000000000000000'],
      'jdk-full': ['1', '10000000000000000'],
      'nss-full': ['2', '1', '3'],
      'openssl-empty': [],
      'openssl-full': ['1', '80FF', 'ABCDEF0123456789ABCDEF0123456789ABCDEF'],
    });
  });
});

describe('a request of another producer', () => {
  for (const { name, read } of requests) {
    it(`is read, verified and built again: ${name}`, () => {
      assertConforms(name, read, rebuildRequest);
      read.verifyProofOfPossession();
    });
  }

  it('asks for what was asked for', () => {
    const wanted = requests.map(({ name, read }) => {
      const names = read.extension(subjectAltName);
      return [name, [names && formatGeneralNames(names), read.challengePassword].filter((one) => one !== undefined)];
    });
    assert.deepEqual(Object.fromEntries(wanted), {
      'bouncycastle-ml-dsa-44': ['dNSName=a.example.com', 'secret'],
      'bouncycastle-no-attributes': [],
      'gnutls-extensions': [
        'dNSName=a.example.com, uniformResourceIdentifier=https://example.com/, iPAddress=10.0.0.1, ' +
          'rfc822Name=a@example.com, upn=upn@example.com',
        'secret',
      ],
      'go-extensions': ['dNSName=a.example.com'],
      'go-plain': [],
      'jdk-extensions': ['dNSName=a.example.com'],
      'nss-extensions': ['dNSName=a.example.com'],
      'openssl-attributes': ['dNSName=a.example.com, dNSName=b.example.com', 'a secret'],
      'openssl-plain': [],
    });
  });
});

/** Departs as listed, and where it does not depart comes out as it went in. */
function assertConforms<T extends { readonly der: Uint8Array; readonly departures: readonly string[] }>(
  name: string,
  read: T,
  rebuild: (read: T) => Rebuilt,
): void {
  const rebuilt = rebuild(read);
  const departures = DEPARTURES[name] ?? [];
  assert.deepEqual(read.departures, departures);
  assert.deepEqual(rebuilt.kept, KEPT[name] ?? []);
  assert.equal(rebuilt.der.toHex() === read.der.toHex(), departures.length === 0);
}

function issuerOf(name: string) {
  const rule = ISSUERS.find(([pattern]) => pattern.test(name));
  return certificate(rule === undefined ? name : rule[1].replace('$1', name.split('-')[0]!));
}

function certificate(name: string) {
  return find(certificates, name);
}

function request(name: string) {
  return find(requests, name);
}

function find<T>(fixtures: readonly Fixture<T>[], name: string): T {
  const found = fixtures.find((fixture) => fixture.name === name);
  assert.ok(found !== undefined, `no fixture is called ${name}`);
  return found.read;
}
