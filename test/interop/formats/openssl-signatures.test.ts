/** Certificates, CRLs and requests with every signature algorithm that OpenSSL 3.0 knows: it verifies ours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  curveByName,
  crlNumber,
  defaultSignatureAlgorithm,
  encodeCrlEntry,
  keyAlgorithmByName,
  makeExtension,
  namedCurves,
  serialNumberFromHex,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signatureAlgorithms,
} from '@sealwright/pki';
import { Issuer, type KeyPair, makeKeyPair } from './issuer.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

/** Algorithms that OpenSSL 3.0 cannot find in a certificate; other programs are the witnesses of these, see the fixtures of `packages/pki`. */
const UNKNOWN = /^(?:(?:ML|SLH)-DSA-.*|SHA3-.*withECDSA|SHA(?:384|512)WithDSA)$/;
const algorithms = signatureAlgorithms.filter(({ name }) => !UNKNOWN.test(name));
const keys = new Map<string, KeyPair>();

function keysFor({ keyAlgorithm }: SignatureAlgorithm): KeyPair {
  const known = keys.get(keyAlgorithm.name) ?? makeKeyPair(keyAlgorithm);
  keys.set(keyAlgorithm.name, known);
  return known;
}

/** Certificate, CRL and request under one algorithm and one key. */
function assertVerified(algorithm: SignatureAlgorithm, keys: KeyPair): void {
  const root = new Issuer('CN=Root CA,O=Example,C=SE', keys, algorithm);
  const leaf = new Issuer('CN=leaf,O=Example,C=SE', keys, algorithm);
  const serialNumber = serialNumberFromHex('A1B2C3');
  openssl.write('root.pem', root.root());
  openssl.write('leaf.pem', root.certificate({ subject: 'CN=leaf', publicKey: keys.publicKey, serialNumber }));
  openssl.write('request.pem', leaf.request());
  const number = makeExtension(crlNumber, 1n, false);
  openssl.write('empty.crl', root.crl([], [number]));
  openssl.write('full.crl', root.crl([encodeCrlEntry({ serialNumber, revocationDate: 1_700_000_000 })], [number]));
  // Level 0 admits MD5 and SHA-1; the certificate of the root is checked too.
  const verify = ['verify', '-auth_level', '0', '-check_ss_sig', '-x509_strict', '-crl_check', '-CAfile', 'root.pem'];
  assert.match(openssl.run(...verify, '-CRLfile', 'empty.crl', 'leaf.pem'), /^leaf\.pem: OK$/m);
  assert.match(openssl.outcome(...verify, '-CRLfile', 'full.crl', 'leaf.pem').output, /certificate revoked/);
  assert.match(openssl.outcome('crl', '-in', 'full.crl', '-noout', '-CAfile', 'root.pem').output, /^verify OK$/m);
  assert.match(openssl.outcome('req', '-in', 'request.pem', '-noout', '-verify').output, /self-signature verify OK/);
}

describe('openssl verifies a certificate, a CRL and a request', () => {
  for (const algorithm of algorithms) it(`by ${algorithm.name}`, () => assertVerified(algorithm, keysFor(algorithm)));

  for (const curve of namedCurves) {
    it(`by ECDSA on ${curve.name}`, () => {
      const ecdsa = keyAlgorithmByName('ECDSA');
      const algorithm = defaultSignatureAlgorithm(ecdsa, curveByName(curve.name).bits);
      assertVerified(algorithm, makeKeyPair(ecdsa, curve.nodeName));
    });
  }

  it('by a key that is bound to PSS', () => {
    assertVerified(signatureAlgorithmByName('SHA256withRSAandMGF1'), makeKeyPair(keyAlgorithmByName('RSASSA-PSS')));
  });
});

it('was all of the algorithms but those that OpenSSL 3.0 does not know', () => {
  assert.equal(algorithms.length, 25);
  assert.equal(signatureAlgorithms.length - algorithms.length, 4 + 2 + 3 + 12);
});
