import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  alternativePublicKeyOf,
  Certificate,
  CertificationRequest,
  CvCertificate,
  CvRequest,
  parsePem,
  subjectAltPublicKeyInfo,
} from '@sealwright/pki';
import { certifiedKeys, keyOctetsOf, requestedKeys } from './certified-keys.ts';

const FIXTURES = new URL('../../../../../pki/src/', import.meta.url);
const read = (file: string) => new Uint8Array(readFileSync(new URL(file, FIXTURES)));
const readPem = (file: string) => parsePem(new TextDecoder().decode(read(file)))[0]!.der;
const hex = (keys: readonly Uint8Array[]) => keys.map((key) => key.toHex());

describe("the keys in a CA's certificates", () => {
  it('are the key of a certificate and its alternative key', () => {
    const der = readPem('certificate/fixtures/hybrid/bouncycastle-root.pem');
    const certificate = Certificate.parse(der);
    const both = [certificate.publicKeyDer, certificate.extension(subjectAltPublicKeyInfo)!];
    assert.deepEqual(hex(certifiedKeys(der)), hex(both.map(keyOctetsOf)));
  });

  for (const name of ['rsa', 'p256', 'p521'])
    it(`are the key of a card verifiable certificate, as in the SubjectPublicKeyInfo of the key pair: ${name}`, () => {
      const der = read(`cvc/fixtures/bouncycastle-${name}-cvca.cvcert`);
      const publicKey = CvCertificate.parse(der).publicKey.key.der;
      assert.deepEqual(hex(certifiedKeys(der)), hex([keyOctetsOf(publicKey)]));
    });

  it('include that of a document verifier whose certificate omits the domain parameters', () => {
    const [der, above] = ['dv', 'cvca'].map((name) => read(`cvc/fixtures/ejbca-brainpool-${name}.cvcert`));
    const inherited = CvCertificate.parse(der!).publicKey.inheriting(CvCertificate.parse(above!).publicKey);
    assert.deepEqual(hex(certifiedKeys(der!)), hex([keyOctetsOf(inherited.key.der)]));
  });

  it('are those of an SSH CA, which has keys without certificates', () => {
    const key = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    assert.deepEqual(hex(certifiedKeys(key)), [key.subarray(-32).toString('hex')]);
  });
});

describe("the keys in a CA's request", () => {
  it('are both keys of a request with two', () => {
    const der = readPem('request/fixtures/hybrid/bouncycastle.pem');
    const request = CertificationRequest.parse(der);
    const both = [request.publicKey, alternativePublicKeyOf(request)!];
    assert.deepEqual(hex(requestedKeys(der)), hex(both.map((key) => keyOctetsOf(key.der))));
  });

  it('are the key of a card verifiable request, whichever key made the outer signature', () => {
    const der = read('cvc/fixtures/ejbca-brainpool-authenticated.cvcert');
    assert.deepEqual(hex(requestedKeys(der)), hex([keyOctetsOf(CvRequest.parse(der).publicKey.key.der)]));
  });
});
