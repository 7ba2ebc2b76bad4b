import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { TestCa, type TestKeyType } from './test-pki.ts';

describe('the PKI for tests', () => {
  it('makes roots of every key type that OpenSSL finds well signed', () => {
    for (const keyType of ['P-256', 'P-384', 'RSA-2048', 'Ed25519'] satisfies TestKeyType[]) {
      const root = new X509Certificate(TestCa.root('CN=Root,O=Example', keyType).certificate.der);
      assert.ok(root.verify(root.publicKey), keyType);
      assert.ok(root.ca, keyType);
    }
  });

  it('makes chains in which each certificate names and is signed by the next', () => {
    const issuing = TestCa.root().subordinate('CN=Issuing');
    const leaf = new X509Certificate(issuing.issueClient('alice').certificatePem);
    const [issuer, root] = issuing.chain.map(({ der }) => new X509Certificate(der));
    assert.ok(leaf.checkIssued(issuer!) && leaf.verify(issuer!.publicKey));
    assert.ok(issuer!.checkIssued(root!) && issuer!.verify(root!.publicKey));
  });

  it('gives servers the names that a client looks for', () => {
    const server = new X509Certificate(TestCa.root().issueServer().certificatePem);
    assert.equal(server.checkHost('localhost'), 'localhost');
    assert.equal(server.checkIP('127.0.0.1'), '127.0.0.1');
  });

  it('hands out the private key of the certificate', () => {
    const { certificatePem, privateKey } = TestCa.root().issueClient('alice');
    assert.ok(new X509Certificate(certificatePem).checkPrivateKey(privateKey));
  });
});
